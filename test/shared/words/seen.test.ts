import { describe, expect, test } from '@jest/globals';
import { joinSeen, labelOf, type SeenPosting, tellSeen } from '../../../shared/words/seen.js';

const now = Date.parse('2026-11-21T12:00:00Z');
const day = 86_400_000;
const daysAgo = (days: number): string => new Date(now - days * day).toISOString();
const secondsAgo = (days: number): number => (now - days * day) / 1000;

const posting = (days: number, more: Partial<SeenPosting> = {}): SeenPosting => ({
  ...{ source: 'acme', firstSeenAt: daysAgo(days) },
  ...more,
});
const told = (postings: SeenPosting[], posted: number | null = null, readAt: number | null = null) =>
  tellSeen(postings, posted === null ? null : daysAgo(posted), { now, readAt: () => readAt });

describe('the label of an opening', () => {
  const opened = { same: 0, opened: true } as const;
  test.each<[string, SeenPosting, number | null, string | null, string | undefined]>([
    [
      'seen to open',
      posting(1, { seen: opened }),
      null,
      'new',
      'First seen on 2026-11-20; earlier readings of its board did not list it.',
    ],
    [
      'seen to open last week',
      posting(6, { seen: opened }),
      null,
      'fresh',
      'First seen on 2026-11-15; earlier readings of its board did not list it.',
    ],
    ['seen to open, and dated by its board before', posting(1, { seen: opened }), 30, null, undefined],
    ['there when its board was first read', posting(1, { seen: { same: 0 } }), null, null, undefined],
    ['the same with a date', posting(1, { seen: { same: 0 } }), 1.5, 'new', 'Posted on 2026-11-20, as its board says.'],
    ['the same with a date after it was seen', posting(9, { seen: { same: 0 } }), 1, null, undefined],
    ['of a source that is searched', posting(0), 3, 'fresh', 'Posted on 2026-11-18, as its board says.'],
    ['seen for two months', posting(60, { seen: { same: 0 } }), 1, 'old', 'Seen open since 2026-09-22.'],
    ['dated two months ago', posting(1, { seen: opened }), 61, 'old', 'Posted on 2026-09-21, as its board says.'],
    ['seen for half a year', posting(180, { seen: opened }), 1, 'always open', 'Seen open since 2026-05-25.'],
    ['dated half a year ago, which was not seen', posting(1), 200, 'old', 'Posted on 2026-05-05, as its board says.'],
    [
      'posted again',
      posting(40, { seen: { same: 0, opened: true, reposts: { times: 1, at: secondsAgo(2) } } }),
      ...([2, 'reposted', 'First seen on 2026-10-12; posted again once on 2026-11-19, after it had closed.'] as const),
    ],
    [
      'posted again and again',
      posting(90, { seen: { same: 0, reposts: { times: 3, at: secondsAgo(2) } } }),
      ...([
        2,
        'always open',
        'First seen on 2026-08-23; posted again 3 times, last on 2026-11-19, after it had closed.',
      ] as const),
    ],
  ])('%s', (_, one, posted, label, evidence) => {
    expect(told([one], posted)).toMatchObject({ label, evidence: evidence === undefined ? {} : { label: evidence } });
  });

  test('changes at full days', () => {
    const sighting = { isOpened: true, reposted: 0, postedAt: Number.NaN };
    const labelAfter = (ms: number) => labelOf({ ...sighting, firstSeen: now - ms }, now);
    expect([2, 14, 60, 180].map((days) => [labelAfter(days * day - 1), labelAfter(days * day)])).toEqual([
      ['new', 'fresh'],
      ['fresh', null],
      [null, 'old'],
      ['old', 'always open'],
    ]);
  });
});

describe('what was seen of an opening on several boards', () => {
  const known = { same: 4, opened: true } as const;
  const elsewhere = {
    source: 'beta',
    firstSeenAt: daysAgo(9),
    seen: { same: 0, reposts: { times: 2, at: secondsAgo(3) } },
  };

  test('is the first, the last, and the most of them', () => {
    expect(told([posting(1, { seen: known }), elsewhere], null, now - day / 2).seen).toEqual({
      ...{ first: daysAgo(9), last: daysAgo(0.5), reposted: 2, repostedAt: daysAgo(3), sameElsewhere: 4 },
    });
  });

  test('is opened when it was on none of them before', () => {
    expect(told([posting(1, { seen: known }), { ...posting(1), source: 'beta' }]).label).toBeNull();
    expect(told([posting(1, { seen: known }), { ...posting(0.5, { seen: known }), source: 'beta' }]).label).toBe('new');
  });

  test('leaves out of the others its own postings, and just the same ones', () => {
    expect(told([posting(1, { seen: known, repeats: 1 }), posting(1, { seen: known })]).seen.sameElsewhere).toBe(3);
    expect(told([posting(1)]).seen).toEqual({
      ...{ first: daysAgo(1), last: daysAgo(1), reposted: 0, repostedAt: null, sameElsewhere: null },
    });
  });

  test('was seen from the earliest of two readings to the latest', () => {
    const { seen } = told([posting(5, { seen: known })], null, now - day);
    const other = { ...seen, first: daysAgo(7), last: daysAgo(0.5), sameElsewhere: null };
    expect(joinSeen(seen, other)).toEqual({ ...seen, first: daysAgo(7), last: daysAgo(0.5) });
    expect(joinSeen(other, seen)).toEqual(other);
  });

  test('was last seen when a reading listed it', () => {
    expect(told([posting(5, { seen: { same: 0, last: secondsAgo(2) } })], null, now).seen.last).toBe(daysAgo(2));
  });
});
