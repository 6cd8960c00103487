import { describe, expect, test } from '@jest/globals';
import type { PageRequest } from '../../../../../worker/sources/source.js';
import { expectChanged, inText, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const { asks, read } = openKind({ kind: 'smartrecruiters', company: 'FarShore' });
const list = 'https://api.smartrecruiters.com/v1/companies/FarShore/postings';
const detail: PageRequest = { url: `${list}/743990000000001`, role: 'detail', accept: 'json' };
const full = readFixture('sources/smartrecruiters.json');

const page = (offset: number, ids: (string | null)[], totalFound: number) => ({
  offset,
  limit: 100,
  totalFound,
  content: ids.map((id) => (id === null ? { name: 'No id' } : { id, name: `Posting ${id}` })),
});
const hundred = (from: number) => Array.from({ length: 100 }, (_, at) => String(from + at));

describe('smartrecruiters', () => {
  test('requests the list, then each detail and the next page of 100, to the end', () => {
    const [first] = asks();
    expect(first).toEqual({ url: `${list}?limit=100&offset=0`, role: 'listing', accept: 'json' });
    const { postings, follow, flaws } = read(page(0, hundred(1000), 101), first);
    expect([postings, flaws]).toEqual([[], []]);
    expect(follow).toHaveLength(101);
    expect(follow[0]).toMatchObject({
      url: `${list}/1000`,
      role: 'detail',
      accept: 'json',
      listed: { title: 'Posting 1000' },
    });
    expect(follow[100]).toEqual({ url: `${list}?limit=100&offset=100`, role: 'listing', accept: 'json' });
    expect(read(page(100, ['2000'], 101), follow[100]).follow).toMatchObject([
      { url: `${list}/2000`, role: 'detail', accept: 'json' },
    ]);
    expect(read(page(100, [], 900), follow[100]).follow).toEqual([]);
  });

  test('reads every field of a detail', () => {
    expect(read(full, detail)).toEqual({
      postings: [
        posting({
          title: 'Lighthouse Keeper',
          url: 'https://jobs.example/FarShore/743990000000001-lighthouse-keeper',
          sourceJobId: '743990000000001',
          requisitionId: 'LH-9',
          applyUrl: 'https://jobs.example/FarShore/743990000000001-lighthouse-keeper?oga=true',
          company: { name: 'Far Shore Lights', url: null, logoUrl: null },
          places: [{ text: null, city: 'St. Louis', region: 'MO', country: 'US' }],
          workplace: ['hybrid'],
          jobType: ['Full-time'],
          level: ['Mid-Senior Level'],
          postedAt: '2026-10-08T02:11:28.000Z',
          descriptionHtml: [
            '<h3>Company Description</h3><p>We keep lights.</p>',
            '<h3>Job Description</h3><p>Trim the wick &amp; log the ships.</p>',
            '<h3>Qualifications</h3><ul><li>No fear of gulls</li></ul>',
          ].join('\n'),
          tags: ['Beacons', 'Operations', 'Maritime'],
        }),
      ],
      follow: [],
    });
  });

  test('becomes a record that holds every fact', () => {
    expect(recordsOf(read(full, detail))[0]).toMatchObject({
      location: { city: 'St. Louis', region: 'MO', country: 'US' },
      workplace: 'hybrid',
      jobType: 'full time',
      experienceLevel: 'senior',
      postedAt: '2026-10-08T02:11:28.000Z',
      requisitionId: 'LH-9',
      description: expect.stringContaining('Trim the wick & log the ships.'),
      inferred: [],
    });
  });

  test('returns null for what a detail omits', () => {
    const bare = { id: 9, name: 'Gull Counter', department: {}, experienceLevel: { label: 'Not Applicable' } };
    expect(read(bare, detail).postings[0]).toEqual(
      posting({
        title: 'Gull Counter',
        url: 'https://jobs.smartrecruiters.com/FarShore/9',
        sourceJobId: '9',
        company: { name: 'FarShore', url: null, logoUrl: null },
      }),
    );
    const remote = { ...bare, location: { fullLocation: 'Remote, Spain', remote: true } };
    expect(read(remote, detail).postings[0]).toMatchObject({
      places: [inText('Remote, Spain')],
      workplace: ['remote'],
    });
  });

  test.each([
    ['an empty object', {}, 'a page with offset, totalFound and content', '{}'],
    [
      'a renamed list',
      { offset: 0, totalFound: 1, postings: [] },
      'a page with offset, totalFound and content',
      '{"offset":0,',
    ],
    [
      'a list of another type',
      { offset: 0, totalFound: 1, content: {} },
      'a page with offset, totalFound and content',
      '{"offset":0,',
    ],
    ['a page', '<html>', 'JSON', 'an untyped answer beginning "<html>"'],
    ['postings without ids', page(0, [null, null], 2), 'postings with an id', 'Posting 1 of the list has no id.'],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test.each([
    ['without a name', { id: '1' }, 'a posting with id and name', '{"id":"1"}'],
    ['that is a page', '<html>', 'JSON', 'an untyped answer beginning "<html>"'],
  ])('reports a detail %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body, detail), expected, came);
  });

  test('reports a posting of the list without an id and requests the others', () => {
    const { follow, flaws } = read(page(0, ['1', null], 2));
    expect(follow.map(({ url }) => url)).toEqual([`${list}/1`]);
    expect(flaws).toEqual(['Posting 2 of the list has no id.']);
    expect(read(page(0, [], 0))).toEqual({ postings: [], follow: [], flaws: [] });
  });
});
