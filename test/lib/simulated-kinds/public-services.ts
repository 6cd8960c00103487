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
  {
    kind: 'teaching-vacancies',
    lacks: [],
    answer({ path }, board) {
      const page = numberIn(path, 'page', 1);
      const data = pageOf(board, (page - 1) * 100, 100).map(({ id, title, text }) => ({
        ...{ '@type': 'JobPosting', title, url: `https://teaching-vacancies.service.gov.uk/jobs/${id}` },
        ...{ description: html(text), datePosted: '2026-10-01T08:00:00Z', employmentType: ['FULL_TIME'] },
        hiringOrganization: { '@type': 'School', name: 'Acme' },
        jobLocation: { '@type': 'Place', address: { addressLocality: 'Cork', addressCountry: 'IE' } },
        baseSalary: { currency: 'GBP', value: { unitText: 'YEAR', value: 'To be agreed' } },
      }));
      const next =
        page * 100 < board.openings.length ? `https://elsewhere.example/api/v1/jobs.json?page=${page + 1}` : null;
      return { info: {}, data, links: { next }, meta: { count: board.openings.length } };
    },
  },
  {
    kind: 'le-forem',
    lacks: ['country', 'text', 'city', 'jobType'],
    answer: (_request, { openings }) =>
      openings.map(({ id, title }) => ({
        ...{ numerooffreforem: id, titreoffre: title, nomemployeur: 'Acme', lieuxtravaillocalite: ['NAMUR'] },
        ...{ url: `https://www.leforem.be/recherche-offres/offre-detail/${id}`, datedebutdiffusion: '2026-10-01' },
        ...{ regimetravail: 'Temps plein', typecontrat: 'Durée indéterminée', metier: 'Cuisinier', secteurs: null },
      })),
  },
  {
    kind: 'reliefweb',
    settings: { appName: 'acme-search' },
    answer({ path }, board) {
      const data = pageOf(board, numberIn(path, 'offset'), numberIn(path, 'limit')).map(({ id, title, text }) => ({
        id: `${id}`,
        fields: {
          ...{ title, url: `https://reliefweb.int/job/${id}`, 'body-html': html(text), source: [{ name: 'Acme' }] },
          ...{
            date: { created: '2026-10-01T08:00:00+00:00' },
            country: [{ name: 'Ireland' }],
            city: [{ name: 'Cork' }],
          },
          type: [{ name: 'Full-time' }],
        },
      }));
      return { totalCount: board.openings.length, count: data.length, data };
    },
  },
  {
    kind: 'mycareersfuture',
    lacks: ['city', 'country'],
    answer({ path }, board) {
      const results = pageOf(board, numberIn(path, 'page') * 100, 100).map(({ id, title, text }) => ({
        ...{ uuid: `${id}`, title, description: html(text), hiringCompany: null, postedCompany: { name: 'Acme' } },
        ...{ employmentTypes: [{ employmentType: 'Full Time' }], address: { districts: [{ location: 'Central' }] } },
        ...{ metadata: { newPostingDate: '2026-10-01', jobPostId: `MCF-${id}` } },
        salary: { minimum: 3000, maximum: 4000, type: { salaryType: 'Monthly' } },
      }));
      return { results, total: board.openings.length };
    },
  },
  {
    kind: 'getonbrd',
    lacks: ['city', 'jobType'],
    answer({ path }, board) {
      const page = numberIn(path, 'page', 1);
      const data = pageOf(board, (page - 1) * 100, 100).map(({ id, title, text }) => ({
        id: `cook-${id}`,
        attributes: {
          ...{ title, description: html(text), published_at: 1_790_841_600, countries: ['Ireland'] },
          ...{ remote_modality: 'no_remote', company: { data: { attributes: { name: 'Acme' } } } },
        },
        links: { public_url: `https://www.getonbrd.com/jobs/cook-${id}` },
      }));
      return { data, meta: { page, per_page: 100, total_pages: Math.ceil(board.openings.length / 100) } };
    },
  },
  {
    kind: 'gupy',
    settings: { company: 'Acme' },
    lacks: ['jobType'],
    answer({ path }, board) {
      const data = pageOf(board, numberIn(path, 'offset'), numberIn(path, 'limit')).map(({ id, title, text }) => ({
        ...{ id, name: title, jobUrl: `https://acme.gupy.io/job/${id}`, description: text, careerPageName: 'Acme' },
        ...{ type: 'vacancy_type_effective', publishedDate: '2026-10-01T08:00:00.000Z', isRemoteWork: false },
        ...{ workplaceType: 'on-site', city: 'Cork', state: '', country: 'Ireland' },
      }));
      return { data, pagination: { offset: 0, limit: 100, total: board.openings.length } };
    },
  },
];
