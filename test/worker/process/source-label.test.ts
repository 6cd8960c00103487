import { expect, test } from '@jest/globals';
import { createSourceLabel, createWorkerMetrics, maxLabelled } from '../../../worker/process/metrics.js';

test('few sources have a label each', () => {
  const label = createSourceLabel(maxLabelled);
  expect([label('acme', false), label('beta', true)]).toEqual(['acme', 'beta']);
});

test('of many only those that failed have one, so many at most', () => {
  const label = createSourceLabel(5000);
  expect(label('acme', false)).toBe('other');
  expect([label('acme', true), label('acme', false)]).toEqual(['acme', 'acme']);
  for (let at = 1; at < maxLabelled; at++) expect(label(`board-${at}`, true)).toBe(`board-${at}`);
  expect([label('one-more', true), label('board-1', false)]).toEqual(['other', 'board-1']);
});

test('the metrics of a worker with 5,000 sources stay small, and count each collection', async () => {
  const none = { postings: 0, memoryBytes: 0, diskBytes: 0, droppedBytes: 0, limitBytes: 0 };
  const metrics = createWorkerMetrics(
    'worker-1',
    {
      running: () => 0,
      segments: () => none,
      threads: () => ({ threads: 0, waiting: 0 }),
      memory: () => ({ bytes: 0, waiting: 0 }),
      eventLoopDelayMs: () => 0,
      clockAheadMs: () => 0,
      browser: () => ({ rendering: 0, contexts: 0, bytes: 0 }),
    },
    {
      sources: Array.from({ length: 5000 }, (_, at) => ({ id: `board-${at}`, kind: { kind: 'greenhouse' } })),
      queues: ['search'],
    },
  );
  for (let at = 0; at < 5000; at++) {
    const fails = at % 50 === 0;
    const attempt = { at: 0, status: fails ? ('failed' as const) : ('ok' as const), jobs: 10, tookMs: 100 };
    metrics.collection(`board-${at}`, { ...attempt, detail: null, ours: false }, fails ? 'gone' : null);
  }
  const text = await metrics.registry.metrics();
  expect(text.length).toBeLessThan(500_000);
  expect(text).toMatch(/^job_search_collections_total\{source="other",status="ok",cause="none",.*\} 4900$/m);
  expect(text).toMatch(/^job_search_collections_total\{source="board-4950",status="failed",cause="gone",.*\} 1$/m);
  expect(text).not.toMatch(/^job_search_collected_postings\{source="other"/m);
});
