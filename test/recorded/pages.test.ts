import { describe, expect, test } from '@jest/globals';
import { readSourcesFile } from '../../worker/sources/config/sources-file.js';
import type { Posting } from '../../worker/sources/posting.js';
import { readExample } from './examples.js';

/** Reads a recorded page with the settings an operator would write. */
function read(path: string, settings: object) {
  const base = { id: 'x', kind: 'site', pages: ['https://x.example/board'], render: 'never' };
  const [source] = readSourcesFile(JSON.stringify({ sources: [{ ...base, ...settings }] }), 'test');
  const [ask] = source?.kind.requests(source.settings, {}) ?? [];
  if (source === undefined || ask === undefined) throw new Error('The source was not read.');
  const body = readExample(path);
  return source.kind.parse({ url: ask.url, contentType: '', body, rendered: false }, ask, source.settings);
}

const feed = { kind: 'feed', pages: undefined, render: undefined, url: 'https://x.example/feed' };

type Filled = keyof Posting;
const declared: [string, object, number, Filled[]][] = [
  [
    'listings/gusto_material_board.html',
    {
      item: 'ul.divide-y > li',
      fields: { title: 'h3', url: 'a@href', location: 'p.text-gray-500:has(svg)', jobType: 'p.items-center' },
    },
    3,
    ['places', 'jobType'],
  ],
  [
    'listings/linkedin_guest_listing_hk_trimmed.html',
    {
      item: '.job-search-card',
      fields: {
        id: '@data-entity-urn',
        title: 'h3',
        url: 'a.base-card__full-link@href',
        company: 'h4 a',
        companyUrl: 'h4 a@href',
        location: '.job-search-card__location',
        posted: 'time@datetime',
      },
    },
    3,
    ['places', 'sourceJobId'],
  ],
  [
    'listings/successfactors_hkjc_page1.html',
    {
      item: 'tr.data-row:has(td)',
      fields: {
        title: 'a.jobTitle-link',
        location: 'td.colLocation .jobLocation',
        posted: 'td.colDate .jobDate',
        jobType: 'td.colShifttype .jobShifttype',
        tags: 'td.colFacility .jobFacility',
      },
    },
    -1,
    ['places', 'jobType', 'postedAt', 'tags'],
  ],
  [
    'listings/jobscz_listing_page_first.html',
    {
      item: 'article.SearchResultCard',
      fields: {
        id: 'a.SearchResultCard__titleLink@data-jobad-id',
        title: 'a.SearchResultCard__titleLink',
        company: '[translate=no]',
        location: '[data-test=serp-locality]',
        salary: '.Tag--success',
        posted: '.SearchResultCard__status',
      },
    },
    -1,
    ['places', 'sourceJobId', 'postedAt'],
  ],
  [
    'listings/icims_listing_page.html',
    {
      item: '.iCIMS_JobListingRow',
      fields: { title: 'a', tags: 'td:nth-of-type(2)', location: 'td:nth-of-type(3)', jobType: 'td:nth-of-type(4)' },
      nextLink: '.iCIMS_Paginator a:contains("Next")',
    },
    -1,
    ['title'],
  ],
  [
    'ats/paylocity_board.html',
    {
      data: 'script',
      item: 'Jobs',
      fields: {
        id: 'JobId',
        title: 'JobTitle',
        city: 'JobLocation.City',
        region: 'JobLocation.State',
        country: 'JobLocation.Country',
        workplace: 'LocationName',
        posted: 'PublishedDate',
      },
    },
    2,
    ['places', 'workplace', 'postedAt', 'sourceJobId'],
  ],
  [
    'aggregators/workingnomads_4.json',
    {
      ...feed,
      item: '$',
      fields: {
        title: 'title',
        url: 'url',
        company: 'company_name',
        remoteRegion: 'location',
        workplace: '=remote',
        posted: 'pub_date',
        description: 'description',
        tags: 'tags',
      },
    },
    4,
    ['remoteRegions', 'postedAt', 'descriptionHtml', 'tags'],
  ],
  [
    'aggregators/usajobs_hrxml_2012_sample.xml',
    {
      ...feed,
      item: 'PositionOpening',
      fields: {
        id: 'DocumentID',
        requisitionId: 'PositionID',
        title: 'PositionTitle',
        url: 'GOVT_ApplyOnlineURL',
        company: 'PositionOrganization OrganizationName',
        location: 'PositionLocation LocationName',
        jobType: 'PositionScheduleTypeCode',
        salaryMin: 'RemunerationMinimumAmount',
        salaryMax: 'RemunerationMaximumAmount',
        salaryCurrency: 'RemunerationMinimumAmount@currencyID',
        salaryPer: 'RemunerationRateIntervalCode',
        posted: 'PositionPeriod StartDate FormattedDateTime',
        validUntil: 'PositionPeriod EndDate FormattedDateTime',
        description: ['JobSummary', 'MajorDuties'],
      },
    },
    3,
    ['places', 'jobType', 'salary', 'postedAt', 'validUntil', 'descriptionHtml', 'requisitionId'],
  ],
];

describe('recorded pages', () => {
  test.each(declared)('%s yields its postings by the configured selectors', (path, settings, count, filled) => {
    const { postings, flaws = [] } = read(path, settings);
    expect(flaws).toEqual([]);
    if (count >= 0) expect(postings).toHaveLength(count);
    else expect(postings.length).toBeGreaterThan(3);
    const isUnsaid = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
    for (const posting of postings) expect(filled.filter((field) => isUnsaid(posting[field]))).toEqual([]);
  });

  test.each([
    ['listings/indeed_challenge.html', 'The site answered with a bot check instead of'],
    ['listings/linkedin_authwall.html', 'The site answered with a login page instead of'],
  ])('%s is reported as what it is', (path, sentence) => {
    expect(() => read(path, {})).toThrow(sentence);
    expect(() => read(path, { item: 'li' })).toThrow(sentence);
  });

  test.each([
    'gusto_material_board',
    'icims_listing_page',
    'jobscz_listing_page_first',
    'successfactors_hkjc_page1',
    'waas_list_diode',
  ])('listings/%s.html without selectors is reported with what to configure', (name) => {
    expect(read(`listings/${name}.html`, {}).flaws?.[0]).toMatch(/Point at its jobs’ links with "jobLinks"/);
  });

  test('a sitemap and its index yield their job pages', () => {
    const sitemap = { pages: undefined, sitemap: 'https://example.com/sitemap.xml', jobUrls: '/careers/' };
    expect(read('listings/sitemap_index.xml', sitemap).follow).toHaveLength(2);
    expect(read('listings/sitemap_careers.xml', sitemap).follow).toHaveLength(1);
    expect(read('listings/sitemap_careers.xml', { ...sitemap, jobUrls: '/nothing/' }).doubts).toHaveLength(1);
  });
});
