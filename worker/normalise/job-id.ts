import { createHash } from 'node:crypto';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A job's id: `job_` and 16 base62 letters from the source and the source's own id, so the same in every search. */
export function jobId(source: string, ownId: string): string {
  const bytes = createHash('sha256').update(`${source}\n${ownId}`).digest();
  let rest = bytes.readBigUInt64BE(0) * 2n ** 64n + bytes.readBigUInt64BE(8);
  let id = '';
  for (let place = 0; place < 16; place++) {
    id += letters[Number(rest % 62n)];
    rest /= 62n;
  }
  return `job_${id}`;
}
