/** Boards whose listing has another place or another template than that of most boards of their system. */
import { describe, expect, test } from '@jest/globals';
import type { PageRequest } from '../../../../../worker/sources/source.js';
import { expectChanged, inText, openKind } from '../../../../lib/open-kind.js';

const jobPage = (facts: object) =>
  `<!doctype html><h1>Careers</h1><script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'JobPosting', ...facts })}</script>`;
const sitemap = (...addresses: string[]) =>
  `<?xml version="1.0"?><urlset>${addresses.map((each) => `<url><loc>${each}</loc></url>`).join('')}</urlset>`;
const urlsOf = (follow: readonly PageRequest[]) => follow.map(({ url }) => url);
const inRole = (role: PageRequest['role']) => (follow: readonly PageRequest[]) =>
  follow.filter((each) => each.role === role);
const [detail, listing] = [inRole('detail'), inRole('listing')];

/** Reads a page that another address has led to. */
function readAt(kind: ReturnType<typeof openKind>, url: string, body: string, ask: PageRequest | undefined) {
  if (ask === undefined) throw new Error('Nothing is asked.');
  const { source } = kind;
  return source.kind.parse({ url, contentType: '', body, rendered: false }, ask, source.settings);
}

describe('icims', () => {
  const origin = 'https://careers-acme.icims.com';
  const kind = openKind({ kind: 'icims', company: 'careers-acme' });

  test('requests the postings of its sitemap alone', () => {
    const { follow, doubts } = kind.read(
      sitemap(`${origin}/jobs/intro`, `${origin}/jobs/search`, `${origin}/jobs/47/lab-assistant%2c-night/job`),
    );
    expect(urlsOf(follow)).toEqual([`${origin}/jobs/47/lab-assistant%2c-night/job?in_iframe=1`]);
    expect(doubts).toEqual([]);
    expect(kind.read(sitemap(`${origin}/jobs/intro`))).toMatchObject({
      follow: [],
      doubts: [`The sitemap ${origin}/sitemap.xml lists 1 pages, none with the address of a posting.`],
    });
  });

  test('reads the pages of the search where there is no sitemap', () => {
    const { asks, read } = openKind({ kind: 'icims', company: 'careers-acme', listing: 'search' });
    expect(urlsOf(asks())).toEqual([`${origin}/jobs/search?ss=1&in_iframe=1&pr=0`]);
    const card = (id: number, query: string) =>
      `<li class="iCIMS_JobCardItem"><a class="iCIMS_Anchor" href="${origin}/jobs/${id}/cook/job?${query}"><h3>Cook</h3></a></li>`;
    const { follow } = read(
      `<div class="iCIMS_ListingsPage"><a href="/jobs/login?back=1">Log in</a>${card(1, 'in_iframe=1')}${card(2, 'hub=7')}</div>`,
    );
    expect(urlsOf(follow)).toEqual([
      `${origin}/jobs/1/cook/job?in_iframe=1`,
      `${origin}/jobs/2/cook/job?hub=7&in_iframe=1`,
      `${origin}/jobs/search?ss=1&in_iframe=1&pr=1`,
    ]);
    const { postings } = read(jobPage({ title: 'Cook' }), follow[0]);
    expect(postings).toMatchObject([{ title: 'Cook', url: `${origin}/jobs/1/cook/job` }]);
    expect(read('<div class="iCIMS_ListingsPage"></div>', follow[2]).follow).toEqual([]);
  });

  test('takes dates that are made up for each request as not stated', () => {
    const [ask] = kind.read(sitemap(`${origin}/jobs/47/cook/job`)).follow;
    const dated = (datePosted: string, validThrough: string) =>
      kind.read(jobPage({ title: 'Cook', datePosted, validThrough }), ask).postings[0];
    expect(dated('2024-11-28T10:00:03.000Z', '2027-11-28T10:00:03.000Z')).toMatchObject({
      ...{ postedAt: null, validUntil: null },
    });
    expect(dated('2026-10-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z')).toMatchObject({
      postedAt: '2026-10-01T00:00:00.000Z',
      validUntil: '2026-12-01T00:00:00.000Z',
    });
  });
});

describe('radancy', () => {
  const origin = 'https://jobs.acme.example';
  const kind = openKind({ kind: 'radancy', host: 'jobs.acme.example' });
  const job = (id: number, lead = '/job') => `${origin}${lead}/cork/line-cook/27595/${id}`;

  test('knows postings in the words of every language, and passes over pages of results', () => {
    const { follow } = kind.read(
      sitemap(
        job(88_000_001),
        job(88_000_002, '/fr/emploi'),
        `${origin}/employment/cork-jobs/27595/68354/2963597/4`,
        `${origin}/about/88000001`,
      ),
    );
    expect(urlsOf(follow)).toEqual([job(88_000_001), job(88_000_002, '/fr/emploi')]);
  });

  test('reads the search besides a sitemap that ends', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => 88_000_000 + at);
    const whole = kind.read(sitemap(...ids(499).map((id) => job(id)))).follow;
    expect(listing(whole)).toEqual([]);
    const cut = kind.read(sitemap(...ids(500).map((id) => job(id)))).follow;
    expect(urlsOf(listing(cut))).toEqual([`${origin}/search-jobs?p=1`]);
    const card = (id: number) =>
      `<li><a href="/job/cork/line-cook/27595/${id}" data-job-id="${id}"><h2>Line cook</h2></a><button data-job-id="${id}">Save</button></li>`;
    const page = kind.read(
      `<section id="search-results" data-total-job-results="17"><ul>${card(88_000_499)}${card(88_000_500)}</ul><a href="/job-alerts">Alerts</a></section>`,
      cut.at(-1),
    ).follow;
    expect(urlsOf(page)).toEqual([job(88_000_499), job(88_000_500), `${origin}/search-jobs?p=2`]);
    expect(kind.read('<section id="search-results"></section>', page[2]).follow).toEqual([]);
  });

  test('reads the search alone where it is told to', () => {
    const { asks } = openKind({ kind: 'radancy', host: 'jobs.acme.example', listing: 'search' });
    expect(urlsOf(asks())).toEqual([`${origin}/search-jobs?p=1`]);
  });
});

describe('jobvite', () => {
  const origin = 'https://jobs.jobvite.com';
  const kind = openKind({ kind: 'jobvite', board: 'acme' });

  test('follows the pages of the search by their link', () => {
    expect(urlsOf(kind.asks())).toEqual([`${origin}/acme/search`]);
    const row = '<tr><td class="jv-job-list-name"><a href="/acme/job/oAbC1fwG">Line cook</a></td></tr>';
    const next = '<a href="/acme/search?p=1" class="jv-pagination-next">Next</a>';
    const { follow } = kind.read(`<table class="jv-job-list">${row}</table><div>1-50 of 51</div>${next}`);
    expect(urlsOf(follow)).toEqual([`${origin}/acme/job/oAbC1fwG`, `${origin}/acme/search?p=1`]);
    expect(urlsOf(kind.read(`<table>${row}</table>`, follow[1]).follow)).toEqual([`${origin}/acme/job/oAbC1fwG`]);
  });

  test('reads a posting that states no JobPosting', () => {
    const [ask] = kind.read('<a href="/acme/job/oAbC1fwG">Line cook</a>').follow;
    const body =
      '<h1>Acme</h1><h2 class="jv-header">Line cook</h2><div class="jv-job-detail-description"><p>You cook.</p></div>';
    expect(kind.read(body, ask).postings).toMatchObject([
      { title: 'Line cook', url: `${origin}/acme/job/oAbC1fwG`, descriptionHtml: '<p>You cook.</p>' },
    ]);
  });

  test('says that a company has left, instead of that it has no postings', () => {
    const [ask] = kind.asks();
    expect(() => readAt(kind, 'https://search.jobvite.com/?invalid=1', '<h1>Jobvite</h1>', ask)).toThrow(
      'The board is gone: it leads to https://search.jobvite.com/?invalid=1.',
    );
  });
});

describe('avature', () => {
  const origin = 'https://jobs.acme.example/en_US/careers';
  const kind = openKind({ kind: 'avature', host: 'jobs.acme.example', portal: 'en_US/careers' });
  const row = (id: number, template = 'h3') =>
    template === 'h3'
      ? `<article class="article article--result ${id}"><h3 class="title"><a class="link" href="/en_US/careers/JobDetail/Cook-${id}/${id}">Cook ${id}</a></h3><a href="/en_US/careers/ApplicationMethods?jobId=${id}">Apply</a><span class="list-item-location">Cork, Ireland</span></article>`
      : `<li><a href="${origin}/${template}${id}">Cook ${id}</a></li>`;
  const rows = (ids: number[], template?: string) => ids.map((id) => row(id, template)).join('');
  const legend = (text: string) => `<div class="list-controls__text__legend" aria-label="${text}"></div>`;

  test('goes on by the link to the next page', () => {
    const link = '<li class="paginationNextLink"><a href="?folderRecordsPerPage=6&folderOffset=6">Next</a></li>';
    const { follow } = kind.read(legend('12 results') + rows([1, 2]) + link);
    expect(urlsOf(follow)).toEqual([
      `${origin}/JobDetail/Cook-1/1`,
      `${origin}/JobDetail/Cook-2/2`,
      `${origin}/SearchJobs?folderRecordsPerPage=6&folderOffset=6`,
    ]);
    expect(follow[0]?.listed).toMatchObject({ title: 'Cook 1', places: [inText('Cork, Ireland')] });
  });

  test('goes on by jobOffset without a link, and by offset where that gives the first page again', () => {
    const first = kind.read(legend('999+ results') + rows([1, 2])).follow;
    expect(urlsOf(listing(first))).toEqual([`${origin}/SearchJobs?jobOffset=2`]);
    const advanced = kind.read(rows([3, 4]), first[2]).follow;
    expect(urlsOf(listing(advanced))).toEqual([`${origin}/SearchJobs?jobOffset=4`]);
    expect(kind.read('<p>No more</p>', advanced[2])).toMatchObject({ follow: [], flaws: [] });

    const repeated = kind.read(rows([1, 2]), first[2]);
    expect(repeated).toMatchObject({ isIndex: true });
    expect(urlsOf(repeated.follow)).toEqual([`${origin}/SearchJobs?offset=2`]);
    const other = kind.read(rows([3]), repeated.follow[0]).follow;
    expect(urlsOf(other)).toEqual([`${origin}/JobDetail/Cook-3/3`, `${origin}/SearchJobs?offset=3`]);
    expect(kind.read(rows([1, 2]), repeated.follow[0]).follow).toEqual([]);
  });

  test('ends with the number of results that the portal states', () => {
    expect(listing(kind.read(legend('2 results') + rows([1, 2])).follow)).toEqual([]);
  });

  test.each(['JobDetail/Cook/', 'JobDetail?jobId=', 'FolderDetail/Cork/Cook/', 'PipelineDetail?pipelineId='])(
    'reads a portal of another template by its links to %s, each posting once',
    (template) => {
      const { follow } = kind.read(`<ul>${rows([71, 72, 71], template)}</ul><a href="${origin}/Details">Us</a>`);
      expect(urlsOf(detail(follow))).toEqual([`${origin}/${template}71`, `${origin}/${template}72`]);
      const body =
        '<meta property="og:title" content="Cook 71"><meta property="og:site_name" content="Acme"><h1>Careers</h1><main><p>You cook.</p></main>';
      expect(kind.read(body, follow[0]).postings).toMatchObject([
        {
          title: 'Cook 71',
          url: `${origin}/${template}71`,
          company: { name: 'Acme' },
          descriptionHtml: '<p>You cook.</p>',
        },
      ]);
    },
  );

  test('reads the JobPosting of a page, under the title of the list', () => {
    const [ask] = kind.read(rows([1])).follow;
    const stated = { title: 'Cook 1 - Acme', datePosted: '2026-10-01', employmentType: 'FULL_TIME' };
    expect(kind.read(jobPage(stated), ask).postings).toMatchObject([
      { title: 'Cook 1', postedAt: '2026-10-01', jobType: ['FULL_TIME'], places: [inText('Cork, Ireland')] },
    ]);
  });

  test('tells a closed posting and one behind a login from a page', () => {
    const [ask] = kind.read(rows([1])).follow;
    expect(() => readAt(kind, `${origin}/Error`, '<h1>Sorry</h1>', ask)).toThrow('says that the posting is closed');
    expect(() => readAt(kind, `${origin}/Login/`, '<h1>Sorry</h1>', ask)).toThrow('a page that everybody may read');
    expectChanged(
      () => kind.read('<h1>Welcome</h1>'),
      `results with links to their postings at ${origin}/SearchJobs`,
      'a page',
    );
    expect(kind.read('<div class="no-results">None</div>').follow).toEqual([]);
  });
});

describe('phenom', () => {
  const kind = openKind({ kind: 'phenom', host: 'careers.acme.example' });
  const page = (count: number, totalHits: number, more: object = {}) => ({
    refineSearch: {
      totalHits,
      data: { jobs: Array.from({ length: count }, (_, at) => ({ jobId: `${at}`, title: 'Cook', ...more })) },
    },
  });

  test('ends at 10,000 postings, and says so', () => {
    const first = kind.read(page(100, 19_649));
    expect(first).toMatchObject({
      truncated: true,
      flaws: [],
      doubts: ['Phenom shows 9999 of the site’s 19649 postings.'],
    });
    const at = (from: number) => ({ ...(first.follow[100] as PageRequest), memo: { from, total: 19_649 } });
    // Beyond the end the interface states a total of 0: that of the first page counts.
    expect(listing(kind.read(page(100, 19_649), at(9800)).follow)).toMatchObject([{ json: { from: 9900, size: 99 } }]);
    expect(listing(kind.read(page(99, 19_649), at(9900)).follow)).toEqual([]);
    expect(kind.read(page(100, 300))).not.toHaveProperty('truncated');
  });

  test('reads the text of the list as what a page without its own has', () => {
    const [ask] = kind.read(page(1, 1, { city: { name: 'Cork' }, country: 'Ireland', category: ['Kitchen'] })).follow;
    expect(ask?.listed).toMatchObject({
      title: 'Cook',
      places: [{ city: null, country: 'Ireland' }],
      tags: ['Kitchen'],
    });
  });
});

test('beisen: the path of the company’s own pages, and postings that are open', () => {
  const kind = openKind({ kind: 'beisen', company: 'acme', detailPath: 'custom/zwxq' });
  const [ask] = kind.read(
    '<script>var BSGlobal = {"PortalId":"22222222-2222-4222-8222-222222222222"};</script>',
  ).follow;
  const posting = (Id: string, more: object = {}) => ({ Id, JobAdName: '厨师', CategoryId: '1', ...more });
  const list = [posting('11111111-a'), posting('11111111-b', { Status: 1 }), posting('11111111-c', { Status: 2 })];
  expect(kind.read({ Count: 3, Data: list }, ask).postings.map(({ url }) => url)).toEqual([
    'https://acme.zhiye.com/custom/zwxq?jobAdId=11111111-a',
    'https://acme.zhiye.com/custom/zwxq?jobAdId=11111111-b',
  ]);
});

describe('a legacy portal of successfactors', () => {
  const settings = { kind: 'successfactors', host: 'career5.successfactors.eu', company: 'AcmeP' };
  const kind = openKind(settings);
  const field = (name: string, label: string, value: string) =>
    `<${name}><label>${label}</label><value>${value}</value></${name}>`;
  const job = (id: string, more = '') =>
    `<Job><JobTitle><![CDATA[Line cook]]></JobTitle><Job-Description><![CDATA[<p>You cook.</p>]]></Job-Description><ReqId>${id}</ReqId>${more}</Job>`;

  test('reads its list as XML', () => {
    expect(urlsOf(kind.asks())).toEqual([
      'https://career5.successfactors.eu/career?company=AcmeP&career_ns=job_listing_summary&resultType=XML',
    ]);
    expect(openKind({ ...settings, locale: 'de_DE' }).asks()[0]?.url).toContain('resultType=XML&selected_lang=de_DE');
    const fields = [
      '<Posted-Date>09/23/2026</Posted-Date>',
      field('filter1', 'Geographic Location', 'Cork'),
      field('filter2', 'Country', 'Ireland'),
      field('filter3', 'Job Family / Functional Area', 'Kitchen &amp; Bar'),
      field('mfield4', 'Type of Employment', 'Full time'),
      field('filter5', 'City', '[[filter5]]'),
    ];
    const { postings, flaws } = kind.read(
      `<?xml version="1.0" encoding="UTF-8"?><Job-Listing>${job('4711', fields.join(''))}${job('')}${job('4712')}</Job-Listing>`,
    );
    expect(flaws).toEqual([expect.stringContaining('Posting 2: ReqId:')]);
    expect(postings).toMatchObject([
      {
        title: 'Line cook',
        url: 'https://career5.successfactors.eu/career?company=AcmeP&career_ns=job_listing&navBarLevel=JOB_SEARCH&career_job_req_id=4711',
        sourceJobId: '4711',
        company: { name: 'AcmeP' },
        places: [{ text: 'Cork', country: 'Ireland' }],
        jobType: ['Full time'],
        postedAt: '2026-09-23',
        descriptionHtml: '<p>You cook.</p>',
        tags: ['Kitchen & Bar'],
      },
      { sourceJobId: '4712', places: [], postedAt: null },
    ]);
  });

  test('tells an empty list from a page', () => {
    expect(kind.read('<?xml version="1.0"?><Job-Listing></Job-Listing>')).toEqual({
      postings: [],
      flaws: [],
      follow: [],
    });
    expectChanged(() => kind.read('<html><body>Error</body></html>'), 'an element <Job-Listing>', 'an HTML page.');
  });
});

describe('softgarden by its page', () => {
  const kind = openKind({ kind: 'softgarden', company: 'acme', listing: 'page' });
  const origin = 'https://acme.softgarden.io';

  test.each([
    'var complete_job_id_list = [48677018, 53688446];',
    'var complete_job_id_list = jobs_selected = [48677018,53688446];',
  ])('requests the postings of %s', (script) => {
    expect(urlsOf(kind.asks())).toEqual([`${origin}/`]);
    const { follow } = kind.read(`<script>var jobs = [7]; ${script} var other = [9];</script>`);
    expect(urlsOf(follow)).toEqual([`${origin}/job/48677018`, `${origin}/job/53688446`]);
    const stated = { title: 'Koch', identifier: { value: 48677018 }, datePosted: '2026-10-01' };
    expect(kind.read(jobPage(stated), follow[0]).postings).toMatchObject([{ title: 'Koch', postedAt: '2026-10-01' }]);
  });

  test('tells an empty list from a page without one', () => {
    expect(kind.read('<script>var complete_job_id_list = [];</script>').follow).toEqual([]);
    expectChanged(() => kind.read('<h1>Jobs</h1>'), 'a page with complete_job_id_list', '"<h1>Jobs</h1>"');
  });
});

describe('careerplug', () => {
  const origin = 'https://acme.careerplug.com';
  const kind = openKind({ kind: 'careerplug', company: 'acme' });
  const card = (id: number) =>
    `<a href="/jobs/${id}"><div class="job-title"><span class="name">Cook ${id}</span></div></a>`;

  test('follows the pages of a board by their link', () => {
    const next = '<div class="pagination"><a class="next_page" href="/jobs?page=2">Next</a></div>';
    const { follow } = kind.read(`${card(1)}${card(2)}<a href="/jobs/alerts/new">Alerts</a>${next}`);
    expect(urlsOf(follow)).toEqual([`${origin}/jobs/1`, `${origin}/jobs/2`, `${origin}/jobs?page=2`]);
    const last = '<div class="pagination"><span class="next_page disabled">Next</span></div>';
    expect(urlsOf(kind.read(card(3) + last, follow[2]).follow)).toEqual([`${origin}/jobs/3`]);
  });

  test('reads each posting by its own page, be it stated in the listing as well or in markup alone', () => {
    const { postings, follow } = kind.read(jobPage({ title: 'Cook 1' }) + card(1));
    expect([postings, urlsOf(follow)]).toEqual([[], [`${origin}/jobs/1`]]);
    const body =
      '<h1 class="job-name">Cook 1</h1><div class="job-location">Cork</div><div class="job-compensation">$20 per hour</div><div class="job-description-container"><p>You cook.</p></div>';
    expect(kind.read(body, follow[0]).postings).toMatchObject([
      {
        title: 'Cook 1',
        places: [inText('Cork')],
        salary: { text: '$20 per hour' },
        descriptionHtml: '<p>You cook.</p>',
      },
    ]);
  });
});

test('applicantstack: postings without a JobPosting are read by the table of their page', () => {
  const kind = openKind({ kind: 'applicantstack', company: 'acme' });
  const [ask] = kind.read(
    '<table id="data-table"><tr><td><a href="/x/detail/a2v6ve">Cook</a></td></tr></table>',
  ).follow;
  const rows =
    '<tr><th>ID:</th><td>56-CBH</td></tr><tr><th>Date Posted:</th><td>2026-03-12</td></tr><tr><th>City:</th><td>Cork</td></tr>';
  const body = `<meta property="og:title" content="Cook"><meta property="og:site_name" content="Acme"><table>${rows}</table><div class="listing_description"><p>You cook.</p></div>`;
  expect(kind.read(body, ask).postings).toMatchObject([
    {
      title: 'Cook',
      url: 'https://acme.applicantstack.com/x/detail/a2v6ve',
      company: { name: 'Acme' },
      requisitionId: '56-CBH',
      places: [inText('Cork')],
      postedAt: '2026-03-12',
      descriptionHtml: '<p>You cook.</p>',
    },
  ]);
});

test('dvinci, prospective, jibe: pay and places that some boards state elsewhere', () => {
  const salary = { currency: 'EUR', value: { minValue: 42_000, maxValue: '48000', unitText: 'YEAR' } };
  const publication = {
    id: 1,
    position: 'Koch',
    jobPublicationURL: 'https://jobs.acme.example/1',
    jobOpening: { salary },
  };
  expect(openKind({ kind: 'dvinci', host: 'jobs.acme.example' }).read([publication]).postings).toMatchObject([
    { salary: { min: 42_000, max: '48000', currency: 'EUR', per: 'YEAR' } },
  ]);

  const job = { id: 1, title: 'Koch', links: { directlink: 'https://jobs.acme.example/1' } };
  const placed = { ...job, szas: { sza_tasks: 'Kochen' }, attributes: { arbeitsort: ['Chur', 'Davos'] } };
  expect(openKind({ kind: 'prospective', medium: '7' }).read({ jobs: [placed], total: 1 }).postings).toMatchObject([
    { places: [inText('Chur'), inText('Davos')] },
  ]);

  const data = {
    slug: '7',
    title: 'Cook',
    city: 'Cork',
    full_location: 'Cork, Ireland; Galway, Ireland; Cork, Ireland',
  };
  const site = openKind({ kind: 'jibe', host: 'careers.acme.example' });
  expect(site.read({ jobs: [{ data }], totalCount: 1 }).postings).toMatchObject([
    { places: [inText('Cork, Ireland'), inText('Galway, Ireland')] },
  ]);
});
