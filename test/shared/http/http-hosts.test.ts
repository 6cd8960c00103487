import { describe, expect, test } from '@jest/globals';
import { countHostHeaders, createHostCheck } from '../../../shared/http/http-hosts.js';

describe('the host check', () => {
  const names = ['localhost', 'LocalHost:3000', 'a.localhost', '127.0.0.1', '127.9.9.9:80', '[::1]:3000', 'localhost.'];
  const strangers = [
    'evil.example',
    'localhost.evil.example',
    '10.0.0.1',
    '[::2]',
    'localhost:3000@evil.example',
    '',
    '[::1',
  ];

  test.each(['127.0.0.1', 'localhost', '::1', '127.0.0.2'])('on %s accepts loopback names only', (HOST) => {
    const isAnswered = createHostCheck({ HOST, PUBLIC_HOSTS: [] });
    expect(names.filter((name) => !isAnswered(name))).toEqual([]);
    expect(strangers.filter(isAnswered)).toEqual([]);
  });

  test('accepts the names of PUBLIC_HOSTS in any case, with their port where one is given', () => {
    const isAnswered = createHostCheck({ HOST: '127.0.0.1', PUBLIC_HOSTS: ['Jobs.example', 'ops.example:8443'] });
    expect(['jobs.example', 'JOBS.example:80', 'ops.example:8443'].every(isAnswered)).toBe(true);
    expect(['ops.example', 'ops.example:80', 'sub.jobs.example'].some(isAnswered)).toBe(false);
  });

  test('is off where the service listens beyond loopback', () => {
    expect(createHostCheck({ HOST: '0.0.0.0', PUBLIC_HOSTS: ['jobs.example'] })('evil.example')).toBe(true);
  });
});

test('Host headers are counted in any case, by name only', () => {
  expect(countHostHeaders(['Host', 'a', 'X-Name', 'host', 'HOST', 'b'])).toBe(2);
});
