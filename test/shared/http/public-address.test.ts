import { expect, test } from '@jest/globals';
import { isPublicAddress } from '../../../shared/http/http-hosts.js';

test.each(['8.8.8.8', '93.184.216.34', '168.63.129.17', '::ffff:8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

// What gives a machine of a cloud its keys: AWS, Azure, Google, Oracle, Alibaba; then as IPv6 writes them.
const metadata = ['169.254.169.254', '168.63.129.16', '192.0.0.192', '100.100.100.200'];
const inHex = (address: string): string => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [a * 256 + b, c * 256 + d].map((pair) => pair.toString(16)).join(':');
};
const forms = [...metadata, '127.0.0.1', '10.0.0.1'].flatMap((address) => [
  address,
  `::ffff:${address}`,
  `::${inHex(address)}`,
  `::ffff:0:${inHex(address)}`,
  `64:ff9b::${inHex(address)}`,
  `64:ff9b:1::${inHex(address)}`,
  `2002:${inHex(address)}::1`,
  `2001:0:${inHex(address)}::`,
]);
test.each([
  ...forms,
  ...['fd00:ec2::254', 'fd20:ce::254', 'fe80::a9fe:a9fe', 'fec0::1', 'ff02::1', '::', '::1', '4000::1'],
  ...['0.0.0.0', '224.0.0.1', '255.255.255.255', '198.18.0.1', '192.88.99.1'],
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
