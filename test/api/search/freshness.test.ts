import { describe, expect, test } from '@jest/globals';
import { freshnessOf } from '../../../api/search/answer-as-list.js';
import type { SourceReport } from '../../../shared/search/result.js';
import { type DocumentHead, documentVersion } from '../../../shared/search/search-document.js';

const now = 1_000_000;

const report = (status: SourceReport['status']): SourceReport => ({
  name: status,
  status,
  jobs: 0,
  tookMs: 1,
  detail: null,
});

const head = (change: Partial<DocumentHead>): DocumentHead => ({
  v: documentVersion,
  state: 'complete',
  sourcesPrint: 'p',
  version: 'v',
  collectedAt: now - 1000,
  freshUntil: now + 1000,
  recheckAt: now + 1000,
  staleUntil: now + 10_000,
  total: 1,
  notices: [],
  place: '',
  sources: [report('ok')],
  ...change,
});

describe('freshnessOf', () => {
  test('returns fresh before the recheck time', () => {
    expect(freshnessOf(head({}), now, 'p')).toBe('fresh');
    expect(freshnessOf(head({ sources: [report('failed')], freshUntil: now - 5 }), now, 'p')).toBe('fresh');
  });

  test('does not return fresh for a document from the future, since the clock was set back', () => {
    const made = (ahead: number) => head({ collectedAt: now + ahead, recheckAt: now + ahead + 1000 });
    expect(freshnessOf(made(5000), now, 'p')).toBe('fresh');
    expect(freshnessOf(made(3_600_000), now, 'p')).toBe('stale');
    expect(freshnessOf(head({ state: 'failed', collectedAt: now + 3_600_000, recheckAt: now + 1 }), now, 'p')).toBe(
      'none',
    );
  });

  test('returns stale for a complete old document', () => {
    expect(freshnessOf(head({ recheckAt: now }), now, 'p')).toBe('stale');
  });

  test('returns incomplete for a document that misses a source, after its recheck time', () => {
    expect(freshnessOf(head({ recheckAt: now, sources: [report('ok'), report('failed')] }), now, 'p')).toBe(
      'incomplete',
    );
    expect(freshnessOf(head({ state: 'growing' }), now, 'p')).toBe('incomplete');
  });

  test('returns incomplete for a document that lacks a part of what is held, whatever its sources reported', () => {
    expect(freshnessOf(head({ lacking: true }), now, 'p')).toBe('incomplete');
    const late = { lacking: true, recheckAt: now, sources: [report('timeout')] };
    expect(freshnessOf(head(late), now, 'p')).toBe('incomplete');
    expect(freshnessOf(head({ ...late, state: 'failed', recheckAt: now + 1 }), now, 'p')).toBe('failed');
  });

  test('returns stale for a document whose sources all failed, since waiting would not help', () => {
    expect(freshnessOf(head({ recheckAt: now, sources: [report('failed'), report('resting')] }), now, 'p')).toBe(
      'stale',
    );
  });

  test('returns failed for a run in which every source failed, until its recheck time', () => {
    expect(freshnessOf(head({ state: 'failed' }), now, 'p')).toBe('failed');
    expect(freshnessOf(head({ state: 'failed', recheckAt: now }), now, 'p')).toBe('none');
  });

  test('rejects documents past the stale limit or from another sources file', () => {
    expect(freshnessOf(null, now, 'p')).toBe('none');
    expect(freshnessOf(head({ staleUntil: now }), now, 'p')).toBe('none');
    expect(freshnessOf(head({}), now, 'another')).toBe('none');
    expect(freshnessOf(head({}), now, null)).toBe('fresh');
  });
});
