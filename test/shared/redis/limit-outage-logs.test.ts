import { expect, test } from '@jest/globals';
import { createOutageLogLimit } from '../../../shared/logger.js';
import { RedisUnavailableError } from '../../../shared/redis/redis-errors.js';

const away = new RedisUnavailableError('connect ECONNREFUSED 127.0.0.1:6379');

test('of one message about an unavailable Redis, one line per ten seconds is logged, with the count of those dropped', () => {
  let now = 0;
  const limit = createOutageLogLimit(() => now);
  const line = (members: object, message: string) => limit([{ err: away, ...members }, message] as never);
  expect(line({}, 'request failed')).toEqual([{ err: away }, 'request failed']);
  expect(line({}, 'request failed')).toBeNull();
  now = 9999;
  expect(line({}, 'request failed')).toBeNull();
  now = 10_000;
  expect(line({}, 'request failed')).toEqual([{ err: away, unsaid: 2 }, 'request failed']);
});

test('other messages, other queues and other errors are logged each time', () => {
  const limit = createOutageLogLimit(() => 0);
  const line = (members: object, message: string) => limit([members, message] as never);
  expect(line({ err: away, queue: 'search' }, 'job failed')).not.toBeNull();
  expect(line({ err: away, queue: 'warm' }, 'job failed')).not.toBeNull();
  expect(line({ err: away }, 'request failed')).not.toBeNull();
  for (const err of [new TypeError('x'), undefined])
    for (let count = 0; count < 2; count++) expect(line({ err }, 'job failed')).not.toBeNull();
  expect(limit(['plain text'] as never)).toEqual(['plain text']);
});
