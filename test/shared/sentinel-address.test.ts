import { describe, expect, test } from '@jest/globals';
import { hidePassword, readConfig } from '../../shared/config.js';
import { readSentinels, withSentinelPassword } from '../../shared/sentinel-address.js';

describe('the address of a Redis behind Sentinels', () => {
  test('names the Sentinels, what they watch, and the account and database of Redis', () => {
    expect(readSentinels('redis+sentinel://me:p%40ss@one:26380,[::1]:7,three/jobs/2')).toEqual({
      sentinels: [
        { host: 'one', port: 26380 },
        { host: '::1', port: 7 },
        { host: 'three', port: 26379 },
      ],
      ...{ name: 'jobs', username: 'me', password: 'p@ss', db: 2 },
    });
    expect(readSentinels('rediss+sentinel://one/main')).toMatchObject({ name: 'main', username: '', password: '' });
  });

  test.each([
    'redis://one:6379',
    'redis+sentinel://one:26379',
    'redis+sentinel:///jobs',
    'redis+sentinel://one,,two/jobs',
    'redis+sentinel://one:port/jobs',
    'redis+sentinel://me:p@ss@one/jobs',
    'redis+sentinel://one/jobs/all',
  ])('is not %s', (url) => {
    expect(readSentinels(url)).toBeNull();
  });

  test('takes the password of its setting where it has none, and is shown without one', () => {
    expect(withSentinelPassword('redis+sentinel://one,two/jobs', 'a/b')).toBe('redis+sentinel://:a%2Fb@one,two/jobs');
    expect(withSentinelPassword('redis+sentinel://me@one/jobs', 'x')).toBe('redis+sentinel://me:x@one/jobs');
    const config = readConfig({ REDIS_URL: 'redis+sentinel://one,two/jobs', REDIS_PASSWORD: 'secret' });
    expect(readSentinels(config.REDIS_URL)?.password).toBe('secret');
    expect(hidePassword(config.REDIS_URL)).toBe('redis+sentinel://:***@one,two/jobs');
    const own = readConfig({ REDIS_URL: 'redis+sentinel://:own@one/jobs', REDIS_PASSWORD: 'secret' });
    expect(readSentinels(own.REDIS_URL)?.password).toBe('own');
    expect(() => readConfig({ REDIS_URL: 'redis+sentinel://one:26379' })).toThrow(/REDIS_URL/);
  });
});
