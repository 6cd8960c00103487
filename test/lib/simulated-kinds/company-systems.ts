import { html, openingAt, type SimulatedKind } from './simulated-kind.js';

/** Systems of small and middle-sized companies. */
export const companySystems: readonly SimulatedKind[] = [
  {
    kind: 'rippling',
    settings: { board: 'acme', companyName: 'Acme' },
    answer({ path }, board) {
      if (path.endsWith('/jobs'))
        return board.openings.flatMap(({ id, title }) => {
          const entry = { uuid: `${id}`, name: title, url: `https://ats.rippling.com/acme/jobs/${id}` };
          return ['Cork, Ireland', 'Remote (Ireland)'].map((label) => ({
            ...entry,
            workLocation: { label, id: label },
          }));
        });
      const found = openingAt(board, path, /\/jobs\/(\d+)$/);
      if (found === null) return null;
      return {
        ...{
          uuid: `${found.id}`,
          name: found.title,
          workLocations: ['Cork, Ireland'],
          createdOn: '2026-10-01T00:00:00Z',
        },
        employmentType: { label: 'SALARIED_FT', id: 'Salaried, full-time' },
        description: { company: '<p>Acme feeds guests.</p>', role: html(found.text) },
      };
    },
  },
  {
    kind: 'gem',
    settings: { board: 'acme', companyName: 'Acme' },
    answer: (_request, { openings }) =>
      openings.map(({ id, title, text }) => ({
        ...{ id: `${id}`, title, absolute_url: `https://jobs.gem.com/acme/${id}`, content: html(text) },
        ...{
          employment_type: 'full_time',
          location_type: 'in_office',
          location: { name: 'Cork, Ireland' },
          offices: [],
        },
        first_published_at: '2026-10-01T00:00:00Z',
      })),
  },
];
