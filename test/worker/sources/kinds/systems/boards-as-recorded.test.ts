import { describe, expect, test } from '@jest/globals';
import { recogniseAddress } from '../../../../../worker/recognise/recognise-address.js';
import { expectChanged, inText, openKind, posting } from '../../../../lib/open-kind.js';

describe('eightfold', () => {
  const kind = openKind({ kind: 'eightfold', company: 'tinworks', domain: 'tinworks.example' });
  const [first] = kind.asks();
  const older = first?.otherwise;
  const position = {
    ...{ id: 1099511, name: 'Solderer, Night Shift', location: 'Truro, England', department: 'Metal' },
    canonicalPositionUrl: 'https://tinworks.eightfold.ai/careers/job/1099511',
    ...{ locations: ['Truro, England', 'Leeds, England'], job_description: '', t_create: 1_790_841_600 },
  };

  test('names the older interface for sites that refuse the newer one', () => {
    expect(first?.url).toMatch(/\/api\/pcsx\/search\?domain=tinworks\.example&/);
    expect(older?.url).toBe('https://tinworks.eightfold.ai/api/apply/v2/jobs?domain=tinworks.example&start=0&num=10');
  });

  test('reads positions and texts of the older interface, with and without their number', () => {
    const { follow, flaws } = kind.read({ domain: 'tinworks.example', positions: [position] }, older);
    expect(flaws).toEqual([]);
    expect(follow.map(({ url }) => url)).toEqual([
      'https://tinworks.eightfold.ai/api/apply/v2/jobs/1099511?domain=tinworks.example',
      'https://tinworks.eightfold.ai/api/apply/v2/jobs?domain=tinworks.example&start=1&num=10',
    ]);
    expect(kind.read({ count: 1, positions: [position] }, older).follow).toHaveLength(1);
    expect(kind.read({ positions: [] }, follow[1]).follow).toEqual([]);
    expect(kind.read({ id: 1099511, job_description: '<p>You solder.</p>' }, follow[0]).postings).toEqual([
      posting({
        title: 'Solderer, Night Shift',
        url: 'https://tinworks.eightfold.ai/careers/job/1099511',
        sourceJobId: '1099511',
        company: { name: 'tinworks', url: null, logoUrl: null },
        places: [inText('Truro, England'), inText('Leeds, England')],
        postedAt: 1_790_841_600,
        descriptionHtml: '<p>You solder.</p>',
        tags: ['Metal'],
      }),
    ]);
    expectChanged(
      () => kind.read({ domain: 'tinworks.example' }, older),
      'an object with a list "positions"',
      '{"domain"',
    );
  });

  test('finds the domain in the data of a page that does not mark it', () => {
    const open = openKind({ kind: 'eightfold', company: 'tinworks' });
    const page = '<code id="smartApplyData">{&#34;domain&#34;: &#34;tin.example&#34;, &#34;positions&#34;: []}</code>';
    expect(open.read(page).follow[0]?.url).toContain('domain=tin.example&');
  });
});

describe('jobylon', () => {
  const kind = openKind({ kind: 'jobylon', board: 'companies/2631' });
  const job = (id: number, more: string) =>
    `{ id: '${id}', url: '/jobs/${id}-cartwright/', title: 'Wheelwright \\u0027Oak\\u0027', company: 'Cartwright', klass: { 'job-id-${id}': true, }, ${more} },`;
  const embed = (jobs: string) => `<script>JBL.embed_v2['companies'] = [ 'Cartwright', ];
    JBL.embed_v2['jobs'] = [ ${jobs} ];
    JBL.embed_v2['locations'] = [ 'Paris', ];</script>`;

  test('reads jobs that do not say whether they are internal, and leaves out those that are', () => {
    const { follow, flaws } = kind.read(
      embed(
        job(1, "layers: { 'layers_1': [ 'Japan', ], }") + job(2, 'is_internal: true') + job(3, 'is_internal: null'),
      ),
    );
    expect(flaws).toEqual([]);
    expect(follow.map(({ listed }) => [listed?.sourceJobId, listed?.title])).toEqual([
      ['1', "Wheelwright 'Oak'"],
      ['3', "Wheelwright 'Oak'"],
    ]);
  });

  test('names a job that cannot be read and keeps the board', () => {
    const { follow, flaws, unread } = kind.read(embed(`${job(1, '')} { id: '2', title: 'Other' },`));
    expect(follow).toHaveLength(1);
    expect(flaws).toEqual([expect.stringContaining('Entry 2: url:')]);
    expect(unread).toContain('2');
  });
});

describe('zoho-recruit', () => {
  const kind = openKind({ kind: 'zoho-recruit', company: 'copperbell', companyName: 'Copper Bell' });
  const page = (list: unknown[]) =>
    `<html><body><input type="hidden" id="jobs" value="${JSON.stringify(list).replaceAll('"', '&quot;')}"></body></html>`;
  const opening = (id: number) => ({ id: `9411000${id}`, Posting_Title: `Bell founder ${id}`, City: 'Graz' });

  test('asks the site for its openings where the page has their ids alone', () => {
    const { follow, isIndex } = kind.read(page([{ id: '94110001' }, { id: '94110002' }]));
    expect(isIndex).toBe(true);
    const url = new URL(follow[0]?.url ?? '');
    expect(url.origin + url.pathname).toBe('https://copperbell.zohorecruit.com/recruit/v2/public/Job_Openings');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      pagename: 'Careers',
      source: 'CareerSite',
      extra_fields: '["State","Salary","Industry","Remote_Job","Job_Description"]',
    });
    const own = 'https://copperbell.zohorecruit.com/jobs/Careers/94110001/Bell-founder?source=CareerSite';
    const more = { Remote_Job: 'Yes', Date_Opened: '10/02/2026', Job_Type: 'Full time', $url: own };
    const read = kind.read({ code: 'success', data: [{ ...opening(1), ...more }, { id: '94110002' }] }, follow[0]);
    expect(read.postings).toMatchObject([
      { title: 'Bell founder 1', url: own, workplace: ['remote'], postedAt: '10/02/2026', places: [{ city: 'Graz' }] },
    ]);
    expect(read.flaws).toEqual([expect.stringContaining('Posting 2: Posting_Title:')]);
    expect(read.unread).toContain('94110002');
    expectChanged(() => kind.read({ code: 'NO_PERMISSION' }, follow[0]), 'an object with a list "data"', '{"code"');
  });

  test('takes a page of 275 openings for the whole board, and one of 750 for a part', () => {
    const read = (count: number) => kind.read(page(Array.from({ length: count }, (_, at) => opening(at))));
    expect([read(275).postings.length, read(275).truncated]).toEqual([275, undefined]);
    expect(read(750).truncated).toBe(true);
    expect(kind.read(page([]))).toEqual({ postings: [], flaws: [], follow: [] });
  });
});

describe('jazzhr', () => {
  const kind = openKind({ kind: 'jazzhr', company: 'bellows' });
  const job = (code: string, more: string) =>
    `<job><id><![CDATA[job_20260714093055_ABCDEF]]></id><title><![CDATA[Smith]]></title><url><![CDATA[http://bellows.applytojob.com/apply/${code}/Smith]]></url>${more}</job>`;
  const feed = (jobs: string) =>
    `<?xml version="1.0"?><jobs><publisher>JazzHR</publisher><company><![CDATA[Bellows & Co]]></company>${jobs}</jobs>`;

  test('reads the day from the id, and leaves out jobs that are not open', () => {
    const { postings } = kind.read(
      feed(job('aaaa1111', '<status>Open</status>') + job('bbbb2222', '<status>Filled</status>') + job('cccc3333', '')),
    );
    expect(postings.map(({ url, postedAt }) => [url.slice(-14, -6), postedAt])).toEqual([
      ['aaaa1111', '2026-07-14'],
      ['cccc3333', '2026-07-14'],
    ]);
    const dated = job('aaaa1111', '<original_open_date>2026-07-01</original_open_date>');
    expect(kind.read(feed(dated)).postings[0]?.postedAt).toBe('2026-07-01');
  });

  test('reads the jobs that the feed leaves out by their own pages', () => {
    const [rest] = kind.read(feed(job('aaaa1111', ''))).follow;
    expect(rest).toMatchObject({ url: 'https://bellows.applytojob.com/apply/jobs', role: 'listing' });
    const list = `<div id="job_listings_wrapper"><table><tr><td><a class="job_title_link" href="/apply/jobs/details/aaaa1111?&">Smith</a></td></tr>
      <tr><td><a class="job_title_link" href="/apply/jobs/details/dddd4444?&">Farrier</a></td></tr></table>
      <a href="/apply/eeee5555/Tinker">Tinker</a><a href="/apply/jobs/">All jobs</a></div>`;
    const { follow, flaws } = kind.read(list, rest);
    expect(flaws).toEqual([]);
    expect(follow.map(({ url, role }) => [role, url])).toEqual([
      ['detail', 'https://bellows.applytojob.com/apply/jobs/details/dddd4444'],
      ['detail', 'https://bellows.applytojob.com/apply/eeee5555/Tinker'],
    ]);
    const data = { '@type': 'JobPosting', title: 'Farrier', datePosted: '2026-08-29', description: '<p>Hooves.</p>' };
    const page = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
    expect(kind.read(page, follow[0]).postings).toMatchObject([
      { sourceJobId: 'dddd4444', company: { name: 'Bellows & Co' }, postedAt: '2026-08-29' },
    ]);
  });

  test('says so where the list of all jobs is not known', () => {
    const [rest] = kind.read(feed('')).follow;
    expect(kind.read('<div id="job_listings_wrapper">No jobs.</div>', rest).flaws).toEqual([]);
    expect(kind.read('<html>Welcome</html>', rest).flaws).toEqual([expect.stringContaining('no list of jobs')]);
  });
});

test('traffit: lists of types, the work model and pay among the options', () => {
  const kind = openKind({ kind: 'traffit', company: 'amber', companyName: 'Amber' });
  const post = (options: unknown) => ({
    ...{ id: 1, url: 'https://amber.traffit.com/public/an/1', valid_start: '2026-06-03 15:58:21', options },
    advert: { id: 5, name: 'Jeweller', values: [{ field_id: 'description', value: '<p>You set stones.</p>' }] },
  });
  const pay = { _Salary_MIN: '6100', _Salary_MAX: '9900', _Salary_Currency: 'PLN', _Salary_Rate: 'Monthly' };
  const whole = { job_type: ['Full time', 'B2B'], remote: '0', _work_model: 'Hybrid', ...pay };
  expect(kind.read([post(whole)]).postings).toMatchObject([
    {
      jobType: ['Full time', 'B2B'],
      workplace: ['Hybrid'],
      salary: { min: '6100', max: '9900', currency: 'PLN', per: 'Monthly' },
    },
  ]);
  expect(kind.read([post([])]).postings).toMatchObject([{ jobType: [], workplace: [], salary: null }]);
  expect(kind.read([post({ _job_type: '1', '_job_type.translation': 'Part time' })]).postings).toMatchObject([
    { jobType: ['Part time'] },
  ]);
});

describe('manatal', () => {
  const kind = openKind({ kind: 'manatal', board: 'ropewalk' });
  const job = (more: object) => ({ id: 7, hash: 'QY9YR6XV', position_name: 'Rope maker', zipcode: '', ...more });

  test('reads places and the pay that is shown, and the next page by the count', () => {
    const pay = { salary_min: '60000.00', salary_max: '85000.00', currency_code: 'USD' };
    const place = { city: 'Bath', state: '', country: 'England', location_display: 'Bath, England' };
    const { postings, follow } = kind.read({
      count: 3,
      next: 'https://www.careers-page.com/api/v1.0/c/ropewalk/jobs/?page=2',
      results: [job({ ...pay, ...place, is_salary_visible: true }), job({ ...pay, location_display: 'Anywhere' })],
    });
    expect(postings).toMatchObject([
      {
        url: 'https://www.careers-page.com/ropewalk/job/QY9YR6XV',
        places: [{ city: 'Bath', region: null, country: 'England' }],
        salary: { min: '60000.00', max: '85000.00', currency: 'USD' },
      },
      { places: [inText('Anywhere')], salary: null },
    ]);
    expect(follow.map(({ url }) => url)).toEqual([
      'https://www.careers-page.com/api/v1.0/c/ropewalk/jobs/?page_size=20&page=2',
    ]);
    expectChanged(() => kind.read({ results: [] }), 'an object with a number "count"', '{"results"');
  });
});

describe('ukg', () => {
  const board = '6b8d439c-5173-42c1-9022-ac494fbd145d';
  const host = 'gusea1p01.rec.pro.ukg.net';
  const kind = openKind({ kind: 'ukg', host, tenant: 'KILN1', board, companyName: 'Kiln' });
  const listed = { Id: 'c19385b5-7296', Title: 'Potter', FullTime: true, JobLocationType: 2 };
  const detail = (more: object) => {
    const [ask] = kind.read({ totalCount: 1, opportunities: [listed] }).follow;
    const page = `<script>var opportunity = new US.Opportunity.CandidateOpportunityDetail(${JSON.stringify({ ...listed, ...more })});</script>`;
    return kind.read(page, ask).postings[0];
  };

  test('is read and recognised on the newer hosts', () => {
    expect(kind.asks()[0]?.url).toBe(`https://${host}/KILN1/JobBoard/${board}/JobBoardView/LoadSearchResults`);
    expect(recogniseAddress(`https://${host}/KILN1/JobBoard/${board}/?q=&o=postedDateDesc`)).toMatchObject({
      kind: { kind: 'ukg' },
      settings: { host, tenant: 'KILN1', board },
    });
  });

  test.each<[string, object, object | null]>([
    [
      'for a year',
      { CompensationAnnualMinimum: 80_000, CompensationAnnualMaximum: 100_000, CompensationCurrencyCode: 'CAD' },
      { min: 80_000, max: 100_000, currency: 'CAD', per: 'year' },
    ],
    [
      'for an hour',
      { CompensationHourlyMinimum: 21.5, CompensationHourlyMaximum: 24, CompensationCurrency: 1 },
      { min: 21.5, max: 24, currency: null, per: 'hour' },
    ],
    [
      'as a range that is shown',
      { PayRange: { PayRangeMinimum: 50_000 }, PayRangeVisible: true, PayRangeCurrencyCode: 'USD' },
      { min: 50_000, max: null, currency: 'USD', per: null },
    ],
    ['as a range that is not shown', { PayRange: { PayRangeMinimum: 50_000 }, PayRangeVisible: false }, null],
  ])('reads pay %s', (_, more, salary) => {
    expect(detail(more)?.salary).toEqual(salary === null ? null : { text: null, ...salary });
  });

  test('reads the workplace, and what it can of a page with members of other types', () => {
    expect(detail({ Description: '<p>Clay.</p>', Locations: 'Leeds', FullTime: 'yes' })).toMatchObject({
      workplace: ['remote'],
      jobType: ['full time'],
      descriptionHtml: '<p>Clay.</p>',
    });
  });
});

describe('oracle', () => {
  const kind = openKind({ kind: 'oracle', tenant: 'emxx', region: 'us2', site: 'CX_1' });
  const list = (requisitionList: object[], TotalJobsCount = requisitionList.length) => ({
    items: [{ TotalJobsCount, requisitionList }],
  });
  const detail = (more: object, settings: object = {}) => {
    const open = openKind({ kind: 'oracle', tenant: 'emxx', region: 'us2', ...settings });
    const [ask] = open.read(list([{ Id: '16280', Title: 'Turbine fitter' }])).follow;
    const item = { Id: '16280', RequisitionId: 300_008_854, Title: 'Turbine fitter', ...more };
    return open.read({ items: [item], count: 1 }, ask).postings[0];
  };

  test('has the public number, and the company by its name alone', () => {
    expect(detail({ OrganizationDescriptionStr: 'Southern Tides' })).toMatchObject({
      requisitionId: '16280',
      company: { name: 'Southern Tides' },
    });
    expect(detail({ LegalEmployer: 'Tides Ltd', OrganizationDescriptionStr: 'Tides' })?.company.name).toBe('Tides Ltd');
    expect(detail({ OrganizationDescriptionStr: '<p>We turn wheels.</p>' })?.company.name).toBeNull();
    expect(detail({ OrganizationDescriptionStr: 'We turn wheels.' })?.company.name).toBeNull();
    expect(detail({ LegalEmployer: 'Tides Ltd' }, { companyName: 'Tides' })?.company.name).toBe('Tides');
  });

  test('asks beside the finder where a tenant begins again for every offset', () => {
    const page = list(
      [
        { Id: '1', Title: 'A' },
        { Id: '2', Title: 'B' },
      ],
      3,
    );
    const second = kind.read(page).follow[2];
    expect(second?.url).toMatch(/finder=findReqs;siteNumber=CX_1,limit=200,offset=2,sortBy=POSTING_DATES_DESC$/);
    const { follow, isIndex } = kind.read(page, second);
    expect(isIndex).toBe(true);
    expect(follow.map(({ url }) => url)).toEqual([`${second?.url}&limit=200&offset=2`]);
    expect(kind.read(list([{ Id: '3', Title: 'C' }], 3), follow[0]).follow).toHaveLength(1);
    expectChanged(() => kind.read(page, follow[0]), 'requisitions from 2 on', 'the first ones again');
  });
});
