import { html, numberIn, pageOf, type SimulatedKind } from './simulated-kind.js';

/** Public employment services and open data. */
export const publicServices: readonly SimulatedKind[] = [
  {
    kind: 'jobtech',
    answer({ path }, board) {
      const hits = pageOf(board, numberIn(path, 'offset'), numberIn(path, 'limit')).map(({ id, title, text }) => ({
        ...{ id: `${id}`, headline: title, webpage_url: `https://arbetsformedlingen.se/platsbanken/annonser/${id}` },
        description: { text, text_formatted: html(text) },
        ...{ publication_date: '2026-10-01T08:00:00', working_hours_type: { label: 'Heltid' } },
        employer: { name: 'Acme' },
        workplace_address: { municipality: 'Cork', city: 'Cork', region: null, country: 'Irland' },
      }));
      return { total: { value: board.openings.length }, hits };
    },
  },
];
