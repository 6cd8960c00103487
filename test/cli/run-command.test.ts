import { expect, test } from '@jest/globals';
import { serviceFrom } from '../../cli/run-command.js';

test.each([
  [{}, 'http://127.0.0.1:3000'],
  [{ PORT: '3391' }, 'http://127.0.0.1:3391'],
  [{ PORT: '3391', JOB_SEARCH_URL: 'https://jobs.example/' }, 'https://jobs.example'],
])('commands with %j talk to %s', (environment, url) => expect(serviceFrom(environment)).toEqual({ url }));

test('an address that is none is refused with what came', () => {
  expect(() => serviceFrom({ PORT: 'x' })).toThrow(expect.objectContaining({ lines: [expect.stringContaining(':x')] }));
});
