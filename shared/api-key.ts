import { crc32 } from 'node:zlib';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Shape of a key: `jsk_`, 32 base62 letters, and their CRC-32 as 6 base62 digits (contract 2). */
const shape = /^jsk_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** Whether a key is written right; tells a mistyped key from an unknown one without a look-up. */
export function isWellFormedKey(key: string): boolean {
  const [, body = '', digits = ''] = shape.exec(key) ?? [];
  return body !== '' && digits === checksum(body);
}

function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let place = 0; place < 6; place++) {
    digits = letters[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
