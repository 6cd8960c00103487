import { describe, expect, test } from '@jest/globals';
import { expectChanged, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const { asks, read } = openKind({ kind: 'workable', account: 'paper-moons' });
const account = readFixture('sources/workable.json');
const job = { title: 'Folder', shortcode: 'Z9', url: 'https://apply.example/j/Z9' };
const inParts = (city: string | null, region: string | null, country: string | null) => ({
  text: null,
  city,
  region,
  country,
});

describe('workable', () => {
  test('requests the whole account with its descriptions', () => {
    expect(asks()).toEqual([
      {
        url: 'https://apply.workable.com/api/v1/widget/accounts/paper-moons?details=true',
        role: 'listing',
        accept: 'json',
      },
    ]);
  });

  test('reads every stated field, and merges the rows of an opening in several locations', () => {
    const { postings, flaws, follow } = read(account);
    expect([flaws, follow]).toEqual([[], []]);
    expect(postings).toHaveLength(2);
    expect(postings[0]).toEqual(
      posting({
        title: 'Lantern Maker',
        url: 'https://apply.example/j/A1B2C3',
        sourceJobId: 'A1B2C3',
        requisitionId: 'PM-12',
        applyUrl: 'https://apply.example/j/A1B2C3/apply',
        company: { name: 'Paper Moons', url: null, logoUrl: null },
        places: [inParts('Granada', 'Andalusia', 'Spain'), inParts(null, null, 'Portugal')],
        jobType: ['Full-time'],
        level: ['Mid-Senior level'],
        postedAt: '2026-11-05',
        descriptionHtml: '<p>Fold paper &amp; light it.</p>\n<ul><li>No fear of fire</li></ul>\n<p>Warm hands.</p>',
        tags: ['Workshop', 'Production', 'Crafts'],
      }),
    );
  });

  test('returns null for what an opening omits', () => {
    expect(read(account).postings[1]).toEqual(
      posting({
        title: 'Night Planner',
        url: 'https://apply.example/j/D4E5F6',
        sourceJobId: 'D4E5F6',
        company: { name: 'Paper Moons', url: null, logoUrl: null },
        places: [inParts(null, null, 'France')],
        workplace: ['remote'],
        postedAt: '2026-10-03',
      }),
    );
    expect(read({ jobs: [job] }).postings[0]?.company.name).toBe('paper-moons');
  });

  test('becomes records that hold every fact', () => {
    const [first, second] = recordsOf(read(account));
    expect(first).toMatchObject({
      location: { city: 'Granada', country: 'ES' },
      places: [{ city: 'Granada' }, { country: 'PT' }],
      jobType: 'full time',
      experienceLevel: 'senior',
      postedAt: '2026-11-05T00:00:00.000Z',
      description: expect.stringContaining('Fold paper & light it.'),
    });
    expect(second).toMatchObject({ location: { country: 'FR' }, workplace: 'remote' });
  });

  test.each([
    ['an empty object', {}, 'an object with a list "jobs"', '{}'],
    ['a renamed list', { name: 'x', results: [] }, 'an object with a list "jobs"', '{"name":"x","results"'],
    ['a list of another type', { jobs: 'none' }, 'an object with a list "jobs"', '{"jobs":"none"}'],
    ['a page', 'Not Found', 'JSON', 'an untyped answer beginning "Not Found"'],
    ['jobs without titles', { jobs: [{ ...job, title: null }] }, 'postings of the known shape', 'Posting 1: title:'],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test('reads an account without openings as empty, and names the one it cannot read', () => {
    expect(read({ name: 'Paper Moons', jobs: [] })).toEqual({ postings: [], flaws: [], follow: [] });
    const { postings, flaws } = read({ jobs: [{ title: 'No code', url: job.url }, job] });
    expect(postings.map(({ title }) => title)).toEqual(['Folder']);
    expect(flaws).toEqual([expect.stringContaining('Posting 1: shortcode:')]);
  });
});
