import { describe, expect, test } from '@jest/globals';
import { expectChanged, inText, openKind } from '../../../../lib/open-kind.js';

/** A kind whose first answer leads to its list, read up to the list's answer. */
function readList(kind: ReturnType<typeof openKind>, first: unknown, list: unknown) {
  const [ask] = kind.read(first).follow;
  if (ask === undefined) throw new Error('No list is asked for.');
  return { ask, ...kind.read(list, ask) };
}

describe('almacareer', () => {
  const kind = openKind({ kind: 'almacareer', host: 'mcdonalds.topjobs.sk' });
  const key = 'a4c5b243a41cfda762c8068c73cdc89bf357f6284fc80f59c7bbbfaddb8cd18e';
  // Fields in another order, beside settings of their own.
  const script = `var x={"widgets":{"main":{"themes":{"a":{"b":1}},"detailPath":"detail-pozicie","apiKey":"${key}","id":"075c7246-bbd1-4670-a7b6-347e02e35dd2"}}};`;
  const ad = (id: string, more: object = {}) => ({
    ...{ id, title: 'Kuchár', validFrom: '2026-10-22T09:10:22+02:00', languageIso: 'sk', teaser: '<p>Varíte.</p>' },
    locations: [{ country: 'Slovensko', region: 'Košický', district: 'Košice', city: 'Košice', cityPart: null }],
    ...{ salary: { min: 1200, max: null, period: 'mesiac', currency: 'EUR' }, employer: { companyName: 'Acme' } },
    parameters: { employmentTypesObjects: [{ id: '201300007', label: 'brigáda' }] },
    ...{ fieldsObjects: [{ id: '1', label: 'Gastro' }], professionsObjects: [] },
    ...more,
  });
  const answer = (groupedJobAds: unknown, paginator: object = {}) => ({
    data: { widget: { jobAdList: { paginator: { currentPage: 1, lastPage: 1, ...paginator }, groupedJobAds } } },
  });

  test('reads the ads of all groups, with the key of the site’s widget', () => {
    const groups = [{ jobAds: [ad('2')], groups: [{ jobAds: [ad('3')], groups: null }] }];
    const { ask, follow, flaws } = readList(kind, script, answer({ jobAds: [ad('1')], groups }, { lastPage: 2 }));
    expect(ask).toMatchObject({
      url: 'https://api.capybara.lmc.cz/api/graphql/widget',
      headers: { 'x-api-key': key, origin: 'https://mcdonalds.topjobs.sk' },
      json: { variables: { widgetId: '075c7246-bbd1-4670-a7b6-347e02e35dd2', host: 'mcdonalds.topjobs.sk', page: 1 } },
    });
    expect(flaws).toEqual([]);
    expect(
      follow.map(({ role, json }) => [role, JSON.stringify(json).replace(/^.*"useExampleData":false,/, '')]),
    ).toEqual([
      ['detail', '"jobId":"1"}}'],
      ['detail', '"jobId":"2"}}'],
      ['detail', '"jobId":"3"}}'],
      ['listing', '"page":2,"filters":[],"rps":10}}'],
    ]);
    const detail = { data: { widget: { jobAd: { id: '1', content: { htmlContent: '<p>Celý text.</p>' } } } } };
    expect(kind.read(detail, follow[0]).postings).toMatchObject([
      {
        url: 'https://mcdonalds.topjobs.sk/detail-pozicie?r=detail&id=1',
        company: { name: 'Acme' },
        places: [{ city: 'Košice', region: 'Košický', country: 'Slovensko' }],
        jobType: ['part time'],
        salary: { min: 1200, max: null, currency: 'EUR', per: 'month' },
        descriptionHtml: '<p>Celý text.</p>',
        tags: ['Gastro'],
      },
    ]);
  });

  test('finds the widget in the page, in the site’s script, or in the chunk of scripts that has it', () => {
    const main = 'https://mcdonalds.topjobs.sk/assets/js';
    const next = (body: string, ask = kind.asks()[0]) => kind.read(body, ask).follow[0];
    const inline = `<script>window.__LMC_CAREER_WIDGET__.push({"apiKey":"${key}","widgetId":"075c7246-bbd1-4670-a7b6-347e02e35dd2","host":"x"});</script>`;
    expect(next(inline)).toMatchObject({ method: 'POST', headers: { 'x-api-key': key } });
    // A page that names no script has it where older sites do.
    expect(next('<html></html>')?.url).toBe(`${main}/script.min.js`);
    const loader = next('<script src="/assets/js/react.min.js?av=7c" id="react-chunks"></script>');
    expect(loader?.url).toBe(`${main}/react.min.js`);
    const first = next('var e=["react.50e0a46e.react.min.js","react.49d0a293.react.min.js"]', loader);
    expect(first?.url).toBe(`${main}/react.50e0a46e.react.min.js`);
    const second = next('"use strict";', first);
    expect(second?.url).toBe(`${main}/react.49d0a293.react.min.js`);
    expect(next(script.replace('"main"', '"main-sk"'), second)).toMatchObject({
      json: { variables: { widgetId: '075c7246-bbd1-4670-a7b6-347e02e35dd2', page: 1 } },
    });
    // Code instead of data; and a further script where one is not there.
    const code = `t("widgetApiKey","${key}"),n()(r,"widgetId","075c7246-bbd1-4670-a7b6-347e02e35dd2")`;
    expect(next(code, first)).toMatchObject({ method: 'POST', headers: { 'x-api-key': key } });
    expect(first?.otherwise?.url).toBe(second?.url);
    expect(next('<script src="//cdn.example/x/script.min.js"></script>')?.url).toBe(`${main}/script.min.js`);
    expectChanged(() => next('"use strict";', second), 'a script with the id and key of its widget', '""use strict');
  });

  test('says that there are more where groups leave out ads that their total counts', () => {
    const list = (groups: object) => readList(kind, script, answer(groups, { totalNumberOfItems: 2 }));
    expect(list({ jobAds: [ad('1')], groups: null }).truncated).toBe(true);
    expect(list({ jobAds: [ad('1'), ad('2')], groups: null }).truncated).toBeUndefined();
  });

  test('does not take a site without its widget for one without jobs', () => {
    expectChanged(
      () => readList(kind, script, { errors: [{}], data: { widget: null } }),
      'an object with a number "data.widget.jobAdList.paginator.lastPage"',
      '{"errors"',
    );
  });
});

describe('cornerstone', () => {
  const kind = openKind({ kind: 'cornerstone', company: 'chopard', site: '5' });
  const token = 'a1b2c3d4.e5f6a7b8.c9d0e1f2';
  const home = (cloud: string, cultureName = 'en-GB') =>
    `<script>if (!csod.context) csod.context=${JSON.stringify({ corp: 'chopard', token, cultureID: 2, cultureName, endpoints: { cloud } })};</script>`;
  const job = (more: object = {}) => ({
    ...{ requisitionId: 4711, displayJobTitle: 'Horloger', externalDescription: '<p>Montres.</p>' },
    ...{ postingEffectiveDate: '03/10/2026', postingExpirationDate: '-' },
    locations: [{ city: 'Meyrin', state: 'Genève', country: 'CH' }],
    ...more,
  });
  const answer = (list: unknown[], totalCount = list.length) => ({
    status: 'Success',
    data: { totalCount, requisitions: list },
  });

  test('searches with the token of its page, and reads days as the site’s language writes them', () => {
    const { ask, postings, follow } = readList(kind, home('https://eu-fra.api.csod.com/'), answer([job()], 2));
    expect(ask).toMatchObject({
      url: 'https://eu-fra.api.csod.com/rec-job-search/external/jobs',
      headers: { authorization: `Bearer ${token}`, 'csod-accept-language': 'en-GB' },
      json: { careerSiteId: 5, careerSitePageId: 5, pageNumber: 1, pageSize: 100, cultureId: 2 },
    });
    expect(postings).toMatchObject([
      {
        url: 'https://chopard.csod.com/ux/ats/careersite/5/home/requisition/4711?c=chopard',
        places: [{ city: 'Meyrin', region: 'Genève', country: 'CH' }],
        ...{ postedAt: '2026-10-03', validUntil: null },
      },
    ]);
    expect(follow).toMatchObject([{ json: { pageNumber: 2 } }]);
    const american = readList(kind, home('https://us.api.csod.com', 'en-US'), answer([job()]));
    expect(american.postings[0]?.postedAt).toBe('2026-03-10');
    expect(american.follow).toEqual([]);
  });

  test('sends the token to no host but its own', () => {
    expectChanged(
      () => kind.read(home('https://csod.com.evil.example/')),
      'a page with the token and interface of its search',
      'another "endpoints.cloud"',
    );
  });
});

test('beisen: the place, the text and the page of a posting by its category', () => {
  const kind = openKind({ kind: 'beisen', company: 'chery' });
  const portal = '22222222-2222-4222-8222-222222222222';
  const posting = {
    ...{ Id: '11111111-1111-4111-8111-111111111111', JobAdId: 987, JobAdName: '平台工程师', Category: '校园招聘' },
    ...{
      CategoryId: '2',
      LocNames: ['安徽省芜湖市', '安徽省芜湖市'],
      Duty: '构建系统',
      Require: 'Python',
      Kind: '全职',
    },
    ...{ PostDate: '0001-01-01T00:00:00', Salary: '10K-15K', Status: 1 },
  };
  const page = `<script>var BSGlobal = {"PortalId":"${portal}","tenantInfo":{"Id":1}};</script>`;
  const { ask, postings, follow } = readList(kind, page, { Code: 200, Count: 101, Data: [posting] });
  expect(ask.json).toMatchObject({ PortalId: portal, PageIndex: 0, PageSize: 100 });
  expect(postings).toMatchObject([
    {
      url: 'https://chery.zhiye.com/campus/detail?jobAdId=11111111-1111-4111-8111-111111111111',
      ...{ places: [inText('安徽省芜湖市')], postedAt: null, descriptionText: '构建系统\n\nPython' },
      salary: { text: '10K-15K' },
    },
  ]);
  expect(follow).toMatchObject([{ json: { PageIndex: 1 } }]);
  // Portals of the older system state no such id.
  expectChanged(
    () => kind.read("<script>_splash('zhiye_contentpage',0,1,'new_zhiye_com')</script>"),
    'JSON after "var BSGlobal ="',
    '"<script>',
  );
});

test('adp: the company that its career center names, and places by their address', () => {
  const kind = openKind({ kind: 'adp', cid: '0b103883-5bcb-4c19-89f9-e2b305fc27b0' });
  const [features] = kind.asks();
  expect(features?.url).toMatch(/\/staffing\/client-features\?cid=0b103883/);
  expect(features?.otherwise).toMatchObject({ memo: { from: 1, company: null } });
  const [list] = kind.read({ ClientID: 'acme', ClientName: 'Acme Tools' }, features).follow;
  const listed = (id: number, more: object) => ({
    itemID: `${id}_1`,
    requisitionTitle: 'Welder',
    requisitionLocations: [more],
  });
  const at = (cityName: string, codeValue?: string) => ({
    address: { cityName, ...(codeValue !== undefined && { countrySubdivisionLevel1: { codeValue } }) },
  });
  const jobRequisitions = [
    listed(1, at('Boston')),
    listed(2, { ...at('Austin', 'TX'), nameCode: { shortName: ' US' } }),
    listed(3, { ...at('Salem', 'OR'), nameCode: { shortName: 'Mill,  Salem , OR, US' } }),
    listed(4, { nameCode: { shortName: 'Remote, US' } }),
  ];
  const { follow } = kind.read({ jobRequisitions, meta: { totalNumber: 4 } }, list);
  expect(follow.map((each) => each.listed?.places)).toEqual([
    [{ text: null, city: 'Boston', region: null, country: null }],
    [{ text: null, city: 'Austin', region: 'TX', country: 'US' }],
    [{ text: null, city: 'Salem', region: 'OR', country: 'US' }],
    [inText('Remote, US')],
  ]);
  expect(follow[0]?.listed?.company.name).toBe('Acme Tools');
  expect(kind.read({ ClientName: 7, other: {} }, features).follow).toMatchObject([{ memo: { company: '7' } }]);
  expect(kind.read({ error: 'no' }, features).follow).toMatchObject([{ memo: { company: null } }]);
});

test('adp: places as they are written, and pay with its period from the posting', () => {
  const kind = openKind({ kind: 'adp', cid: '0b103883-5bcb-4c19-89f9-e2b305fc27b0', companyName: 'Acme' });
  const listed = {
    ...{ itemID: '9202920507783_1', clientRequisitionID: '1041', requisitionTitle: 'Product Marketing Manager' },
    ...{ postDate: '2026-06-09T12:18:00.000-04:00', workLevelCode: { shortName: 'Full Time' } },
    requisitionLocations: [{ nameCode: { shortName: ' Naperville,  IL , US ' } }, { nameCode: {} }],
  };
  const { follow } = kind.read({ jobRequisitions: [listed], meta: { startSequence: 1, totalNumber: 1 } });
  expect(follow).toHaveLength(1);
  const detail = {
    ...{ ...listed, requisitionDescription: '<p>Markets.</p>' },
    payGradeRange: {
      minimumRate: { amountValue: 110_000, currencyCode: 'USD' },
      maximumRate: { amountValue: 125_000, currencyCode: 'USD' },
    },
    customFieldGroup: {
      codeFields: [{ shortName: 'Annually', nameCode: { codeValue: 'SalaryType' } }],
      stringFields: [],
    },
  };
  expect(kind.read(detail, follow[0]).postings).toMatchObject([
    {
      url: 'https://workforcenow.adp.com/mascsr/default/mdf/recruitment/recruitment.html?cid=0b103883-5bcb-4c19-89f9-e2b305fc27b0&ccId=19000101_000001&lang=en_US&selectedMenuKey=CareerCenter&jobId=9202920507783_1',
      ...{ places: [inText('Naperville, IL, US')], requisitionId: '1041' },
      salary: { min: 110_000, max: 125_000, currency: 'USD', per: 'Annually' },
    },
  ]);
});

test('deel: pay only where the company shows it', () => {
  const kind = openKind({ kind: 'deel', board: 'klarna' });
  const ids = { organizationId: 'c4aebfd5-51cc-47b8', jobBoard: { id: '280b1307-4f36-4687' } };
  const pay = { minAmount: 100_000, maxAmount: 150_000, currencyIsoCode: 'USD' };
  const posting = (isCompensationVisible: boolean) => ({
    ...{ id: '69b25a17-12af', title: 'Manager, Zurich', richtextDescription: '<p>Role</p>', isCompensationVisible },
    job: { jobLocations: [{ location: { name: 'Zurich' } }], currentCompensation: pay },
  });
  const { ask, postings } = readList(kind, ids, [posting(false), posting(true)]);
  expect(ask.url).toBe(
    'https://api-prod.letsdeel.com/guest/ats/organizations/c4aebfd5-51cc-47b8/job_boards/280b1307-4f36-4687/job_postings',
  );
  expect(postings.map(({ salary }) => salary?.max ?? null)).toEqual([null, 150_000]);
  expect(postings[0]).toMatchObject({ company: { name: 'klarna' }, places: [inText('Zurich')] });
});

describe('umantis', () => {
  const kind = openKind({ kind: 'umantis', host: 'jobs.acme.example' });
  const table = (rows: string) => `<table class="c-box c-table table-as-list">${rows}</table>`;

  test('reads both templates, and columns by their label where they have no icon', () => {
    const link =
      '<a href="https://jobs.acme.example/Vacancies/2/Description/2" class="HSTableLinkSubTitle">Engineer </a>';
    const row = `<tr><td><ul><li>${link}</li><li><span class="visually-hidden">Location:</span><span class="column-value">Geneva</span></li></ul></td></tr>`;
    const other = '<tr><td><a href="/other" class="HSTableLinkSubTitle">No vacancy</a></td></tr>';
    const { postings, follow } = kind.read(table(row + other));
    expect(postings).toMatchObject([
      { title: 'Engineer', url: 'https://jobs.acme.example/Vacancies/2/Description/2', places: [inText('Geneva')] },
    ]);
    expect(follow).toEqual([]);
  });

  test('tells a table without openings from a page of another shape', () => {
    expect(kind.read(table('')).postings).toEqual([]);
    expectChanged(() => kind.read('<html><h1>Welcome</h1></html>'), 'a table of openings', '"<html>');
  });
});

test('jibe: postings have the path of the site’s own pages', () => {
  const kind = openKind({ kind: 'jibe', host: 'careers.acme.example', path: 'careers-home/jobs' });
  const answer = { totalCount: 1, jobs: [{ data: { slug: '91921', title: 'Engineer' } }] };
  expect(kind.read(answer).postings[0]?.url).toBe('https://careers.acme.example/careers-home/jobs/91921');
});
