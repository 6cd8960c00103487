import { describe, expect, test } from '@jest/globals';
import { clientAddress } from '../../../api/auth/client-address.js';
import { readConfig } from '../../../shared/config.js';

describe('the client address behind proxies named by address', () => {
  const proxies = ['10.0.0.5', '10.1.0.0/16', 'fd00::/8'];
  test.each([
    ['a proxy forwards the client', '10.0.0.5', '203.0.113.7', '203.0.113.7'],
    ['two proxies in a row', '10.0.0.5', '203.0.113.7, 10.1.2.3', '203.0.113.7'],
    ['an entry forged by the client is further left', '10.0.0.5', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['a caller that bypasses the proxy forges an address', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['a caller that bypasses the proxy forges a proxy', '203.0.113.9', '198.51.100.1, 10.0.0.5', '203.0.113.9'],
    ['IPv6 with brackets and port', 'fd00::1', '[2001:db8::1]:443', '2001:db8::1'],
    ['a proxy without the header', '10.0.0.5', '', '10.0.0.5'],
    ['an invalid address ends the chain', '10.0.0.5', '203.0.113.7, unknown', '10.0.0.5'],
    ['an IPv4 address mapped into IPv6', '::ffff:10.0.0.5', '203.0.113.7', '203.0.113.7'],
  ])('%s', (_, socket, forwarded, expected) => {
    expect(clientAddress(socket, forwarded, proxies)).toBe(expected);
  });
});

describe('TRUST_PROXY', () => {
  const read = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).TRUST_PROXY;
  test('is off, a number, or addresses and networks', () => {
    expect([read(''), read('off'), read('2'), read('10.0.0.5, 10.1.0.0/16')]).toEqual([
      null,
      null,
      2,
      ['10.0.0.5', '10.1.0.0/16'],
    ]);
  });
  test.each(['0', '11', 'proxy.example', '10.0.0.5/40', '10.0.0'])(
    'refuses %s and names the accepted forms',
    (text) => {
      expect(() => read(text)).toThrow(/TRUST_PROXY=.*A number from 1 to 10, or addresses and networks/);
    },
  );
});
