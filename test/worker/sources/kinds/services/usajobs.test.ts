import { describe, expect, test } from '@jest/globals';
import { expectChanged, inText, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const { source, asks, read } = openKind({ kind: 'usajobs', email: 'me@ops.example', apiKey: 'secret-key-1' });
const first = readFixture('sources/usajobs.json');

const item = (more: object = {}) => ({
  MatchedObjectId: '1',
  MatchedObjectDescriptor: { PositionTitle: 'Clerk', PositionURI: 'https://www.federal.example/job/1', ...more },
});
const page = (items: unknown[], pages = 1) => ({
  SearchResult: { SearchResultItems: items, UserArea: { NumberOfPages: String(pages) } },
});
const only = (more: object) => read(page([item(more)])).postings[0];
const paid = (RateIntervalCode: string, Description = '') =>
  only({ PositionRemuneration: [{ MinimumRange: '2000', MaximumRange: '3000', RateIntervalCode, Description }] })
    ?.salary;

describe('usajobs', () => {
  test('requests by keyword and place with the operator’s own key, and follows the pages to the end', () => {
    expect(source.kind.narrows(source.settings)).toEqual(['keyword', 'location']);
    const [one] = asks({ keyword: 'park ranger', location: 'New Mexico' });
    expect(one).toMatchObject({
      url: 'https://data.usajobs.gov/api/search?Keyword=park+ranger&LocationName=New+Mexico&ResultsPerPage=500&Page=1',
      role: 'listing',
      headers: { 'user-agent': 'me@ops.example', 'authorization-key': 'secret-key-1' },
    });
    const [two] = read(first, one).follow;
    expect(two?.url).toContain('Keyword=park+ranger&LocationName=New+Mexico&ResultsPerPage=500&Page=2');
    expect(read(first, two).follow).toEqual([]);
  });

  test('ends at the 10,000 postings that the API returns per search, and at an empty page', () => {
    const at = (number: number) => ({ ...asks()[0], memo: { narrow: {}, page: number - 1, read: 500 * (number - 1) } });
    const [ask] = asks();
    if (ask === undefined) throw new Error('Nothing is asked.');
    expect(read(page([item()], 40), { ...ask, ...at(19) }).follow).toHaveLength(1);
    expect(read(page([item()], 40), { ...ask, ...at(20) }).follow).toEqual([]);
    expect(read(page([], 40), ask).follow).toEqual([]);
  });

  test('is not read without keys, and names both', () => {
    expect(() => openKind({ kind: 'usajobs' })).toThrow(/email.*apiKey/s);
  });

  test('reads every stated field', () => {
    const { postings, flaws } = read(first);
    expect(flaws).toEqual([]);
    expect(postings[0]).toEqual(
      posting({
        title: 'Park Ranger (Caves &amp; Karst)',
        url: 'https://www.federal.example/job/830001',
        sourceJobId: '830001',
        requisitionId: 'DE-26-11',
        applyUrl: 'https://www.federal.example/job/830001/apply',
        company: { name: 'National Cave Service', url: null, logoUrl: null },
        places: [
          { ...inText('Carlsbad, New Mexico'), country: 'United States' },
          { ...inText('Mammoth Cave, Kentucky'), country: 'United States' },
        ],
        jobType: ['Temporary', 'Part-time'],
        salary: { text: null, min: '26.50', max: '34.45', currency: 'USD', per: 'hour' },
        postedAt: '2026-11-12T00:00:00.0000',
        validUntil: '2026-12-01T23:59:59.9970',
        descriptionText: 'Guard caves &amp; bats.\n\nCount bats.\n\nLight paths.\n\nOne year of caving.',
        tags: ['Park Ranger', 'Department of the Underground', 'GS-05', 'GS-07'],
      }),
    );
  });

  test('reads "Anywhere in the U.S." as where applicants must live, and no pay as null', () => {
    expect(read(first).postings[1]).toEqual(
      posting({
        title: 'Echo Analyst',
        url: 'https://www.federal.example/job/830002',
        sourceJobId: '830002',
        requisitionId: 'DE-26-12',
        remoteRegions: ['United States'],
        workplace: ['remote'],
        jobType: ['Full-time', 'Permanent'],
        descriptionText: 'N/A',
      }),
    );
    expect(only({})).toEqual(posting({ title: 'Clerk', url: 'https://www.federal.example/job/1', sourceJobId: '1' }));
  });

  test('reads each pay period', () => {
    expect(paid('PA')).toMatchObject({ min: '2000', max: '3000', per: 'year' });
    expect(paid('Per Year')).toMatchObject({ per: 'Per Year' });
    expect(paid('PM')).toMatchObject({ per: 'month' });
    expect(paid('BW', 'Bi-weekly')).toMatchObject({ min: 1000, max: 1500, per: 'week' });
    expect(paid('PW', 'Piece Work')).toBeNull();
    expect(paid('SY', 'School Year')).toMatchObject({ per: 'SY' });
  });

  test('takes the dates and the address from where else they are stated', () => {
    const dated = { PositionURI: null, PositionStartDate: '2026-06-05T00:00:00.0000', PositionEndDate: '2026-06-18' };
    expect(only(dated)).toMatchObject({
      url: 'https://www.usajobs.gov/job/1',
      postedAt: '2026-06-05T00:00:00.0000',
      validUntil: '2026-06-18',
    });
  });

  test('counts the pages by the number of postings where that of the pages is missing', () => {
    const counted = (SearchResultCountAll: unknown) => ({
      SearchResult: { SearchResultItems: [item()], SearchResultCountAll },
    });
    expect(read(counted(501)).follow).toHaveLength(1);
    expect(read(counted('500')).follow).toEqual([]);
    expectChanged(() => read(counted(undefined)), 'a number of pages or of postings', '{"SearchResult"');
  });

  test('becomes records that hold every fact', () => {
    const [ranger, analyst] = recordsOf(read(first));
    expect(ranger).toMatchObject({
      title: 'Park Ranger (Caves & Karst)',
      location: { city: 'Carlsbad', region: 'NM', country: 'US' },
      places: [{ city: 'Carlsbad' }, { region: 'KY', country: 'US' }],
      jobType: 'temporary',
      salary: { min: 26.5, max: 34.45, currency: 'USD', per: 'hour' },
      postedAt: '2026-11-12T00:00:00.000Z',
      validUntil: '2026-12-01T23:59:59.997Z',
      description: expect.stringContaining('Guard caves & bats.'),
    });
    expect(analyst).toMatchObject({
      remoteRegions: [{ country: 'US' }],
      workplace: 'remote',
      jobType: 'full time',
      salary: null,
      description: '',
    });
  });

  test.each([
    ['an empty object', {}, 'an object with a list "SearchResult.SearchResultItems"', '{}'],
    [
      'a renamed list',
      { SearchResult: { Items: [] } },
      'an object with a list "SearchResult.SearchResultItems"',
      '{"SearchResult":',
    ],
    [
      'a list of another type',
      page([]).SearchResult,
      'an object with a list "SearchResult.SearchResultItems"',
      '{"SearchResultItems"',
    ],
    ['a page', '<html>', 'JSON', 'an HTML page.'],
    [
      'jobs without titles',
      page([item({ PositionTitle: null })]),
      'postings of the known shape',
      'Posting 1: PositionTitle',
    ],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test('reads an empty search as empty, and names the job it cannot read', () => {
    expect(read(page([]))).toEqual({ postings: [], flaws: [], follow: [] });
    const { postings, flaws } = read(page([{ MatchedObjectId: '2' }, item()]));
    expect(postings).toHaveLength(1);
    expect(flaws).toEqual([expect.stringContaining('Posting 1: MatchedObjectDescriptor:')]);
  });
});
