import { hash } from 'node:crypto';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A job's id: `job_` and 16 base62 letters from the source and the source's own id, so the same in every search. */
export function jobId(source: string, ownId: string): string {
  const bytes = hash('sha256', `${source}\n${ownId}`, 'buffer');
  // The first 128 bits as one number, divided by hand: four parts of 32 bits cost a tenth of a big integer.
  const parts = [0, 4, 8, 12].map((at) => bytes.readUInt32BE(at));
  let id = '';
  for (let place = 0; place < 16; place++) {
    let rest = 0;
    for (const [at, part] of parts.entries()) {
      const value = rest * 2 ** 32 + part;
      parts[at] = Math.floor(value / 62);
      rest = value % 62;
    }
    id += letters[rest];
  }
  return `job_${id}`;
}
