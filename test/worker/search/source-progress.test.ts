import { describe, expect, test } from '@jest/globals';
import { type CollectionState, isFresh } from '../../../shared/search/collections/collection-store.js';
import {
  advanceProgress,
  beginProgress,
  deferProgress,
  freshEnd,
  type HeldCollection,
  isAwaited,
  markLost,
  type SourceProgress,
  settleWithHeld,
} from '../../../worker/search/source-progress.js';
import type { Source } from '../../../worker/sources/source.js';

const now = 1_000_000;
const source = { id: 'acme', settings: {}, kind: { kind: 'test', narrows: () => [] } } as unknown as Source;
const planned: SourceProgress['planned'] = { source, key: 'c-1', narrow: {} };

/** A collection of twelve postings, created at a given time and kept for a minute. */
const made = (at: number): CollectionState => ({
  head: {
    ...{ v: 1, source: 'acme', version: `v${at}`, jobs: 12, detail: null },
    ...{ collectedAt: at, freshUntil: at + 1000, staleUntil: at + 60_000 },
  },
  attempt: { at, status: 'ok', jobs: 12, tookMs: 5, detail: null, ours: false },
});
const nothing: CollectionState = { head: null, attempt: null };
const begun = (): SourceProgress => beginProgress(planned, nothing, { now, newerThan: 0 });

describe('a source’s part in a search', () => {
  test('depends on what its source returned', () => {
    const part = advanceProgress(begun(), made(now), now + 10);
    expect(part.report).toMatchObject({ status: 'ok', tookMs: 5, detail: null });
    expect(part.ref?.version).toBe(`v${now}`);
  });

  test('is no empty success when the clock was set and its collection is too old', () => {
    const part = advanceProgress(begun(), made(now), now + 86_400_000);
    expect(part.report).toMatchObject({
      status: 'failed',
      detail: 'Its postings were lost before they could be read.',
    });
    expect([part.ref, part.ours]).toEqual([null, true]);
  });

  test('keeps the source’s own failure when the earlier collection is lost', () => {
    const failed = { at: now, status: 'timeout', jobs: 0, tookMs: 9, detail: 'No answer.', ours: false } as const;
    const part = advanceProgress(begun(), { head: null, attempt: failed }, now + 10);
    expect(markLost(part).report).toMatchObject({ status: 'timeout', detail: 'No answer.' });
  });
});

test('a collection from the future is not fresh, since its age is unknown', () => {
  expect(isFresh(made(now), now + 10, 0)).toBe(true);
  expect(isFresh(made(now + 30_000), now, 0)).toBe(true);
  expect(isFresh(made(now + 3_600_000), now, 0)).toBe(false);
});

describe('a held collection past its fresh time', () => {
  const old = (state: CollectionState, options: object = {}) =>
    beginProgress(planned, state, { now: now + 5000, newerThan: 0, usesHeld: 'at once', ...options });

  test('is used as it is, and its report states the age', () => {
    const part = old(made(now));
    expect(part).toMatchObject({ behind: 'renewed', ref: { version: `v${now}` } });
    expect(part.report).toMatchObject({
      status: 'ok',
      detail: 'Its postings of 1970-01-01T00:16:40Z are shown.',
    });
    expect(isAwaited(part)).toBe(false);
  });

  test('counts as fresh within the tolerance', () => {
    expect(old(made(now), { toleranceMs: 4000 }).report).toMatchObject({ status: 'ok', detail: null });
  });

  test('is that of a failed reading, with its cause', () => {
    const state = { ...made(now), attempt: { ...attempt, at: now + 100 } };
    expect(old(state).report).toMatchObject({
      status: 'failed',
      detail: 'The source answered 500. Its postings of 1970-01-01T00:16:40Z are shown.',
    });
  });

  test('is awaited by a search that no caller waits for, and used at the end of its patience', () => {
    const part = old(made(now), { usesHeld: 'later' });
    expect([part.behind, part.report.status, isAwaited(part)]).toEqual(['renewed', 'pending', true]);
    expect(settleWithHeld(part, made(now), now + 15_000).report.status).toBe('ok');
    expect(advanceProgress(part, made(now + 6000), now + 6500)).toMatchObject({
      report: { status: 'ok', detail: null },
      ref: { version: `v${now + 6000}` },
    });
  });

  test.each([
    ['nothing is held', nothing],
    ['it is from the future', made(now + 3_600_000)],
  ])('is not used when %s', (_, state) => {
    expect(old(state)).toMatchObject({ behind: null, report: { status: 'pending' } });
  });
});

const attempt = { status: 'failed', jobs: 0, tookMs: 9, detail: 'The source answered 500.', ours: false } as const;

test('a board left to the schedule is pending, and not awaited', () => {
  const part = deferProgress(begun());
  expect(part.report).toMatchObject({ status: 'pending', detail: 'Not read yet; its first reading is scheduled.' });
  expect(isAwaited(part)).toBe(false);
  expect(isAwaited(begun())).toBe(true);
});

describe('an answer counts as fresh', () => {
  const held = (freshUntil: number, toleranceMs = 0): HeldCollection => ({
    ...{ key: 'c', version: 'v', source: 's', collectedAt: 0 },
    ...{ freshUntil, toleranceMs },
  });

  test('until the first of its collections goes stale', () => {
    expect(freshEnd([held(now + 500), held(now + 100)], now)).toBe(now + 100);
    expect(freshEnd([held(now + 500), held(now - 100)], now)).toBe(now - 100);
    expect(freshEnd([], now)).toBe(now);
  });

  test('at least as long as its boards’ tolerance, unless one of them is late', () => {
    expect(freshEnd([held(now + 10, 60), held(now + 900, 60)], now)).toBe(now + 60);
    expect(freshEnd([held(now - 20, 60), held(now + 900, 60)], now)).toBe(now + 40);
    expect(freshEnd([held(now - 80, 60), held(now + 900, 60)], now)).toBe(now - 20);
    expect(freshEnd([held(now + 600, 60)], now)).toBe(now + 600);
  });

  test('though one of a hundred boards is late, and not with two', () => {
    const boards = Array.from({ length: 150 }, () => held(now + 900, 60));
    expect(freshEnd([held(now - 5000, 60), ...boards], now)).toBe(now + 60);
    expect(freshEnd([held(now - 5000, 60), held(now - 4000, 60), ...boards], now)).toBe(now - 3940);
  });
});
