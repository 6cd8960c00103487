import {
  html,
  jobPage,
  numberIn,
  type Opening,
  openingAt,
  pageOf,
  type SimulatedBoard,
  type SimulatedKind,
} from './simulated-kind.js';

type Search = { opportunitySearch: { Top: number; Skip: number } };

/** Systems of large companies. */
export const enterpriseSystems: readonly SimulatedKind[] = [
  {
    kind: 'oracle',
    settings: { tenant: 'acme', region: 'us2', site: 'CX_1', companyName: 'Acme' },
    answer({ path }, board) {
      const facts = { PrimaryLocation: 'Cork, Ireland', JobSchedule: 'Full time', WorkplaceType: null, Unknown: 1 };
      if (path.includes('RequisitionDetails')) {
        const found = openingAt(board, path, /Id="(\d+)"/);
        if (found === null) return { items: [] };
        const { id, title, text } = found;
        const dated = { ExternalPostedStartDate: '2026-10-01T00:00:00+00:00', RequisitionId: id };
        return { items: [{ Title: title, ExternalDescriptionStr: html(text), ...dated, ...facts }] };
      }
      const [, limit, offset] = /limit=(\d+),offset=(\d+)/.exec(path) ?? [];
      const requisitionList = pageOf(board, Number(offset), Number(limit)).map(({ id, title }) => ({
        ...{ Id: String(id), Title: title, PostedDate: '2026-10-01', ...facts, secondaryLocations: [] },
      }));
      return { items: [{ TotalJobsCount: board.openings.length, requisitionList }], hasMore: false };
    },
  },
  {
    kind: 'ukg',
    settings: { tenant: 'ACM1000', board: '0b3b2a1c-8f7e-4f0a-9b6d-2f1e5a4c3d21', companyName: 'Acme' },
    answer({ path, json }, board) {
      const address = { City: 'Cork', State: null, Country: { Name: 'Ireland', Code: 'IRL' } };
      const facts = {
        FullTime: true,
        PostedDate: '2026-10-01T08:00:00Z',
        Locations: [{ LocalizedName: 'Plant', Address: address }],
      };
      if (path.includes('OpportunityDetail')) {
        const found = openingAt(board, path, /opportunityId=(\d+)/);
        if (found === null) return null;
        const detail = { Id: `${found.id}`, Title: found.title, Description: `${html(found.text)} "}"`, ...facts };
        return `<html><script>var opportunity = new US.Opportunity.CandidateOpportunityDetail(${JSON.stringify(detail)}, {});</script></html>`;
      }
      const { Top: size, Skip: from } = (json as Search).opportunitySearch;
      const opportunities = pageOf(board, from, size).map(({ id, title }) => ({ Id: `${id}`, Title: title, ...facts }));
      return { totalCount: board.openings.length, opportunities };
    },
  },
  {
    kind: 'eightfold',
    settings: { company: 'acme', domain: 'acme.example', companyName: 'Acme' },
    lacks: ['jobType'],
    answer({ path }, board) {
      if (path === '/careers') return '<!doctype html><script>window._EF_GROUP_ID = "acme.example";</script>';
      if (path.includes('position_details')) {
        const found = openingAt(board, path, /position_id=(\d+)/);
        return found === null ? null : { data: { id: found.id, jobDescription: html(found.text) } };
      }
      const positions = pageOf(board, numberIn(path, 'start'), 10).map(({ id, title }) => ({
        ...{ id, name: title, displayJobId: `R${id}`, locations: ['Cork, Ireland'], standardizedLocations: [] },
        ...{ workLocationOption: 'onsite', postedTs: 1_790_841_600, positionUrl: `/careers/job/${id}` },
      }));
      return { status: 200, data: { count: board.openings.length, positions } };
    },
  },
  {
    kind: 'phenom',
    settings: { host: 'careers.acme.example', site: 'global/en', companyName: 'Acme' },
    answer({ path, json }, board) {
      if (path !== '/widgets') {
        const found = openingAt(board, path, /\/[a-z]+\/[a-z]+\/job\/(\d+)/);
        return found === null ? null : jobPage(found);
      }
      const { from, size } = json as { from: number; size: number };
      const jobs = pageOf(board, from, size).map(({ id, title }) => ({
        ...{ jobId: `${id}`, title, city: 'Cork', country: 'Ireland', cityStateCountry: 'Cork, Ireland' },
        ...{ type: 'Full time', postedDate: '2026-10-01T00:00:00.000+0000', descriptionTeaser: 'Cook.' },
      }));
      return { refineSearch: { status: 200, hits: jobs.length, totalHits: board.openings.length, data: { jobs } } };
    },
  },
  {
    kind: 'successfactors',
    settings: { host: 'jobs.acme.example' },
    lacks: ['jobType'],
    answer: (_request, { openings }) =>
      `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Acme</title>${openings
        .map(
          ({ id, title, text }) =>
            `<item><g:id>${id}</g:id><title>${title} (Cork, IE)</title><link>https://jobs.acme.example/job/${id}/</link><description><![CDATA[${html(text)}]]></description><g:location>Cork, IE</g:location><g:employer>Acme</g:employer><pubDate>Thu, 01 Oct 2026 08:00:00 GMT</pubDate></item>`,
        )
        .join('')}</channel></rss>`,
  },
  {
    kind: 'paylocity',
    settings: { board: '0b3b2a1c-8f7e-4f0a-9b6d-2f1e5a4c3d21', companyName: 'Acme' },
    answer({ path }, board) {
      if (path.includes('/Jobs/All/')) {
        const jobs = board.openings.map(({ id, title }) => ({
          ...{
            JobId: id,
            JobTitle: title,
            LocationName: 'Plant',
            PublishedDate: '2026-10-01T08:00:00',
            IsInternal: false,
          },
          JobLocation: { City: 'Cork', State: null, Country: 'IRL' },
        }));
        const internal = { JobId: 1, JobTitle: 'For colleagues', IsInternal: true };
        const data = { ModuleTitle: 'Career Opportunities', Jobs: [internal, ...jobs] };
        return `<html><script>window.pageData = ${JSON.stringify(data)};\nvar other = {};</script></html>`;
      }
      const found = openingAt(board, path, /\/Jobs\/Details\/(\d+)/);
      return found === null ? null : jobPage(found);
    },
  },
  {
    kind: 'icims',
    settings: { company: 'careers-acme' },
    answer({ path }, board) {
      if (path === '/sitemap.xml') return sitemapOf(board, ({ id }) => `/jobs/${id}/cook/job`);
      const found = path.includes('in_iframe=1') ? openingAt(board, path, /\/jobs\/(\d+)\/cook\/job/) : null;
      return found === null ? null : jobPage(found);
    },
  },
  {
    kind: 'radancy',
    settings: { host: 'jobs.acme.example' },
    answer({ path }, board) {
      if (path === '/sitemap.xml') return sitemapOf(board, ({ id }) => `/job/cork/cook/27595/88${id}`);
      const found = openingAt(board, path, /\/job\/cork\/cook\/27595\/88(\d+)/);
      return found === null ? null : jobPage(found);
    },
  },
  {
    kind: 'avature',
    settings: { host: 'jobs.acme.example', portal: 'en_US/careers', companyName: 'Acme' },
    lacks: ['country', 'jobType', 'postedAt'],
    size: 40,
    answer({ path }, board) {
      const found = openingAt(board, path, /\/JobDetail\/[\w-]+\/(\d+)$/);
      if (found !== null)
        return `<!doctype html><html><body><h1>Acme Careers</h1><article class="article article--details"><div class="article__content__view__field field--rich-text"><div class="article__content__view__field__value">${html(found.text)}</div></div></article></body></html>`;
      const portal = /^(.+)\/SearchJobs/.exec(path)?.[1];
      if (portal === undefined) return null;
      const offset = numberIn(path, 'jobOffset');
      const rows = pageOf(board, offset, 100).map(
        ({ id, version, title }) =>
          `<article class="article article--result"><h3 class="article__header__text__title"><a class="link" href="${portal}/JobDetail/v${version}/${id}">${title}</a></h3><div class="article__header__text__subtitle"><span class="list-item-location">Cork</span></div></article>`,
      );
      const total = `<div class="list-controls__text__legend" aria-label="${board.openings.length} results"></div>`;
      return `<!doctype html><html><body>${total}${rows.join('')}</body></html>`;
    },
  },
];
function sitemapOf({ openings, baseUrl }: SimulatedBoard, pathOf: (opening: Opening) => string): string {
  const pages = openings.map(
    (each) => `<url><loc>${baseUrl}${pathOf(each)}</loc><lastmod>2026-10-0${each.version}</lastmod></url>`,
  );
  return `<?xml version="1.0"?><urlset><url><loc>${baseUrl}/intro</loc></url>${pages.join('')}</urlset>`;
}
