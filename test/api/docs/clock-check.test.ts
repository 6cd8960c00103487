import { expect, test } from '@jest/globals';
import { apiClockCheck, clockCheck } from '../../../api/docs/clock-check.js';

const worker = (id: string, clockAheadMs?: number) => ({ id, ...(clockAheadMs === undefined ? {} : { clockAheadMs }) });

test('clocks within five seconds of Redis are right; workers of an older release do not tell theirs', () => {
  const none = { status: 'pass', observedUnit: 's', output: null };
  expect(clockCheck([])).toMatchObject({ ...none, observedValue: 0 });
  expect(clockCheck([worker('a', 120), worker('b', -4960), worker('c')])).toMatchObject({ ...none, observedValue: 5 });
});

test('workers whose clocks are off are named', () => {
  expect(clockCheck([worker('a', 3_600_000), worker('b', 10), worker('c', -5200)])).toMatchObject({
    status: 'warn',
    observedValue: 3600,
    output:
      'Clocks of workers differ from that of Redis: a by 3600.0 seconds, c by -5.2 seconds. Set the clocks of all machines by NTP.',
  });
  const many = Array.from({ length: 8 }, (_, at) => worker(`w${at}`, 9000));
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
