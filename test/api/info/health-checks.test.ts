import { expect, test } from '@jest/globals';
import {
  apiClockCheck,
  clockCheck,
  heldChecks,
  namesCheck,
  sourcesFileCheck,
} from '../../../api/info/health-checks.js';

const clocked = (id: string, clockAheadMs?: number) => ({
  id,
  ...(clockAheadMs === undefined ? {} : { clockAheadMs }),
});

test('clocks within five seconds of Redis are right; workers of an older release do not tell theirs', () => {
  const none = { status: 'pass', observedUnit: 's', output: null };
  expect(clockCheck([])).toMatchObject({ ...none, observedValue: 0 });
  expect(clockCheck([clocked('a', 120), clocked('b', -4960), clocked('c')])).toMatchObject({
    ...none,
    observedValue: 5,
  });
});

test('workers whose clocks are off are named', () => {
  expect(clockCheck([clocked('a', 3_600_000), clocked('b', 10), clocked('c', -5200)])).toMatchObject({
    status: 'warn',
    observedValue: 3600,
    output:
      'Clocks of workers differ from that of Redis: a by 3600.0 seconds, c by -5.2 seconds. Set the clocks of all machines by NTP.',
  });
  const many = Array.from({ length: 8 }, (_, at) => clocked(`w${at}`, 9000));
  expect(clockCheck(many).output).toContain('w4 by 9.0 seconds and 3 more.');
});

test('a clock of the API itself that is off is told', () => {
  expect(apiClockCheck(-4000)).toMatchObject({ status: 'pass', observedValue: 4, output: null });
  expect(apiClockCheck(-3_600_000)).toMatchObject({
    status: 'warn',
    observedValue: 3600,
    output: expect.stringContaining('is 3600.0 seconds behind that of Redis'),
  });
});

const megabyte = 2 ** 20;

/** A worker that holds so many megabytes and dropped others, of 100 granted. */
const holder = (id: string, memory: number, dropped = 0) => ({
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
  const checks = heldChecks([holder('worker-1', 20), { id: 'browser-1' }, holder('worker-2', 40)]);
  const pass = { componentType: 'component', status: 'pass', output: null };
  expect(checks).toEqual({
    'workers:postings': { ...pass, observedValue: 20_000, observedUnit: 'postings' },
    'workers:memory': { ...pass, observedValue: 40, observedUnit: 'MB' },
    'workers:disk': { ...pass, observedValue: 120, observedUnit: 'MB' },
  });
});

test('a worker whose postings need more memory than it is granted is named', () => {
  const checks = heldChecks([holder('worker-1', 95, 60), holder('worker-2', 100)]);
  expect(checks['workers:memory']).toMatchObject({ status: 'warn', observedValue: 100 });
  expect(checks['workers:memory']?.output).toContain('worker-1 needs 155 of 100 MB.');
});

test('at most five are named', () => {
  const many = Array.from({ length: 7 }, (_, at) => holder(`worker-${at}`, 50, 60));
  expect(heldChecks(many)['workers:memory']?.output).toMatch(/worker-4 needs 110 of 100 MB and 2 more\./);
});

test('without a worker that holds postings there is nothing to check', () => {
  expect(heldChecks([{ id: 'browser-1' }])).toEqual({});
});

test('names that are not resolved in time are a warning when they are a few and half of all', () => {
  const pass = { status: 'pass', observedUnit: 'names', output: null };
  expect(namesCheck([])).toMatchObject({ ...pass, observedValue: 0 });
  expect(namesCheck([{ names: { asked: 4, late: 4 } }, {}])).toMatchObject({ ...pass, observedValue: 4 });
  expect(namesCheck([{ names: { asked: 100, late: 30 } }])).toMatchObject({ ...pass, observedValue: 30 });
  const slow = namesCheck([{ names: { asked: 6, late: 4 } }, { names: { asked: 2, late: 1 } }]);
  expect(slow).toMatchObject({
    status: 'warn',
    observedValue: 5,
    output: expect.stringContaining('5 of 8 host names'),
  });
});

test('one file that all workers use is right, also for workers of an older release', () => {
  const alive = [
    { id: 'a', sourcesPrint: 'p', sourcesFault: null },
    { id: 'b', sourcesPrint: 'p' },
  ];
  expect(sourcesFileCheck(alive)).toMatchObject({
    status: 'pass',
    observedValue: 1,
    observedUnit: 'files',
    output: null,
  });
  expect(sourcesFileCheck([])).toMatchObject({ status: 'pass', observedValue: 0, output: null });
});

test('workers whose file is not in use are named, with the reason', () => {
  const alive = [
    { id: 'a', sourcesPrint: 'p', sourcesFault: 'missing' as const },
    { id: 'b', sourcesPrint: 'p', sourcesFault: 'refused' as const },
    { id: 'c', sourcesPrint: 'p' },
  ];
  expect(sourcesFileCheck(alive)).toMatchObject({
    status: 'warn',
    observedValue: 1,
    output:
      'The sources file is not used by a (it is missing), b (it has mistakes or cannot be read): the former sources stay in use; the log of the worker names the cause.',
  });
  const many = Array.from({ length: 8 }, (_, at) => ({
    id: `w${at}`,
    sourcesPrint: 'p',
    sourcesFault: 'missing' as const,
  }));
  expect(sourcesFileCheck(many).output).toContain('w4 (it is missing) and 3 more: ');
});

test('workers whose files differ are told', () => {
  const alive = [
    { id: 'a', sourcesPrint: 'p' },
    { id: 'b', sourcesPrint: 'q' },
  ];
  expect(sourcesFileCheck(alive)).toMatchObject({
    status: 'warn',
    observedValue: 2,
    output: 'Workers use 2 different sources files: give all of them the same one.',
  });
});
