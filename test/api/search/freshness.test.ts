import { describe, expect, test } from '@jest/globals';
import { freshnessOf } from '../../../api/search/freshness.js';
import type { SourceReport } from '../../../shared/search/result.js';
import type { DocumentHead } from '../../../shared/search/search-document.js';

const now = 1_000_000;

const report = (status: SourceReport['status']): SourceReport => ({
  name: status,
  status,
  jobs: 0,
  tookMs: 1,
  detail: null,
});

const head = (change: Partial<DocumentHead>): DocumentHead => ({
  v: 3,
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
  test('answers a document as it is until it is to be looked at again', () => {
    expect(freshnessOf(head({}), now, 'p')).toBe('fresh');
    expect(freshnessOf(head({ sources: [report('failed')], freshUntil: now - 5 }), now, 'p')).toBe('fresh');
  });

  test('does not take a document for fresh that was made in the future: a clock was set since', () => {
    const made = (ahead: number) => head({ collectedAt: now + ahead, recheckAt: now + ahead + 1000 });
    expect(freshnessOf(made(5000), now, 'p')).toBe('fresh');
    expect(freshnessOf(made(3_600_000), now, 'p')).toBe('stale');
    expect(freshnessOf(head({ state: 'failed', collectedAt: now + 3_600_000, recheckAt: now + 1 }), now, 'p')).toBe(
      'none',
    );
  });

  test('answers an old whole document at once and has it refreshed', () => {
    expect(freshnessOf(head({ recheckAt: now }), now, 'p')).toBe('stale');
  });

  test('collects anew what misses a source, once its short life is over', () => {
    expect(freshnessOf(head({ recheckAt: now, sources: [report('ok'), report('failed')] }), now, 'p')).toBe(
      'incomplete',
    );
    expect(freshnessOf(head({ state: 'growing' }), now, 'p')).toBe('incomplete');
  });

  test('does not make people wait for sources that all failed when an older answer is held', () => {
    expect(freshnessOf(head({ recheckAt: now, sources: [report('failed'), report('resting')] }), now, 'p')).toBe(
      'stale',
    );
  });

  test('remembers for a moment that every source failed', () => {
    expect(freshnessOf(head({ state: 'failed' }), now, 'p')).toBe('failed');
    expect(freshnessOf(head({ state: 'failed', recheckAt: now }), now, 'p')).toBe('none');
  });

  test('holds nothing past the stale limit or from another sources file', () => {
    expect(freshnessOf(null, now, 'p')).toBe('none');
    expect(freshnessOf(head({ staleUntil: now }), now, 'p')).toBe('none');
    expect(freshnessOf(head({}), now, 'another')).toBe('none');
    expect(freshnessOf(head({}), now, null)).toBe('fresh');
  });
});
