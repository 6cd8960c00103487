import { html, numberIn, openingAt, pageOf, type SimulatedKind } from './simulated-kind.js';

/** Applicant-tracking systems that document an interface for showing postings elsewhere. */
export const documentedInterfaces: readonly SimulatedKind[] = [
  {
    kind: 'greenhouse',
    settings: { board: 'acme' },
    answer: (_request, { openings }) => ({
      jobs: openings.map(({ id, title, text }) => ({
        ...{ id, title, absolute_url: `https://job-boards.greenhouse.io/acme/jobs/${id}`, company_name: 'Acme' },
        ...{ location: { name: 'Cork, Ireland' }, first_published: '2026-10-01T08:00:00Z' },
        ...{ content: html(text).replaceAll('<', '&lt;').replaceAll('>', '&gt;') },
        metadata: [{ id: 1, name: 'Employment Type', value: 'Full-time', value_type: 'single_select' }],
      })),
    }),
  },
  {
    kind: 'lever',
    settings: { site: 'acme', company: 'Acme' },
    answer: (_request, { openings }) =>
      openings.map(({ id, title, text }) => ({
        ...{ id: `${id}`, text: title, hostedUrl: `https://jobs.lever.co/acme/${id}`, createdAt: 1_790_841_600_000 },
        ...{ country: 'IE', categories: { commitment: 'Full-time', location: 'Cork' }, descriptionBody: html(text) },
        ...{ description: html(text), descriptionPlain: text, lists: [] },
      })),
  },
  {
    kind: 'ashby',
    settings: { board: 'acme', company: 'Acme' },
    answer: (_request, { openings }) => ({
      apiVersion: '1',
      jobs: openings.map(({ id, title, text }) => ({
        ...{
          id: `${id}`,
          title,
          jobUrl: `https://jobs.ashbyhq.com/acme/${id}`,
          employmentType: 'FullTime',
          isListed: true,
        },
        ...{ location: 'Cork', publishedAt: '2026-10-01T08:00:00.000+00:00', descriptionHtml: html(text) },
        address: { postalAddress: { addressLocality: 'Cork', addressCountry: 'Ireland' } },
      })),
    }),
  },
  {
    kind: 'smartrecruiters',
    settings: { company: 'Acme' },
    size: 60,
    // Two pages of groups and an empty one, and the further postings of the first group with an empty page.
    extra: 4,
    answer({ path }, board) {
      const found = openingAt(board, path, /^\/Acme\/\d{0,12}?(\d{4})-cook$/);
      if (found !== null)
        return `<!doctype html><html><body itemscope itemtype="http://schema.org/JobPosting"><h1 itemprop="title">${found.title}</h1><meta itemprop="datePosted" content="2026-10-01T08:00:00.000Z"><div itemprop="hiringOrganization" itemscope itemtype="http://schema.org/Organization"><meta itemprop="name" content="Acme"></div><li itemprop="employmentType">Full-time</li><div itemprop="jobLocation" itemscope itemtype="http://schema.org/Place"><div itemprop="address" itemscope itemtype="http://schema.org/PostalAddress"><meta itemprop="addressLocality" content="Cork"><meta itemprop="addressCountry" content="Ireland"></div></div><div itemprop="description">${html(found.text)}</div></body></html>`;
      const page = numberIn(path, 'page');
      const linksOf = (from: number, count: number): string =>
        pageOf(board, from, count)
          .map(
            ({ id, title }) =>
              `<li class="opening-job job"><a href="https://jobs.smartrecruiters.com/Acme/74399${id}-cook" class="link--block details js-job-ad-link"><h4 class="details-title job-title">${title}</h4><p class="details-desc job-desc"><span>Associate</span></p></a></li>`,
          )
          .join('');
      if (path.startsWith('/Acme/api/more?type=location&value=Cork%2C%20IE&')) return page === 1 ? linksOf(9, 21) : '';
      if (!path.startsWith('/Acme/api/groups?')) return null;
      const links = page === 0 ? linksOf(0, 9) : linksOf(page * 30, 30);
      const more =
        page === 0 && board.openings.length > 9
          ? '<li class="opening-job js-more-container"><a class="js-more" href="#" data-more="/Acme/api/more" data-type="location" data-value="Cork%2C%20IE">Show more jobs</a></li>'
          : '';
      return links === ''
        ? ''
        : `<section data-qty="30" class="openings-section opening js-group"><h3 class="opening-title">Cork, Ireland</h3><ul class="opening-jobs">${links}${more}</ul></section>`;
    },
  },
  {
    kind: 'workable',
    settings: { account: 'acme' },
    answer: (_request, { openings }) => ({
      name: 'Acme',
      jobs: openings.map(({ id, title, text }) => ({
        ...{ title, shortcode: `S${id}`, url: `https://apply.workable.com/j/S${id}`, employment_type: 'Full-time' },
        ...{
          city: 'Cork',
          country: 'Ireland',
          published_on: '2026-10-01',
          description: html(text),
          telecommuting: false,
        },
      })),
    }),
  },
  {
    kind: 'recruitee',
    settings: { company: 'acme' },
    answer: (_request, { openings }) => ({
      offers: openings.map(({ id, title, text }) => ({
        ...{ id, title, careers_url: `https://acme.recruitee.com/o/${id}`, company_name: 'Acme', status: 'published' },
        ...{ city: 'Cork', country: 'Ireland', country_code: 'IE', published_at: '2026-10-01 08:00:00 UTC' },
        ...{ employment_type_code: 'fulltime', description: html(text), requirements: null },
      })),
    }),
  },
  {
    kind: 'personio',
    settings: { company: 'acme' },
    answer: (_request, { openings }) =>
      `<?xml version="1.0" encoding="UTF-8"?><workzag-jobs>${openings
        .map(
          ({ id, title, text }) =>
            `<position><id>${id}</id><subcompany>Acme</subcompany><office>Cork, Ireland</office><name>${title}</name><jobDescriptions><jobDescription><name>Tasks</name><value><![CDATA[${html(text)}]]></value></jobDescription></jobDescriptions><employmentType>permanent</employmentType><schedule>full-time</schedule><createdAt>2026-10-01T08:00:00+00:00</createdAt></position>`,
        )
        .join('')}</workzag-jobs>`,
  },
  {
    kind: 'teamtailor',
    settings: { site: 'acme' },
    answer({ path }, board) {
      const page = numberIn(path, 'page', 1);
      const items = pageOf(board, (page - 1) * 100, 100).map(({ id, title, text }) => ({
        ...{ id: `${id}`, title, url: `https://acme.teamtailor.com/jobs/${id}`, content_html: html(text) },
        _jobposting: {
          ...{ '@type': 'JobPosting', title, description: html(text), datePosted: '2026-10-01' },
          ...{ employmentType: 'FULL_TIME', hiringOrganization: { name: 'Acme' } },
          jobLocation: [{ address: { addressLocality: 'Cork', addressCountry: 'IE' } }],
        },
      }));
      const next =
        page * 100 < board.openings.length ? { next_url: `https://acme.teamtailor.com/jobs.json?page=2` } : {};
      return { version: 'https://jsonfeed.org/version/1.1', title: 'Acme', items, ...next };
    },
  },
  {
    kind: 'bamboohr',
    settings: { company: 'acme', companyName: 'Acme' },
    answer({ path }, board) {
      const place = { location: { city: 'Cork', addressCountry: 'Ireland' }, locationType: '0' };
      if (path === '/careers/list')
        return {
          result: board.openings.map(({ id, title }) => ({
            ...{ id, jobOpeningName: title, employmentStatusLabel: 'Full-Time', ...place },
          })),
        };
      const found = openingAt(board, path, /\/careers\/(\d+)\/detail$/);
      if (found === null) return null;
      return { result: { jobOpening: { description: html(found.text), datePosted: '2026-10-01', ...place } } };
    },
  },
  {
    kind: 'workday',
    settings: { tenant: 'acme', site: 'Careers', company: 'Acme' },
    answer({ path, json, method }, board) {
      if (method === 'GET') {
        const found = openingAt(board, path, /\/job\/(\d+)$/);
        if (found === null) return null;
        const facts = { location: 'Cork', country: { descriptor: 'Ireland' }, timeType: 'Full time' };
        const { id, title, text } = found;
        const info = { id: `p${id}`, title, jobDescription: html(text), startDate: '2026-10-01', ...facts };
        return { jobPostingInfo: info };
      }
      const { offset, limit } = json as { offset: number; limit: number };
      const jobPostings = pageOf(board, offset, limit).map(({ id, title }) => ({
        ...{ externalPath: `/job/${id}`, title, locationsText: 'Cork', postedOn: 'Posted 30+ Days Ago' },
      }));
      return { total: offset === 0 ? board.openings.length : 0, jobPostings, facets: [] };
    },
  },
  {
    kind: 'pinpoint',
    settings: { company: 'acme', companyName: 'Acme' },
    lacks: ['postedAt', 'country'],
    answer: (_request, { openings }) => ({
      data: openings.map(({ id, title, text }) => ({
        ...{ id: `${id}`, title, url: `https://acme.pinpointhq.com/en/postings/${id}`, description: html(text) },
        ...{
          employment_type: 'full_time',
          employment_type_text: 'Full Time',
          location: { city: 'Cork', province: null },
        },
      })),
    }),
  },
  {
    kind: 'breezy',
    settings: { company: 'acme' },
    answer: (_request, { openings }) =>
      openings.map(({ id, title, text }) => ({
        ...{
          id: `${id}`,
          name: title,
          url: `https://acme.breezy.hr/p/${id}`,
          published_date: '2026-10-01T08:00:00.000Z',
        },
        ...{ type: { id: 'fullTime', name: 'Full-Time' }, description: html(text), company: { name: 'Acme' } },
        location: { city: 'Cork', country: { name: 'Ireland', id: 'IE' }, is_remote: false, name: 'Cork, Ireland' },
      })),
  },
];
