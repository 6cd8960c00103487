import { html, jobPage, numberIn, type Opening, openingAt, pageOf, type SimulatedKind } from './simulated-kind.js';

/**
 * A page of links, at a path that `list` matches, whose postings state JobPosting. A change that the listing does not show has another
 * address.
 */
const linked = (
  kind: string,
  { settings, list, path }: { settings: object; list: RegExp; path: (opening: Opening) => string },
): SimulatedKind => ({
  ...{ kind, settings, size: 40 },
  answer(request, board) {
    const found = board.openings.find((each) => request.path.endsWith(path(each)));
    if (found !== undefined) return jobPage(found);
    if (!list.test(request.path)) return null;
    const listing = request.path.replace(/\/(?:x\/openings|search)$/, '');
    const links = board.openings.map((each) => `<li><a href="${listing}${path(each)}">${each.title}</a></li>`);
    return `<!doctype html><html><body><a href="/about">About</a><ul>${links.join('')}</ul></body></html>`;
  },
});

type Query = { variables: { page?: number; jobId?: string } };

/** A career site whose page states what its own requests need. */
export const careerSites: readonly SimulatedKind[] = [
  linked('dualoo', {
    settings: { board: 'acme12ab' },
    list: /^\/portal\/[\w.-]+$/,
    path: ({ id, version }) => `/5c1f7c5e-1111-2222-333${version}-${id}/detail?lang=DE`,
  }),
  linked('applicantstack', {
    settings: { company: 'acme' },
    list: /^\/x\/openings$/,
    path: ({ id, version }) => `/x/detail/a2vr${version}${id}`,
  }),
  linked('jobvite', {
    settings: { board: 'acme' },
    list: /^\/[\w.-]+\/search$/,
    path: ({ id, version }) => `/job/o${version}${id}fwG`,
  }),
  {
    kind: 'almacareer',
    settings: { host: 'acme.jobs.cz', companyName: 'Acme' },
    size: 60,
    extra: 2,
    answer({ path, json }, board) {
      const widget =
        '{"id":"dcc74a07-bcb5-444e-a185-2bf060a49aab","themes":{"main":{"color":"#fff"}},"apiKey":"6b57c70d41a5aff5522c9e4f93a30414ed360b1567930270515de4047bf0b5c3","detailPath":"detail-pozice"}';
      if (path === '/') return '<script src="/assets/js/script.min.js?av=1"></script>';
      if (path === '/assets/js/script.min.js')
        return `!function(){var e={"host":"x","widgets":{"main":${widget}},a:!0}}();`;
      if (path !== '/api/graphql/widget') return null;
      const { page = 1, jobId } = (json as Query).variables;
      if (jobId !== undefined) {
        const found = openingAt(board, jobId, /^(\d+)$/);
        const jobAd = found === null ? null : { id: jobId, content: { htmlContent: html(found.text) } };
        return { data: { widget: { jobAd } } };
      }
      const ads = pageOf(board, (page - 1) * 10, 10).map(({ id, title, version }) => ({
        ...{ id: String(id), title, validFrom: '2026-10-01T09:10:22+02:00', teaser: `Version ${version}` },
        locations: [{ country: 'Ireland', region: null, city: 'Cork' }],
        ...{ salary: null, employer: { companyName: 'Acme s.r.o.' }, fieldsObjects: [], professionsObjects: [] },
        parameters: { employmentTypesObjects: [{ id: '201300001', label: 'Práce na plný úvazek' }] },
      }));
      const [first, ...others] = ads;
      const total = board.openings.length;
      const paginator = { currentPage: page, lastPage: Math.ceil(total / 10), totalNumberOfItems: total };
      const groupedJobAds = { jobAds: first === undefined ? [] : [first], groups: [{ jobAds: others, groups: null }] };
      return { data: { widget: { config: { languageIso: 'cs' }, jobAdList: { paginator, groupedJobAds } } } };
    },
  },
  {
    kind: 'cornerstone',
    settings: { company: 'acme', site: '2', companyName: 'Acme' },
    lacks: ['jobType'],
    extra: 1,
    answer({ path, json }, board) {
      if (/^\/ux\/ats\/careersite\/\d+\/home\?c=[\w-]+$/.test(path)) {
        const token = `${'a'.repeat(24)}.${'b'.repeat(24)}.${'c'.repeat(24)}`;
        const endpoints = { cloud: 'https://eu-fra.api.csod.com/' };
        const context = { corp: 'acme', token, cultureID: 1, cultureName: 'en-US', endpoints };
        return `<!doctype html><html><body><script>if (!csod.context) csod.context=${JSON.stringify(context)};</script></body></html>`;
      }
      const { pageNumber, pageSize } = json as { pageNumber: number; pageSize: number };
      const requisitions = pageOf(board, (pageNumber - 1) * pageSize, pageSize).map(({ id, title, text }) => ({
        ...{ requisitionId: id, displayJobTitle: title, externalDescription: html(text) },
        ...{ postingEffectiveDate: '10/01/2026', postingExpirationDate: '-' },
        locations: [{ city: 'Cork', country: 'IE' }],
      }));
      return { status: 'Success', data: { totalCount: board.openings.length, requisitions, filters: [] } };
    },
  },
  {
    kind: 'beisen',
    settings: { company: 'acme', companyName: 'Acme' },
    lacks: ['country'],
    extra: 1,
    answer({ path, json }, board) {
      const portal = '22222222-2222-4222-8222-222222222222';
      if (path === '/')
        return `<!doctype html><html><script>var BSGlobal = {"PortalId":"${portal}","tenantInfo":{"Id":123,"Status":1}};</script></html>`;
      const { PageIndex: page, PageSize: size } = json as { PageIndex: number; PageSize: number };
      const list = pageOf(board, page * size, size).map(({ id, title, text }) => ({
        ...{
          Id: `11111111-1111-4111-8111-${id}`,
          JobAdId: id,
          JobAdName: title,
          CategoryId: '1',
          Category: '社会招聘',
        },
        ...{ LocNames: ['Cork', 'Cork'], Duty: text, Require: '三年以上经验', Kind: '全职', Salary: '', Status: 1 },
        ...{ PostDate: '2026-10-01T00:00:00', DetailAddress: null, Org: null },
      }));
      return { Code: 200, Message: 'operation success', Count: board.openings.length, Data: list, Total: 0 };
    },
  },
  {
    kind: 'adp',
    settings: { cid: '0b103883-5bcb-4c19-89f9-e2b305fc27b0', companyName: 'Acme' },
    answer({ path }, board) {
      const found = openingAt(board, path, /\/job-requisitions\/(\d+)_1\?/);
      if (found !== null) return { itemID: `${found.id}_1`, requisitionDescription: html(found.text), links: [] };
      if (/\/job-requisitions\/\d/.test(path)) return null;
      const from = numberIn(path, '$skip', 1);
      const jobRequisitions = pageOf(board, from - 1, 20).map(({ id, version, title }) => ({
        ...{ itemID: `${id}_1`, clientRequisitionID: `R${version}`, requisitionTitle: title },
        ...{ postDate: '2026-10-01T12:09:00.000-04:00', workLevelCode: { shortName: 'Regular Full Time' } },
        requisitionLocations: [
          { nameCode: { shortName: ' Cork,  Ireland ' } },
          { nameCode: { shortName: 'Cork, Ireland' } },
        ],
      }));
      return { jobRequisitions, meta: { startSequence: from, totalNumber: board.openings.length, links: [] } };
    },
  },
  {
    kind: 'deel',
    settings: { board: 'acme', companyName: 'Acme' },
    lacks: ['country'],
    extra: 1,
    answer({ path }, board) {
      const organizationId = 'c4aebfd5-51cc-47b8-8ab8-83af08bff14e';
      const id = '280b1307-4f36-4687-9ca1-1958dc1c5b02';
      if (path.endsWith('/career_page_settings')) return { organizationId, jobBoard: { id } };
      if (!path.endsWith(`/${organizationId}/job_boards/${id}/job_postings`)) return null;
      return board.openings.map((opening) => ({
        ...{ id: `posting-${opening.id}`, title: opening.title, richtextDescription: html(opening.text) },
        ...{ isCompensationVisible: false, createdAt: '2026-10-01T18:26:23.272Z' },
        job: {
          jobLocations: [{ location: { name: 'Cork' } }],
          jobEmploymentTypes: [{ employmentType: { name: 'Full-time' } }],
          ...{ jobDepartments: [{ department: { name: 'Kitchen' } }], jobTeams: [], currentCompensation: null },
        },
      }));
    },
  },
  {
    kind: 'prospective',
    settings: { medium: '1950', companyName: 'Acme' },
    lacks: ['country', 'jobType'],
    answer({ path }, board) {
      const jobs = pageOf(board, numberIn(path, 'offset'), numberIn(path, 'limit')).map(({ id, title, text }) => ({
        ...{ id, viewkey: `v${id}`, title, language: 'de', start_date: '2026-10-01T00:00:00', end_date: null },
        links: { directlink: `https://jobs.acme.example/offene-stellen/cook/${id}` },
        szas: {
          sza_tasks: html(text),
          sza_requirements: html('Geschmack'),
          'sza_location.city': 'Cork',
          sza_pensum: '100%',
        },
        attributes: { '20': ['Cork'] },
      }));
      return { jobs, total: board.openings.length };
    },
  },
  {
    kind: 'umantis',
    settings: { host: 'recruitingapp-2698.umantis.com', companyName: 'Acme' },
    lacks: ['country', 'postedAt', 'text'],
    size: 34,
    // The page after the last one is the last one again.
    extra: 1,
    answer({ path }, board) {
      const asked = Number(/\?tc1152481=p(\d+)$/.exec(path)?.[1] ?? 1);
      const page = Math.min(asked, Math.ceil(board.openings.length / 10));
      const rows = pageOf(board, (page - 1) * 10, 10).map(
        ({ id, title }) =>
          `<tr class="tableaslist_contentrow1"><td><ul><li><a href="/Vacancies/${id}/Description/1?lang=ger" class="HSTableLinkSubTitle">${title}</a></li><li><span class="visually-hidden">Art</span><i class="icon icon-jobtype"></i><span class="column-value">Vollzeit</span></li><li><span class="visually-hidden">Anstellungsort</span><i class="icon icon-department"></i><span class="column-value">Cork</span></li></ul></td></tr>`,
      );
      return `<!doctype html><html><body><table class="tableaslist">${rows.join('')}</table><table-navigation initial-data-string='{"TableNr":"1152481","TableTo":10}'></table-navigation></body></html>`;
    },
  },
];
