import { expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { announce, createListener } from '../../../shared/redis/listener.js';
import { connectRedis } from '../../../shared/redis/redis.js';
import { redisChannels } from '../../../shared/redis/redis-keys.js';
import { closeLater } from '../../lib/close-later.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis, server } = await suiteRedis('working');
const later = closeLater();

test('says when announcements may have been lost: until it is subscribed, and until it is again', async () => {
  const connection = later(connectRedis(server.url, 'listening', createLogger('silent', 'test')), (each) =>
    each.disconnect(),
  );
  const listener = createListener(connection, redisChannels.collections);
  const heard: string[] = [];
  let wake = (): void => undefined;
  const note = (what: string): void => {
    heard.push(what);
    wake();
  };
  const until = async (times: number, what: string): Promise<void> => {
    while (heard.filter((each) => each === what).length < times)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  };
  listener.onAny(({ key }) => note(key));
  listener.onInterrupted(() => note('lost'));
  // It is asked for at once, and again when the connection is ready.
  await until(2, 'lost');
  await announce(redis, redisChannels.collections, { key: 'one', state: 'ok' });
  await until(1, 'one');

  await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
  // It was interrupted, and is subscribed again.
  await until(4, 'lost');
  await announce(redis, redisChannels.collections, { key: 'two', state: 'ok' });
  await until(1, 'two');
  expect(heard).toEqual(['lost', 'lost', 'one', 'lost', 'lost', 'two']);
});
