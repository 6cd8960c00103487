import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random letters of a key: 32 of 62 are 190 bits, so that a fast hash suffices. */
const bodyLength = 32;

/** Shape of a key: `jsk_`, 32 base62 letters, and their CRC-32 as 6 base62 digits (docs/reference/api.md, Keys). */
const shape = /^jsk_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** Makes a new key; `pick` returns a random integer from 0 up to, not including, its argument. */
export function createKey(pick: (below: number) => number = randomInt): string {
  const body = Array.from({ length: bodyLength }, () => letters[pick(letters.length)]).join('');
  return `jsk_${body}${checksum(body)}`;
}

/** Whether a key is well-formed; distinguishes a mistyped key from an unknown one without a lookup. */
export function isWellFormedKey(key: string): boolean {
  const [, body = '', digits = ''] = shape.exec(key) ?? [];
  return body !== '' && digits === checksum(body);
}

/** A key, or its beginning where an excerpt ends within it; each character may be percent-encoded, any number of times over. */
const apiKeys =
  /(?:j|%(?:25)*6a)(?:s|%(?:25)*73)(?:k|%(?:25)*6b)(?:_|%(?:25)*5f)(?:[0-9a-z]|%(?:25)*(?:3[0-9]|[46][1-9a-f]|[57][0-9a]))+/gi;

/** A text with everything that may be (the start of) an API key hidden: for logs, and problems that quote. */
export function hideKeys(text: string): string {
  return text.includes('jsk_') || text.includes('%') ? text.replace(apiKeys, 'jsk_[hidden]') : text;
}

/** The stored form of a key: the SHA-256 of the full key, in hex. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
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
