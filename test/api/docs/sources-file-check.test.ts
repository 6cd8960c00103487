import { expect, test } from '@jest/globals';
import { sourcesFileCheck } from '../../../api/docs/sources-file-check.js';

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
