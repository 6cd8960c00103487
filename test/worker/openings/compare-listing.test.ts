import { describe, expect, test } from '@jest/globals';
import { compareListing, confirmSeconds, type Listing } from '../../../worker/openings/compare-listing.js';
import { emptyRecord, type OpeningRecord } from '../../../worker/openings/opening-record.js';

const limits = { staleSeconds: 86_400, room: 5000 };
const start = 1_800_000_000;

const range = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, at) => `job_${from + at}`);

/** A board read several times; keeps the record as `trackOpenings` does. */
function board(common: Partial<Listing> = {}) {
  let record: OpeningRecord = emptyRecord('c-1');
  let at = start;
  return {
    /** Reads so many seconds after the reading before. */
    read(ids: readonly string[], { after = 600, ...more }: Partial<Listing> & { after?: number } = {}) {
      at += after;
      const listing: Listing = {
        ...{
          at,
          openings: ids.map((id) => ({ id, hash: 'aaaaaa' })),
          withheld: 0,
          stated: new Set(),
          unread: new Set(),
        },
        ...{ completeness: 'whole', absence: 'closed', ...common, ...more },
      };
      const found = compareListing(record, listing, limits);
      const gone = [...found.closed, ...found.unlisted].map((row) => ({
        ...{ id: row.id, firstSeen: row.firstSeen, lastSeen: row.absence?.lastSeen ?? at },
        ...{ closedAt: found.closed.includes(row) ? at : null, keys: [] },
      }));
      const back = new Set(found.reopened.map(({ id }) => id));
      record = {
        ...{ key: 'c-1', version: '', at, sizes: found.sizes, stockAt: found.stockAt, withheld: listing.withheld },
        open: [...found.listed, ...found.kept],
        gone: [...record.gone.filter(({ id }) => !back.has(id)), ...gone],
      };
      const counts = { kept: found.kept.length, closed: found.closed.length, unlisted: found.unlisted.length };
      return { ...counts, opened: found.opened, reopened: found.reopened.length, doubt: found.doubt, found };
    },
    at: () => at,
    record: () => record,
  };
}

describe('an interface', () => {
  test('closes a posting at the first reading without it, and the others keep when they were first seen', () => {
    const acme = board();
    expect(acme.read(range(0, 10))).toMatchObject({ opened: 10, closed: 0, doubt: null });
    expect(acme.read(range(1, 11))).toMatchObject({ opened: 1, closed: 1, kept: 0, doubt: null });
    expect(acme.record().open.map(({ firstSeen }) => firstSeen)).toEqual([...Array(9).fill(start + 600), start + 1200]);
  });

  test('reopens a posting that returns, with the day it was first seen', () => {
    const acme = board();
    acme.read(range(0, 10));
    acme.read(range(1, 10));
    expect(acme.read(range(0, 10))).toMatchObject({ reopened: 1, opened: 0 });
    expect(acme.record().open[0]).toMatchObject({ id: 'job_0', firstSeen: start + 600 });
    expect(acme.record().gone).toEqual([]);
  });

  test('has as its stock what it lists when it is first read, and nothing that it lists later, even in the same second', () => {
    const acme = board();
    acme.read(range(0, 3));
    acme.read(range(0, 5), { after: 0 });
    acme.read(range(0, 6), { after: -3 });
    const { open, stockAt } = acme.record();
    expect(stockAt).toBe(start + 600);
    expect(open.map(({ firstSeen }) => firstSeen > start + 600)).toEqual([false, false, false, true, true, true]);
  });

  test('has as its stock also what a first reading did not reach, but nothing more once it is always cut off', () => {
    const acme = board();
    acme.read(range(0, 3), { completeness: 'cut' });
    acme.read(range(0, 4), { completeness: 'cut' });
    expect(acme.record().stockAt).toBe(start + 600);
    acme.read(range(0, 9));
    acme.read(range(0, 10));
    expect(acme.record().stockAt).toBe(start + 1800);
    expect(acme.record().open.filter(({ firstSeen }) => firstSeen > start + 1800)).toHaveLength(1);
  });

  test('counts what changed', () => {
    const acme = board();
    acme.read(range(0, 3));
    const openings = range(0, 3).map((id, at) => ({ id, hash: at === 0 ? 'bbbbbb' : 'aaaaaa' }));
    expect(acme.read([], { openings }).found).toMatchObject({ changed: 1, opened: 0 });
  });
});

describe('a board that is suddenly shorter', () => {
  test.each([
    ['empty', 0],
    ['at ten of 400', 10],
    ['at 279 of 400', 279],
  ])('is doubted (%s) until a second reading minutes later says the same', (_, left) => {
    const acme = board();
    for (let reading = 0; reading < 3; reading++) acme.read(range(0, 400));
    const missing = 400 - left;
    expect(acme.read(range(0, left))).toMatchObject({ closed: 0, kept: missing, doubt: { expected: 400 } });
    // A retry within seconds confirms nothing.
    expect(acme.read(range(0, left), { after: 5 })).toMatchObject({ closed: 0, kept: missing });
    expect(acme.read(range(0, left), { after: confirmSeconds })).toMatchObject({
      closed: missing,
      kept: 0,
      doubt: null,
    });
    // Its new size is what is expected from now on.
    expect(acme.record().sizes).toEqual([left]);
    expect(acme.read(range(0, left))).toMatchObject({ closed: 0, doubt: null });
  });

  test('is believed at less than 30 % under the median of its last five readings', () => {
    const acme = board();
    for (const size of [100, 400, 400, 400, 400]) acme.read(range(0, size));
    expect(acme.read(range(0, 280))).toMatchObject({ closed: 120, kept: 0, doubt: null });
    expect(acme.record().sizes).toEqual([400, 400, 400, 400, 280]);
  });

  test('that is back at the second reading has closed nothing', () => {
    const acme = board();
    acme.read(range(0, 400));
    acme.read([]);
    expect(acme.read(range(0, 400))).toMatchObject({ closed: 0, kept: 0, opened: 0, doubt: null });
    expect(acme.record().open.every(({ firstSeen, absence }) => firstSeen === start + 600 && absence === null)).toBe(
      true,
    );
  });

  test('closes only what both readings lack', () => {
    const acme = board();
    acme.read(range(0, 400));
    acme.read(range(0, 200));
    const second = acme.read(range(0, 10));
    expect(second).toMatchObject({ closed: 200, kept: 190, doubt: { expected: 400 } });
    expect(acme.read(range(0, 10))).toMatchObject({ closed: 190, kept: 0, doubt: null });
  });

  test('never closes more than half of its postings at once, however many are new', () => {
    const acme = board();
    acme.read(range(0, 100));
    expect(acme.read(range(60, 160))).toMatchObject({ closed: 0, kept: 60, opened: 60, doubt: { expected: 100 } });
    expect(acme.read(range(60, 160))).toMatchObject({ closed: 60, kept: 0, doubt: null });
    expect(acme.read(range(110, 210))).toMatchObject({ closed: 50, doubt: null });
  });
});

describe('a reading that was cut off', () => {
  test('closes nothing, and is no first reading of a doubt', () => {
    const acme = board();
    acme.read(range(0, 400));
    expect(acme.read(range(0, 10), { completeness: 'cut' })).toMatchObject({ closed: 0, kept: 390, doubt: null });
    expect(acme.read(range(0, 10))).toMatchObject({ closed: 0, kept: 390, doubt: { expected: 400 } });
    expect(acme.record().sizes).toEqual([400]);
  });

  test('keeps what it does not list for the stale time, without closing it', () => {
    const acme = board();
    acme.read(range(0, 10));
    expect(acme.read(range(0, 5), { completeness: 'cut', after: 86_000 })).toMatchObject({ kept: 5, unlisted: 0 });
    expect(acme.read(range(0, 5), { completeness: 'cut', after: 500 })).toMatchObject({
      kept: 0,
      closed: 0,
      unlisted: 5,
    });
    expect(acme.read(range(0, 10))).toMatchObject({ opened: 0, reopened: 5 });
  });

  test('keeps no more than the source may have', () => {
    const acme = board();
    acme.read(range(0, 5000));
    expect(acme.read(range(100, 5000), { completeness: 'cut' })).toMatchObject({ kept: 100 });
    expect(acme.read(range(200, 5190), { completeness: 'cut' })).toMatchObject({ kept: 10, unlisted: 190 });
  });
});

test('an opening whose entry could not be read stays as it was, however often, and another that is missing closes', () => {
  const acme = board({ completeness: 'gaps', unread: new Set(['job_0']) });
  acme.read(range(0, 10));
  for (let reading = 1; reading < 4; reading++) expect(acme.read(range(2, 10))).toMatchObject({ closed: 0, kept: 2 });
  for (let reading = 4; reading < 10; reading++) acme.read(range(2, 10));
  expect(acme.record().open.map(({ id }) => id)).toContain('job_0');
  expect(acme.record().open.map(({ id }) => id)).not.toContain('job_1');
  expect(acme.read(range(2, 10), { completeness: 'whole', unread: new Set() })).toMatchObject({ closed: 1, kept: 0 });
});

test('an opening whose page states that it is closed closes at once, also where a single reading proves nothing', () => {
  for (const common of [{ absence: 'uncertain' }, { completeness: 'cut' }, { absence: 'newest' }] as const) {
    const acme = board(common);
    acme.read(range(0, 10), { completeness: 'whole' });
    const { found } = acme.read(range(2, 10), { stated: new Set(['job_0']) });
    expect(found.closed.map(({ id }) => id)).toEqual(['job_0']);
    expect(found.kept.map(({ id }) => id)).toEqual(['job_1']);
  }
});

describe('a fragile page', () => {
  test.each<[string, Partial<Listing>]>([
    ['of a site', { absence: 'uncertain' }],
    ['with entries that could not be read', { completeness: 'gaps' }],
  ])('%s closes a posting at the fourth reading without it', (_, common) => {
    const site = board(common);
    site.read(range(0, 10));
    for (let reading = 1; reading < 4; reading++)
      expect(site.read(range(1, 10))).toMatchObject({ closed: 0, kept: 1, doubt: null });
    expect(site.read(range(1, 10))).toMatchObject({ closed: 1, kept: 0 });
  });

  test('counts again from the first reading that lists the posting', () => {
    const site = board({ absence: 'uncertain' });
    site.read(range(0, 10));
    for (let round = 0; round < 3; round++) {
      for (let reading = 1; reading < 4; reading++) expect(site.read(range(1, 10))).toMatchObject({ kept: 1 });
      expect(site.read(range(0, 10))).toMatchObject({ opened: 0, reopened: 0, kept: 0 });
    }
  });

  test('that is suddenly empty is doubted, and closes after four readings too', () => {
    const site = board({ absence: 'uncertain' });
    site.read(range(0, 10));
    for (let reading = 1; reading < 4; reading++)
      expect(site.read([])).toMatchObject({ closed: 0, kept: 10, doubt: { expected: 10 } });
    expect(site.read([])).toMatchObject({ closed: 10, doubt: null });
  });
});

test('a source that lists only its newest postings closes nothing, and an old one that returns is not new', () => {
  const feed = board({ absence: 'unknown' });
  feed.read(range(0, 50));
  expect(feed.read(range(10, 60))).toMatchObject({ closed: 0, kept: 0, unlisted: 10, opened: 10 });
  expect(feed.read(range(5, 55))).toMatchObject({ opened: 0, reopened: 5 });
});

test('one whose pages are asked keeps what it no longer lists for as long as an opening may be stale', () => {
  const feed = board({ absence: 'newest' });
  feed.read(range(0, 50));
  expect(feed.read(range(10, 60))).toMatchObject({ closed: 0, kept: 10, unlisted: 0, doubt: null });
  expect(feed.read(range(20, 60), { after: limits.staleSeconds - 60 })).toMatchObject({
    closed: 0,
    kept: 10,
    unlisted: 10,
  });
});

test('what an owner may have begun to forbid is neither kept nor closed', () => {
  const acme = board();
  acme.read(range(0, 10));
  expect(acme.read(range(0, 2), { withheld: 8 })).toMatchObject({ kept: 0, closed: 0, unlisted: 8, doubt: null });
  // As many withheld as before: a posting that is missing now has closed.
  expect(acme.read(range(0, 1), { withheld: 8 })).toMatchObject({ closed: 1, unlisted: 0 });
});
