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

test('postings of shards are added up, and a shard that no worker answers for is named', () => {
  const holding = (id: string, answered: number[]) => ({
    id,
    segments: { ...worker(id, 20).segments, shards: { of: 4, answered } },
  });
  const whole = heldChecks([holding('worker-1', [0, 2]), holding('worker-2', [1, 3])]);
  expect(whole['workers:postings']).toMatchObject({ observedValue: 20_000 });
  expect(whole['workers:shards']).toEqual({
    ...{ componentType: 'component', status: 'pass', output: null },
    ...{ observedValue: 4, observedUnit: 'shards' },
  });
  const lacking = heldChecks([holding('worker-1', [0, 2]), holding('worker-2', [])]);
  expect(lacking['workers:shards']).toMatchObject({ status: 'warn', observedValue: 2 });
  expect(lacking['workers:shards']?.output).toMatch(/^No worker answers for 2 of 4 shards \(1, 3\): /);
});
