import { describe, expect, test } from '@jest/globals';
import { expectChanged, inText, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const { source, asks, read } = openKind({ kind: 'workday', tenant: 'span', site: 'Careers' });
const api = 'https://span.wd5.myworkdayjobs.com/wday/cxs/span/Careers';
const full = readFixture('sources/workday.json');

const page = (total: number, from: number, count: number) => ({
  total,
  jobPostings: Array.from({ length: count }, (_, at) => ({
    title: `Painter ${from + at}`,
    externalPath: `/job/Chicago/Painter_JR${from + at}`,
    locationsText: '3 Locations',
    postedOn: 'Posted Today',
    bulletFields: [`JR${from + at}`],
  })),
  facets: [],
});
const detailOf = (body: object) => read(body).follow[0];

describe('workday', () => {
  test('requests pages of 20, narrowed by the keyword, then each detail and the next page', () => {
    expect(source.kind.narrows(source.settings)).toEqual(['keyword']);
    const [first] = asks({ keyword: 'paint' });
    expect(first).toMatchObject({
      url: `${api}/jobs`,
      role: 'listing',
      method: 'POST',
      json: { appliedFacets: {}, limit: 20, offset: 0, searchText: 'paint' },
    });
    const { postings, flaws, follow } = read(page(41, 0, 20), first);
    expect([postings, flaws]).toEqual([[], []]);
    expect(follow).toHaveLength(21);
    expect(follow[0]).toMatchObject({ url: `${api}/job/Chicago/Painter_JR0`, role: 'detail' });
    expect(follow[20]).toMatchObject({ json: { limit: 20, offset: 20, searchText: 'paint' } });
  });

  test('keeps the total of the first page, since later ones say 0', () => {
    const second = read(page(41, 0, 20)).follow[20];
    const third = read(page(0, 20, 20), second).follow[20];
    expect(third).toMatchObject({ json: { offset: 40 } });
    expect(read(page(0, 40, 1), third).follow).toHaveLength(1);
    expect(read({ jobPostings: [] }, third)).toEqual({ postings: [], follow: [], flaws: [] });
  });

  test('ends at the 2,000 postings that a search returns, and says that there are more', () => {
    const ask = { ...asks()[0], url: `${api}/jobs`, role: 'listing', accept: 'json' } as const;
    const at = (offset: number) => read(page(0, offset, 20), { ...ask, memo: { offset, total: 2600, keyword: '' } });
    expect(at(1960).follow).toHaveLength(21);
    expect(at(1980)).toMatchObject({
      truncated: true,
      flaws: ['Workday shows 2000 of its 2600 postings; a keyword narrows them.'],
    });
    expect(at(1980).follow).toHaveLength(20);
  });

  test('reads every field of a detail', () => {
    expect(read(full, detailOf(page(1, 100, 1)))).toEqual({
      postings: [
        posting({
          title: 'Bridge Painter &amp; Rigger',
          url: 'https://span.wd5.myworkdayjobs.com/Careers/job/Illinois---Chicago/Bridge-Painter_JR100',
          sourceJobId: '3a1b2c3d4e5f',
          requisitionId: 'JR100',
          applyUrl: 'https://span.wd5.myworkdayjobs.com/Careers/job/Illinois---Chicago/Bridge-Painter_JR100/apply',
          company: { name: 'Span & Cable Inc.', url: 'https://span.example', logoUrl: null },
          places: [
            { ...inText('Illinois - Chicago'), country: 'United States of America' },
            inText('Remote - Canada'),
            inText('Texas - Austin'),
          ],
          workplace: ['Hybrid'],
          jobType: ['Part time'],
          postedAt: '2026-11-18',
          validUntil: '2026-12-30',
          descriptionHtml: '<p>Paint bridges &amp; rig nets.</p>',
        }),
      ],
      follow: [],
    });
  });

  test('becomes a record that holds every fact', () => {
    expect(recordsOf(read(full, detailOf(page(1, 100, 1))))[0]).toMatchObject({
      title: 'Bridge Painter & Rigger',
      location: { city: 'Chicago', region: 'IL', country: 'US' },
      places: [{ city: 'Chicago' }, { country: 'CA' }, { city: 'Austin' }],
      workplace: 'hybrid',
      jobType: 'part time',
      postedAt: '2026-11-18T00:00:00.000Z',
      validUntil: '2026-12-30T23:59:59.000Z',
      description: 'Paint bridges & rig nets.',
    });
  });

  test('reads the country as text, and takes other facts of another type as not stated', () => {
    const of = (info: object) => read({ jobPostingInfo: { title: 'Net Mender', ...info } }, detailOf(page(1, 7, 1)));
    expect(of({ country: 'Ireland', location: 'Cork' }).postings[0]?.places).toEqual([
      { ...inText('Cork'), country: 'Ireland' },
    ]);
    expect(of({ country: 353, additionalLocations: {}, startDate: ['2026'], endDate: '2026-12-30' })).toMatchObject({
      postings: [{ places: [{ country: '353' }], postedAt: null, validUntil: '2026-12-30' }],
    });
  });

  test('returns null for what a detail omits', () => {
    const bare = { jobPostingInfo: { title: 'Net Mender', canApply: false, postedOn: 'Posted 30+ Days Ago' } };
    expect(read(bare, detailOf(page(1, 7, 1))).postings[0]).toEqual(
      posting({
        title: 'Net Mender',
        url: 'https://span.wd5.myworkdayjobs.com/Careers/job/Chicago/Painter_JR7',
        sourceJobId: '/job/Chicago/Painter_JR7',
        company: { name: 'span', url: null, logoUrl: null },
        postedAt: 'Posted 30+ Days Ago',
      }),
    );
    const named = openKind({ kind: 'workday', tenant: 'span', site: 'Careers', host: 'wd12', company: 'Span' });
    const [ask] = named.read(page(1, 7, 1)).follow;
    expect(ask?.url).toContain('https://span.wd12.myworkdayjobs.com/');
    expect(named.read(full, ask).postings[0]?.company.name).toBe('Span');
  });

  const noPath = { title: 'No path', locationsText: 'Chicago' };
  test.each([
    ['an empty object', {}, 'an object with a list "jobPostings"', '{}'],
    ['a renamed list', { total: 1, jobs: [] }, 'an object with a list "jobPostings"', '{"total":1'],
    ['a list of another type', { total: 1, jobPostings: {} }, 'an object with a list "jobPostings"', '{"total":1'],
    ['a first page without a total', { jobPostings: [] }, 'an object with a number "total"', '{"jobPostings":[]}'],
    ['a page of maintenance', '<html>', 'JSON', 'an HTML page.'],
    ['postings without paths', { total: 1, jobPostings: [noPath] }, 'entries of the known shape', 'Entry 1: external'],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test.each([
    ['without a title', { jobPostingInfo: { location: 'Chicago' } }, 'a text "title"', 'nothing'],
    ['that is a page', '<html>', 'JSON', 'an HTML page.'],
  ])('reports a detail %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body, detailOf(page(1, 0, 1))), expected, came);
  });

  test('reports a posting of the list without a path and requests the others', () => {
    const { follow, flaws, truncated } = read({ total: 2, jobPostings: [noPath, ...page(2, 5, 1).jobPostings] });
    expect(follow.map(({ url }) => url)).toEqual([`${api}/job/Chicago/Painter_JR5`]);
    expect(flaws).toEqual([expect.stringContaining('Entry 1: externalPath:')]);
    // Which posting it is cannot be told, so that none may be taken as closed.
    expect(truncated).toBe(true);
    expect(read(page(0, 0, 0))).toEqual({ postings: [], follow: [], flaws: [] });
  });
});
