import { html, jobPage, numberIn, openingAt, pageOf, type SimulatedKind } from './simulated-kind.js';

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
  {
    kind: 'hibob',
    settings: { company: 'acme', companyName: 'Acme' },
    answer: ({ path }, { openings }) =>
      path !== '/api/job-ad'
        ? null
        : {
            jobAdDetails: openings.map(({ id, title, text }) => ({
              ...{ id: `${id}`, title, department: 'Kitchen', employmentType: 'Full-time', workspaceType: 'On site' },
              ...{ site: 'Cork', country: 'Ireland', description: html(text), requirements: null },
              publishedAt: '2026-10-01T08:00:00Z',
            })),
          },
  },
  {
    kind: 'comeet',
    settings: { company: '30.005', token: '5303D0A981' },
    answer({ path }, { openings }) {
      const positions = openings.map(({ id, title, text }) => ({
        ...{ uid: `${id}.AA`, name: title, company_name: 'Acme', employment_type: 'Full-time', department: 'Kitchen' },
        ...{
          url_active_page: `https://acme.example/jobs/${id}`,
          workplace_type: 'On-site',
          time_updated: '2026-10-02',
        },
        location: { name: 'HQ', city: 'Cork', state: null, country: 'IE', is_remote: false },
        details: [
          { name: 'Requirements', value: '<ul><li>Taste</li></ul>', order: 2 },
          { name: 'Description', value: html(text), order: 1 },
        ],
      }));
      // The page of a company that is read without a token.
      return path.startsWith('/jobs/')
        ? `<script>COMPANY_POSITIONS_DATA = ${JSON.stringify(positions)};</script>`
        : positions;
    },
    lacks: ['postedAt'],
  },
  {
    kind: 'traffit',
    settings: { company: 'acme', companyName: 'Acme' },
    answer({ path }, board) {
      return pageOf(board, (numberIn(path, 'page', 1) - 1) * 100, 100).map(({ id, title, text }) => ({
        ...{ id, url: `https://acme.traffit.com/public/an/${id}`, valid_start: '2026-10-01 08:00:00' },
        advert: {
          ...{ id, name: title, language: 'en' },
          values: [
            { field_id: 'description', value: html(text) },
            { field_id: 'geolocation', value: JSON.stringify({ locality: 'Cork', region1: '', country: 'Ireland' }) },
          ],
        },
        options: { _job_type: '1', '_job_type.translation': 'Full time' },
      }));
    },
  },
  {
    kind: 'dvinci',
    settings: { host: 'acme.dvinci-hr.com', companyName: 'Acme' },
    answer: (_request, { openings }) =>
      openings.map(({ id, title, text }) => ({
        ...{ id, position: title, jobPublicationURL: `https://acme.dvinci-hr.com/en/jobs/${id}`, tasks: html(text) },
        ...{ introduction: '<p>We cook.</p>', startDate: '2026-10-01T00:00:00Z' },
        jobOpening: {
          ...{ reference: `R${id}`, location: 'Cork', workingTimes: [{ name: 'Vollzeit' }], categories: [] },
          locations: [{ name: 'Plant', address: { city: 'Cork' }, country: { name: 'Ireland' } }],
        },
      })),
  },
  {
    kind: 'jobscore',
    settings: { board: 'acme' },
    answer: (_request, { openings }) => ({
      company_name: 'Acme',
      jobs: openings.map(({ id, title, text }) => ({
        ...{ id: `j${id}`, title, description: html(text), detail_url: `https://careers.jobscore.com/jobs/acme/${id}` },
        ...{ city: 'Cork', state: null, country: 'Ireland', location: 'Cork', job_type: 'Full Time', remote: 'No' },
        opened_date: '2026-10-01',
      })),
    }),
  },
  {
    kind: 'hirehive',
    settings: { company: 'acme', companyName: 'Acme' },
    answer({ path }, board) {
      const page = numberIn(path, 'page', 1);
      const items = pageOf(board, (page - 1) * 100, 100).map(({ id, title, text }) => ({
        ...{
          id: `job_${id}`,
          title,
          hosted_url: `https://acme.hirehive.com/${id}`,
          published_date: '2026-10-01T08:00:00Z',
        },
        ...{
          location: 'Cork',
          country: { name: 'Ireland', code: 'IE' },
          type: { type: 'FullTime', name: 'Full Time' },
        },
        ...{ description: { html: html(text), text }, category: null },
      }));
      return { meta: { page, has_next_page: page * 100 < board.openings.length }, links: {}, items };
    },
  },
  {
    kind: 'recruiterbox',
    settings: { company: 'acme', companyName: 'Acme' },
    lacks: ['postedAt'],
    extra: 1,
    answer({ path }, board) {
      if (path === '/') return '<html><title>Careers at Acme</title></html>';
      const objects = pageOf(board, numberIn(path, 'offset'), numberIn(path, 'limit')).map(({ id, title, text }) => ({
        ...{
          id: `fk${id}`,
          title,
          description: html(text),
          hosted_url: `https://acme.hire.trakstar.com/jobs/fk${id}/`,
        },
        ...{ position_type: 'full_time', allows_remote: null, close_date: null, team: null },
        location: { city: 'Cork', state: '', country: 'Ireland', zipcode: '' },
      }));
      return { meta: { total: board.openings.length, offset: 0, limit: 100 }, objects };
    },
  },
  {
    kind: 'manatal',
    settings: { board: 'acme', companyName: 'Acme' },
    lacks: ['jobType', 'postedAt'],
    answer({ path }, board) {
      const page = numberIn(path, 'page', 1);
      const results = pageOf(board, (page - 1) * 20, 20).map(({ id, title, text }) => ({
        ...{ id, hash: `H${id}`, position_name: title, description: html(text), is_salary_visible: false },
        ...{ location_display: 'Cork, Ireland', city: 'Cork', state: '', country: 'Ireland', zipcode: '' },
      }));
      const next = page * 20 < board.openings.length ? `https://www.careers-page.com/?page=${page + 1}` : null;
      return { count: board.openings.length, next, previous: null, results };
    },
  },
  {
    kind: 'welcomekit',
    settings: { organization: 'Pg4eV6k' },
    answer: (_request, { openings }) => ({
      name: 'Acme',
      jobs: openings.map(({ id, title, text }) => ({
        ...{ reference: `ACME_${id}`, name: title, description: html(text), published_at: '2026-10-01T08:00:00.000Z' },
        ...{ contract_type: { en: 'Full-Time', fr: 'CDI' }, department: { name: 'Kitchen' } },
        office: { city: 'Cork', country: { en: 'Ireland', fr: 'Irlande' } },
        websites_urls: [{ website_reference: 'wttj_fr', url: `https://www.welcometothejungle.com/jobs/${id}` }],
      })),
    }),
  },
  {
    kind: 'hr-manager',
    settings: { customer: 'acme' },
    answer({ path }, board) {
      const from = numberIn(path, 'skip');
      const items = pageOf(board, from, numberIn(path, 'take')).map(({ id, title, text }) => ({
        ...{
          Id: id,
          Name: title,
          CustomerName: 'Acme',
          Published: '/Date(1790841600000+0200)/',
          WorkPlace: 'Cork, Ireland',
        },
        ...{ AdvertisementUrlSecure: `https://candidate.hr-manager.net/ApplicationInit.aspx?ProjectId=${id}` },
        ...{ PositionType: 'Full time', Advertisements: [{ Id: 1, Content: html(text) }] },
      }));
      return { TransactionStatus: { StatusCode: 0 }, PositionCountSearch: board.openings.length, Items: items };
    },
  },
  {
    kind: 'jibe',
    settings: { host: 'careers.acme.example' },
    answer({ path }, board) {
      const jobs = pageOf(board, (numberIn(path, 'page', 1) - 1) * 100, 100).map(({ id, title, text }) => ({
        data: {
          ...{
            slug: `${id}`,
            title,
            description: html(text),
            hiring_organization: 'Acme',
            employment_type: 'FULL_TIME',
          },
          ...{
            city: 'Cork',
            state: null,
            country: 'Ireland',
            posted_date: '2026-10-01T08:00:00+0000',
            req_id: `R${id}`,
          },
        },
      }));
      return { jobs, totalCount: board.openings.length, count: jobs.length };
    },
  },
  {
    kind: 'jazzhr',
    settings: { company: 'acme' },
    extra: 1,
    answer: ({ path }, { openings }) => {
      if (path === '/apply/jobs')
        return `<html><div id="job_listings_wrapper">${openings.map(({ id, title }) => `<a class="job_title_link" href="/apply/jobs/details/code${id}?&">${title}</a>`).join('')}</div></html>`;
      if (!path.startsWith('/feeds/')) return null;
      return `<?xml version="1.0" encoding="UTF-8"?><jobs><publisher>JazzHR</publisher><company><![CDATA[Acme]]></company>${openings
        .map(
          ({ id, title, text }) =>
            `<job><id><![CDATA[job_20261001080000_${id}]]></id><status>Open</status><title><![CDATA[${title}]]></title><url><![CDATA[http://acme.applytojob.com/apply/code${id}/cook]]></url><city><![CDATA[Cork]]></city><state></state><country><![CDATA[Ireland]]></country><type>Full Time</type><description><![CDATA[${html(text)}]]></description></job>`,
        )
        .join('')}</jobs>`;
    },
  },
  {
    kind: 'join',
    settings: { company: 'acme' },
    extra: 1,
    answer({ path }, board) {
      const domain = /^\/companies\/([^/]+)$/.exec(path)?.[1];
      if (domain !== undefined) {
        const data = { props: { pageProps: { initialState: { company: { id: 77, name: 'Acme', domain } } } } };
        return `<html><script id="__NEXT_DATA__" type="application/json">${JSON.stringify(data)}</script></html>`;
      }
      if (path.startsWith('/api/public/companies/77/jobs')) {
        const page = numberIn(path, 'page', 1);
        const items = pageOf(board, (page - 1) * 100, 100).map(({ id, title }) => ({
          ...{ id, idParam: `${id}-cook`, title, createdAt: '2026-10-01T08:00:00Z', workplaceType: 'ONSITE' },
          ...{ employmentType: { name: 'Full-time' }, city: { cityName: 'Cork', countryName: 'Ireland' } },
        }));
        return { items, pagination: { page, pageCount: Math.ceil(board.openings.length / 100) } };
      }
      const found = openingAt(board, path, /\/companies\/[^/]+\/(\d+)-cook/);
      return found === null ? null : jobPage(found);
    },
  },
  {
    kind: 'applicantpro',
    size: 100,
    settings: { company: 'acme', companyName: 'Acme' },
    extra: 1,
    answer({ path }, board) {
      if (path === '/jobs/') return '<html><script>new Board({ domainId: 4711, x: 1 })</script></html>';
      if (path.endsWith('/job-details')) {
        const found = openingAt(board, path, /\/core\/jobs\/4711\/(\d+)\/job-details/);
        return found === null ? null : { success: true, data: { advertisingDescriptionHtml: html(found.text) } };
      }
      const jobs = board.openings.map(({ id, title }) => ({
        ...{ id, title, city: 'Cork', abbreviation: null, iso3: 'IRL', jobLocation: 'Cork, IRL' },
        ...{ employmentType: 'Full Time', startDateRef: 'Oct 1, 2026', workplaceType: 'On-site' },
      }));
      return { success: true, data: { jobs, jobCount: jobs.length } };
    },
  },
  {
    kind: 'polymer',
    settings: { board: 'acme' },
    answer({ path }, board) {
      const facts = {
        display_location: 'Cork, Ireland',
        kind_pretty: 'Full-time',
        published_at: '2026-10-01T08:00:00Z',
      };
      const found = openingAt(board, path, /\/jobs\/(\d+)$/);
      if (found !== null) return { id: found.id, title: found.title, description: html(found.text), ...facts };
      if (!path.includes('?')) return null;
      const page = numberIn(path, 'page', 1);
      const items = pageOf(board, (page - 1) * 50, 50).map(({ id, title }) => ({ id, title, ...facts }));
      const isLast = page * 50 >= board.openings.length;
      return { items, meta: { page, is_last: isLast, organization_name: 'Acme' } };
    },
  },
  {
    kind: 'zoho-recruit',
    settings: { company: 'acme', companyName: 'Acme' },
    size: 30,
    answer(_request, { openings }) {
      const list = openings.map(({ id, title, text }) => ({
        ...{ id: `${id}`, Posting_Title: title, City: 'Cork', State: null, Country: 'Ireland', Remote_Job: false },
        ...{ Job_Type: 'Full time', Date_Opened: '2026-10-01', Job_Description: html(text) },
      }));
      const value = JSON.stringify(list).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
      return `<html><input type="hidden" id="jobs" value="${value}"></html>`;
    },
  },
  {
    kind: 'softgarden',
    settings: { company: 'acme' },
    answer: (_request, { openings }) => ({
      ...{ '@type': 'DataFeed', numberOfItems: openings.length },
      dataFeedElement: openings.map(({ id, title, text }) => ({
        '@type': 'DataFeedItem',
        item: {
          ...{ '@type': 'JobPosting', title, description: html(text), url: `https://acme.softgarden.io/job/${id}` },
          ...{ identifier: { value: id }, datePosted: '2026-10-01', employmentType: 'FULL_TIME' },
          hiringOrganization: { name: 'Acme' },
          jobLocation: { address: { addressLocality: 'Cork', addressCountry: 'Ireland' } },
        },
      })),
    }),
  },
  {
    kind: 'personio-json',
    settings: { company: 'acme', companyName: 'Acme' },
    answer: (_request, { openings }) =>
      openings.map(({ id, title, text }) => ({
        ...{ id, name: title, office: 'Cork, Ireland', department: 'Kitchen', description: html(text) },
        ...{ employment_type: 'permanent', schedule: 'full-time', created_at: '2026-10-01T08:00:00+00:00' },
      })),
  },
  {
    kind: 'gupy-board',
    settings: { company: 'acme' },
    size: 40,
    answer({ path }, board) {
      const pageOf = (pageProps: object): string =>
        `<html><script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps } })}</script></html>`;
      const found = openingAt(board, path, /^\/jobs\/(\d+)/);
      if (found !== null) {
        const { id, title, text } = found;
        const job = { id, name: title, description: html(text), responsibilities: '', publishedAt: '2026-10-01' };
        return pageOf({ job });
      }
      if (path !== '/') return null;
      const workplace = { address: { city: 'Cork', state: '', country: 'Ireland' }, workplaceType: 'on-site' };
      const jobs = board.openings.map(({ id, title }) => ({ id, title, type: 'vacancy_type_effective', workplace }));
      return pageOf({ jobs, careerPage: { name: 'Acme' } });
    },
    lacks: ['jobType'],
  },
  {
    kind: 'careerplug',
    settings: { company: 'acme' },
    size: 40,
    answer({ path }, board) {
      const found = openingAt(board, path, /^\/jobs\/\d(\d+)/);
      if (found !== null) return jobPage(found);
      if (path !== '/jobs') return null;
      // A change that the listing does not show has another address.
      const links = board.openings.map(({ id, version, title }) => `<a href="/jobs/${version}${id}">${title}</a>`);
      return `<!doctype html><html><body>${links.join('')}</body></html>`;
    },
  },
  {
    kind: 'jobylon',
    settings: { board: 'companies/1955' },
    answer({ path }, board) {
      const found = openingAt(board, path, /^\/jobs\/(\d+)-/);
      if (found !== null) return jobPage(found);
      if (!/^\/jobs\/compan(?:ies|y-groups)\/\d+\/embed\/v2\//.test(path)) return null;
      const literal = (text: string): string =>
        `'${text.replaceAll('\\', '\\u005C').replaceAll("'", '\\u0027').replaceAll('"', '\\u0022')}'`;
      // A change that the listing does not show has another address.
      const jobs = board.openings.map(
        ({ id, version, title }) =>
          `{ id: '${id}', url: '/jobs/${id}-acme-v${version}/', title: ${literal(title)}, company: 'Acme', klass: { 'job-id-${id}': true, }, locations: ['Cork',], workspace: 'On-site ];', employment_type: 'Full-time', is_internal: false },`,
      );
      return `<!doctype html><html><body><script>var JBL = JBL || {}; JBL.embed_v2 = {}; JBL.embed_v2['jobs'] = [${jobs.join('\n')}]; JBL.more = [];</script></body></html>`;
    },
  },
  {
    kind: 'hrmos',
    settings: { board: 'acme' },
    extra: 1,
    size: 40,
    answer({ path }, board) {
      const found = openingAt(board, path, /^\/pages\/[\w.-]+\/jobs\/\d-(\d+)$/);
      if (found !== null) return jobPage(found);
      const page = numberIn(path, 'page', 1);
      const listing = /^\/pages\/[\w.-]+\/jobs(?=\?)/.exec(path)?.[0];
      if (listing === undefined) return null;
      const links = pageOf(board, (page - 1) * 100, 100).map(
        ({ id, version, title }) => `<li><a href="${listing}/${version}-${id}">${title}</a></li>`,
      );
      return `<!doctype html><html><body><ul id="jsi-joblist">${links.join('')}</ul></body></html>`;
    },
  },
];
