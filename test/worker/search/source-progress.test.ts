import { describe, expect, test } from '@jest/globals';
import type { CollectionState } from '../../../shared/search/collection-store.js';
import { isFresh } from '../../../shared/search/collection-store.js';
import {
  advanceProgress,
  beginProgress,
  markLost,
  type SourceProgress,
} from '../../../worker/search/source-progress.js';

const now = 1_000_000;
const planned = { source: { id: 'acme' }, key: 'c-1', narrow: {} } as SourceProgress['planned'];

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
