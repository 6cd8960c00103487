import { expect, test } from '@jest/globals';
import { heldChecks } from '../../../api/docs/held-checks.js';

const megabyte = 2 ** 20;

/** A worker that holds so many megabytes and dropped others, of 100 granted. */
const worker = (id: string, memory: number, dropped = 0) => ({
  id,
  segments: {
    postings: memory * 500,
    memoryBytes: memory * megabyte,
    diskBytes: 3 * memory * megabyte,
    droppedBytes: dropped * megabyte,
    limitBytes: 100 * megabyte,
  },
});

test('the figures are those of the worker that holds most', () => {
  const checks = heldChecks([worker('worker-1', 20), { id: 'browser-1' }, worker('worker-2', 40)]);
  const pass = { componentType: 'component', status: 'pass', output: null };
  expect(checks).toEqual({
    'workers:postings': { ...pass, observedValue: 20_000, observedUnit: 'postings' },
    'workers:memory': { ...pass, observedValue: 40, observedUnit: 'MB' },
    'workers:disk': { ...pass, observedValue: 120, observedUnit: 'MB' },
  });
});

test('a worker whose postings need more memory than it is granted is named', () => {
  const checks = heldChecks([worker('worker-1', 95, 60), worker('worker-2', 100)]);
  expect(checks['workers:memory']).toMatchObject({ status: 'warn', observedValue: 100 });
  expect(checks['workers:memory']?.output).toContain('worker-1 needs 155 of 100 MB.');
});

test('at most five are named', () => {
  const many = Array.from({ length: 7 }, (_, at) => worker(`worker-${at}`, 50, 60));
  expect(heldChecks(many)['workers:memory']?.output).toMatch(/worker-4 needs 110 of 100 MB and 2 more\./);
});

test('without a worker that holds postings there is nothing to check', () => {
  expect(heldChecks([{ id: 'browser-1' }])).toEqual({});
});
