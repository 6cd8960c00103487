import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  expectedWait,
  type QueueSnapshot,
  type QueuesSnapshot,
  refusalOf,
} from '../../../../api/search/wait/admission.js';

const at = Date.parse('2026-11-21T09:00:00Z');
const now = (seconds = 0) => new Date(at + seconds * 1000);
const queue = (more: Partial<QueueSnapshot> = {}): QueueSnapshot => ({
  ...{ active: 0, waiting: new Map(), paces: [{ slots: 4, meanSeconds: 2 }] },
  ...more,
});
const idle = queue({ paces: [{ slots: 8, meanSeconds: 1 }] });
const reading = (more: Partial<QueueSnapshot> = {}, seconds = 0): QueuesSnapshot => ({
  at: now(seconds).getTime(),
  searches: queue(more),
  collections: idle,
});
const limits = { limit: 1000, waitLimitSeconds: 20 };

describe('the expected wait', () => {
  test('is zero while a slot is free, however long a run takes', () => {
    expect(expectedWait(reading({ active: 3 }), 30, now())).toMatchObject({ ahead: 0, waitSeconds: 0, runSeconds: 2 });
  });

  test('counts waiting jobs of the same or a more urgent priority, and active ones', () => {
    const busy = reading({
      active: 4,
      waiting: new Map([
        [0, 1],
        [10, 2],
        [30, 4],
        [2000, 100],
      ]),
    });
    // Four slots of two seconds each: two become free per second.
    expect(expectedWait(busy, 30, now())).toMatchObject({ ahead: 7, waitSeconds: 4 });
    expect(expectedWait(busy, 10, now())).toMatchObject({ ahead: 3, waitSeconds: 2 });
    expect(expectedWait(busy, 2000, now())).toMatchObject({ ahead: 107, waitSeconds: 54 });
  });

  test('shrinks with the time since the snapshot', () => {
    const busy = reading({ active: 4, waiting: new Map([[30, 7]]) });
    expect(expectedWait(busy, 30, now(1)).ahead).toBe(5);
    expect(expectedWait(busy, 30, now(60))).toMatchObject({ ahead: 0, waitSeconds: 0.5 });
    // A clock that was set back does not lengthen the wait.
    expect(expectedWait(busy, 30, now(-60)).ahead).toBe(7);
  });

  test('includes the backlog of collections before any search has been measured with it', () => {
    const busy = reading({ active: 4, waiting: new Map([[30, 7]]) });
    // Forty collections in eight slots, a second each: five seconds per run, and 0.8 searches per second.
    const waiting = new Map([
      [30, 32],
      [2000, 500],
    ]);
    const backlog = { ...busy, collections: { ...idle, active: 8, waiting } };
    expect(expectedWait(backlog, 30, now())).toMatchObject({ waitSeconds: 10, runSeconds: 5, perSecond: 0.8 });
    expect(expectedWait({ ...backlog, searches: queue({ active: 3 }) }, 30, now())).toMatchObject({ waitSeconds: 0 });
  });

  test('is unknown until a worker has finished a search, and assumes new workers to be as fast as the others', () => {
    const cold = reading({ active: 4, waiting: new Map([[30, 900]]), paces: [{ slots: 4, meanSeconds: null }] });
    expect(expectedWait(cold, 30, now())).toMatchObject({ ahead: 900, waitSeconds: null });
    expect(refusalOf(expectedWait(cold, 30, now()), limits)).toBeNull();
    expect(refusalOf(expectedWait(reading({ paces: [] }), 30, now()), limits)).toBeNull();
    const grown = reading({
      active: 8,
      waiting: new Map([[30, 7]]),
      paces: [
        { slots: 4, meanSeconds: 2 },
        { slots: 4, meanSeconds: null },
      ],
    });
    expect(expectedWait(grown, 30, now())).toMatchObject({ waitSeconds: 2, perSecond: 4 });
  });
});

describe('a search', () => {
  const waiting = (count: number) => expectedWait(reading({ active: 4, waiting: new Map([[30, count]]) }), 30, now());

  test('is admitted when wait and run fit into the wait limit, else gets the time when they will', () => {
    // Fourteen of twenty seconds: 24 searches must finish first at two per second, plus 2 s for this one.
    expect(refusalOf(waiting(23), limits)).toBeNull();
    expect(refusalOf(waiting(24), limits)).toMatchObject({ reason: 'slow', retrySeconds: 1 });
    expect(refusalOf(waiting(60), limits)).toMatchObject({ reason: 'slow', retrySeconds: 19 });
  });

  test('whose run alone exceeds the wait limit is admitted when it would start at once', () => {
    const shortWait = { limit: 1000, waitLimitSeconds: 1 };
    expect(refusalOf(expectedWait(reading(), 30, now()), shortWait)).toBeNull();
    expect(refusalOf(waiting(9), shortWait)).toMatchObject({ reason: 'slow', retrySeconds: 5 });
  });

  test('is never admitted behind more searches than the limit, whether or not the throughput is known', () => {
    expect(refusalOf(waiting(12), { limit: 10, waitLimitSeconds: 20 })).toMatchObject({
      reason: 'full',
      retrySeconds: 2,
    });
    const cold = expectedWait(reading({ waiting: new Map([[30, 10]]), paces: [] }), 30, now());
    expect(refusalOf(cold, { limit: 10, waitLimitSeconds: 20 })).toMatchObject({ reason: 'full', retrySeconds: 5 });
  });

  test('that is repeated after Retry-After is admitted, if no other search came', () => {
    fc.assert(
      fc.property(
        fc.record({
          active: fc.integer({ min: 0, max: 64 }),
          ahead: fc.integer({ min: 0, max: 5000 }),
          slots: fc.integer({ min: 1, max: 64 }),
          meanSeconds: fc.double({ min: 0.01, max: 60, noNaN: true }),
          waitLimitSeconds: fc.integer({ min: 1, max: 60 }),
        }),
        ({ active: some, ahead, slots, meanSeconds, waitLimitSeconds }) => {
          const active = Math.min(some, slots);
          const paces = [{ slots, meanSeconds }];
          const busy = reading({ active, waiting: new Map([[30, ahead]]), paces });
          const refusal = refusalOf(expectedWait(busy, 30, now()), { limit: 1000, waitLimitSeconds });
          if (refusal === null) return;
          const seconds = refusal.retrySeconds;
          expect(seconds).toBeGreaterThanOrEqual(1);
          const left = active + ahead - seconds / (meanSeconds / slots);
          const waiting = new Map([[30, Math.max(0, left - slots)]]);
          const later = reading({ active: Math.max(0, Math.min(slots, left)), waiting, paces }, seconds);
          const again = refusalOf(expectedWait(later, 30, now(seconds)), { limit: 1000, waitLimitSeconds });
          expect(again).toBeNull();
        },
      ),
    );
  });
});
