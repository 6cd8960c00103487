import { html, jobPage, numberIn, openingAt, pageOf, type SimulatedKind } from './simulated-kind.js';

/** Boards of many companies, and sources of no system. */
export const aggregators: readonly SimulatedKind[] = [
  {
    kind: 'arbeitnow',
    answer({ path }, board) {
      const page = numberIn(path, 'page', 1);
      const data = pageOf(board, (page - 1) * 100, 100).map(({ id, title, text }) => ({
        ...{ slug: `cook-${id}`, title, url: `https://www.arbeitnow.com/jobs/cook-${id}`, company_name: 'Acme' },
        ...{ description: html(text), location: 'Cork, Ireland', job_types: ['full time'], created_at: 1_790_841_600 },
      }));
      const next = page * 100 < board.openings.length ? `/api/job-board-api?page=${page + 1}` : null;
      return { data, links: { next: next === null ? null : `https://www.arbeitnow.com${next}` } };
    },
  },
  {
    kind: 'remotive',
    lacks: ['city', 'country'],
    answer: (_request, { openings }) =>
      `<?xml version="1.0"?><rss version="2.0"><channel><title>Remotive</title>${openings
        .map(
          ({ id, title, text }) =>
            `<item><title>${title}</title><jobId>${id}</jobId><company>Acme</company><location>Ireland</location><type>full_time</type>` +
            `<link>https://remotive.com/remote-jobs/x/${id}</link><pubDate>Thu, 01 Oct 2026 08:00:00 GMT</pubDate>` +
            `<description><![CDATA[${html(text)}]]></description></item>`,
        )
        .join('')}</channel></rss>`,
  },
  {
    kind: 'remoteok',
    lacks: ['jobType'],
    answer: (_request, { openings }) => [
      { legal: 'Please link back.' },
      ...openings.map(({ id, title, text }) => ({
        ...{ id: `${id}`, position: title, company: 'Acme', url: `https://remoteok.com/remote-jobs/${id}` },
        ...{ epoch: 1_790_841_600, date: '2026-10-01T08:00:00+00:00', location: 'Cork, Ireland', description: text },
      })),
    ],
  },
  {
    kind: 'himalayas',
    lacks: ['city', 'country'],
    answer({ path }, board) {
      const offset = numberIn(path, 'offset');
      const jobs = pageOf(board, offset, 20).map(({ id, title, text }) => ({
        ...{ title, guid: `https://himalayas.app/jobs/${id}`, companyName: 'Acme', employmentType: 'Full Time' },
        ...{ description: html(text), pubDate: 1_790_841_600, locationRestrictions: ['Ireland'] },
      }));
      return { offset, limit: 20, totalCount: board.openings.length, jobs };
    },
  },
  {
    kind: 'jobicy',
    lacks: ['city', 'country'],
    answer: (_request, { openings }) => ({
      jobs: openings.map(({ id, title, text }) => ({
        ...{ id, jobTitle: title, url: `https://jobicy.com/jobs/${id}`, companyName: 'Acme', jobType: ['Full-Time'] },
        ...{ jobDescription: html(text), pubDate: '2026-10-01T08:00:00+00:00', jobGeo: 'Ireland' },
      })),
    }),
  },
  {
    kind: 'themuse',
    lacks: ['jobType'],
    answer({ path }, board) {
      const page = numberIn(path, 'page', 1);
      const results = pageOf(board, (page - 1) * 20, 20).map(({ id, title, text }) => ({
        ...{
          id,
          name: title,
          contents: html(text),
          publication_date: '2026-10-01T08:00:00Z',
          company: { name: 'Acme' },
        },
        ...{
          locations: [{ name: 'Cork, Ireland' }],
          refs: { landing_page: `https://www.themuse.com/jobs/acme/${id}` },
        },
      }));
      return { page, page_count: Math.ceil(board.openings.length / 20), results };
    },
  },
  {
    kind: 'weworkremotely',
    lacks: ['city', 'country'],
    answer: (_request, { openings }) =>
      `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Remote jobs</title>${openings
        .map(
          ({ id, title, text }) =>
            `<item><title>Acme: ${title}</title><region>Europe Only</region><type>Full-Time</type><description>&lt;p&gt;${text}&lt;/p&gt;</description><pubDate>Thu, 01 Oct 2026 08:00:00 +0000</pubDate><guid>https://weworkremotely.com/${id}</guid><link>https://weworkremotely.com/${id}</link></item>`,
        )
        .join('')}</channel></rss>`,
  },
  {
    kind: 'usajobs',
    settings: { email: 'me@ops.example', apiKey: 'secret-key-1' },
    answer({ path }, board) {
      const page = numberIn(path, 'Page', 1);
      const items = pageOf(board, (page - 1) * 500, 500).map(({ id, title, text }) => ({
        MatchedObjectId: `${id}`,
        MatchedObjectDescriptor: {
          ...{ PositionTitle: title, PositionURI: `https://www.usajobs.gov/job/${id}`, OrganizationName: 'Acme' },
          ...{ PositionSchedule: [{ Name: 'Full-time' }], PublicationStartDate: '2026-10-01T08:00:00.0000' },
          PositionLocation: [{ LocationName: 'Cork, Ireland', CountryCode: 'Ireland' }],
          UserArea: { Details: { JobSummary: text } },
        },
      }));
      const pages = String(Math.ceil(board.openings.length / 500));
      return { SearchResult: { SearchResultItems: items, UserArea: { NumberOfPages: pages } } };
    },
  },
  {
    kind: 'adzuna',
    settings: { country: 'gb', appId: 'id-12345', appKey: 'key-12345678' },
    lacks: ['city', 'country'],
    answer({ path }, board) {
      const page = Number(/\/search\/(\d+)/.exec(path)?.[1] ?? 1);
      const results = pageOf(board, (page - 1) * 50, 50).map(({ id, title, text }) => ({
        ...{ id: `${id}`, title, redirect_url: `https://www.adzuna.co.uk/land/ad/${id}`, description: text },
        ...{ created: '2026-10-01T08:00:00Z', company: { display_name: 'Acme' }, contract_time: 'full_time' },
        location: { display_name: 'Luton, Bedfordshire', area: ['UK', 'Eastern England', 'Bedfordshire', 'Luton'] },
      }));
      return { count: board.openings.length, results };
    },
  },
  {
    kind: 'reed',
    settings: { apiKey: 'key-12345678' },
    lacks: ['city', 'country', 'jobType'],
    answer({ path }, board) {
      const results = pageOf(board, numberIn(path, 'resultsToSkip'), 100).map(({ id, title, text }) => ({
        ...{ jobId: id, employerId: 1, employerName: 'Acme', jobTitle: title, locationName: 'Luton' },
        ...{ minimumSalary: 0, maximumSalary: null, currency: null, date: '01/10/2026', expirationDate: '12/11/2026' },
        ...{ jobDescription: text, applications: 0, jobUrl: `https://www.reed.co.uk/jobs/cook/${id}` },
      }));
      return { results, ambiguousLocations: [], totalResults: board.openings.length };
    },
  },
  {
    kind: 'france-travail',
    settings: { clientId: 'PAR_acme_0123', clientSecret: 'secret-01234567' },
    // The token.
    extra: 1,
    answer({ path }, board) {
      if (path.startsWith('/connexion/oauth2/access_token'))
        return {
          scope: 'api_offresdemploiv2 o2dsoffre',
          access_token: 'token-1',
          token_type: 'Bearer',
          expires_in: 1499,
        };
      const [, from = '0', to = '0'] = /range=(\d+)-(\d+)/.exec(path) ?? [];
      const resultats = pageOf(board, Number(from), Number(to) - Number(from) + 1).map(({ id, title, text }) => ({
        ...{ id: `19${id}X`, intitule: title, description: text, dateCreation: '2026-10-01T14:01:33.000Z' },
        lieuTravail: {
          libelle: '29 - BREST',
          latitude: 48.39,
          longitude: -4.48,
          codePostal: '29200',
          commune: '29019',
        },
        ...{ romeCode: 'G1602', romeLibelle: 'Personnel de cuisine', entreprise: { nom: 'Acme' }, typeContrat: 'CDI' },
        ...{ typeContratLibelle: 'Contrat à durée indéterminée', dureeTravailLibelleConverti: 'Temps plein' },
        ...{ experienceLibelle: 'Débutant accepté', salaire: { libelle: 'Mensuel de 1900.0 Euros sur 12.0 mois' } },
        origineOffre: {
          origine: '1',
          urlOrigine: `https://candidat.francetravail.fr/offres/recherche/detail/19${id}X`,
        },
      }));
      return { resultats, filtresPossibles: [] };
    },
    lacks: ['city', 'country'],
  },
  {
    kind: 'jooble',
    settings: { apiKey: 'key-12345678' },
    lacks: ['country'],
    answer({ json }, board) {
      const page = Number((json as { page: string }).page);
      const jobs = pageOf(board, (page - 1) * 20, 20).map(({ id, title, text }) => ({
        ...{ id, title, location: 'Cork', snippet: text, salary: '', source: 'acme.example', type: 'Full-time' },
        ...{ link: `https://jooble.org/desc/${id}`, company: 'Acme', updated: '2026-10-01T08:00:00.0000000' },
      }));
      return { totalCount: board.openings.length, jobs };
    },
  },
  {
    kind: 'site',
    settings: (baseUrl) => ({ sitemap: `${baseUrl}/sitemap.xml`, jobUrls: '/jobs/', render: 'never' }),
    answer({ path }, board) {
      const found = openingAt(board, path, /^\/jobs\/(\d+)$/);
      if (found !== null) return jobPage(found);
      if (path !== '/sitemap.xml') return null;
      const pages = board.openings.map(
        ({ id, version }) => `<url><loc>${board.baseUrl}/jobs/${id}</loc><lastmod>2026-10-0${version}</lastmod></url>`,
      );
      return `<?xml version="1.0"?><urlset>${pages.join('')}</urlset>`;
    },
  },
  {
    kind: 'feed',
    settings: (baseUrl) => ({ url: `${baseUrl}/jobs.xml`, company: 'Acme' }),
    lacks: ['city', 'country', 'jobType'],
    answer: (_request, { openings }) =>
      `<?xml version="1.0"?><rss version="2.0"><channel><title>Jobs</title>${openings
        .map(
          ({ id, title, text }) =>
            `<item><title>${title}</title><link>https://acme.example/jobs/${id}</link><guid>${id}</guid><description>${text}</description><pubDate>Thu, 01 Oct 2026 08:00:00 GMT</pubDate></item>`,
        )
        .join('')}</channel></rss>`,
  },
];
