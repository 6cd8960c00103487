import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareCases, labelled, labelledNow as now, postedRow } from '../../../../bench/quality/labelled.js';
import { readInstant } from '../../../../worker/normalise/date/posted-at.js';

describe('the posting date', () => {
  test.each([
    ['posted-at-tuning', 1],
    ['posted-at-held-out', 0.99],
  ])('of the set %s, a share of %d or more is right to the day', (name, least) => {
    const { wrong, share } = compareCases(
      labelled(name, postedRow),
      ({ posted, country }) => {
        const read = readInstant(posted, now, { country });
        return { day: read?.at.slice(0, 10) ?? null, precision: read?.precision ?? null };
      },
      ({ day, precision }) => ({ day, precision }),
    );
    expect({ enough: share >= least, wrong: share >= least ? [] : wrong }).toEqual({ enough: true, wrong: [] });
  });

  test('"30+ days ago" is a lower bound on the age', () => {
    expect(readInstant('30+ days ago', now)).toEqual({
      at: '2026-10-22T00:00:00.000Z',
      precision: 'day',
      bound: 'at-least',
    });
    expect(readInstant('30 days ago', now)).not.toHaveProperty('bound');
  });

  test('hours ago keep their hour but are certain of the day only', () => {
    expect(readInstant('5 hours ago', now)).toEqual({ at: '2026-11-21T07:00:00.000Z', precision: 'day' });
  });

  test('a month ago is the same day of the previous month, or its last', () => {
    expect(readInstant('1 month ago', new Date('2026-03-31T12:00:00Z'))?.at).toBe('2026-02-28T00:00:00.000Z');
  });

  test('a time without a zone is UTC, wherever the process runs', () => {
    expect(readInstant('2026-11-18 23:59:00', now)?.at).toBe('2026-11-18T23:59:00.000Z');
    expect(readInstant('18 Nov 2026 23:59', now)?.at).toBe('2026-11-18T23:59:00.000Z');
  });

  test('up to two days ahead is a clock error, anything later is rejected', () => {
    expect(readInstant('2026-11-22', now)?.at).toBe('2026-11-22T00:00:00.000Z');
    expect(readInstant('2026-11-25', now)).toBeNull();
  });

  test('a closing date is no posting date', () => {
    expect(readInstant('Closing date: 2026-11-18', now)).toBeNull();
    expect(readInstant('Apply by 18 Nov 2026', now)).toBeNull();
  });

  test('is null without a text', () => {
    expect(readInstant(null, now)).toBeNull();
    expect(readInstant(Number.NaN, now)).toBeNull();
  });
});

describe('the closing date', () => {
  const until = (stated: string) => readInstant(stated, now, { future: true })?.at ?? null;

  test('lasts to the end of a day, and an instant is itself', () => {
    expect(until('2026-12-31')).toBe('2026-12-31T23:59:59.000Z');
    expect(until('2026-12-31T18:00:00+01:00')).toBe('2026-12-31T17:00:00.000Z');
  });

  test('without a year is the next such day', () => {
    expect(until('Apply by Nov 30')).toBe('2026-11-30T23:59:59.000Z');
    expect(until('3 January')).toBe('2027-01-03T23:59:59.000Z');
  });

  test('9999-12-31 means no end', () => {
    expect(until('9999-12-31')).toBeNull();
  });
});

test('any text gives null or an ISO time between 2000 and two days ahead', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.double(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc
      .tuple(fc.nat(99), fc.constantFrom('days ago', 'Tagen', '/', '.', 'Nov', 'hours'))
      .map((parts) => parts.join(' ')),
  );
  fc.assert(
    fc.property(anything, (stated) => {
      const read = readInstant(stated, now);
      if (read === null) return;
      const at = Date.parse(read.at);
      expect(new Date(at).toISOString()).toBe(read.at);
      expect(at).toBeGreaterThanOrEqual(Date.UTC(2000, 0, 1));
      expect(at).toBeLessThanOrEqual(now.getTime() + 2 * 86_400_000);
    }),
    { numRuns: 500 },
  );
});
