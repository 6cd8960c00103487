import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Door } from './house.js';
import { sendTagged } from './send-tagged.js';

/** Something that does not change while the process lives. */
export type Fixture = { type: string; cacheControl: string; body: string | Buffer; headers?: Record<string, string> };

const pack = promisify(gzip);

/** Smaller bodies are not worth packing. */
const packedFrom = 1024;

/** Answers with a fixture: packed for who takes gzip, and 304 to who has it already. Each is tagged and packed once. */
export function sendFixture({ type, cacheControl, body, headers = {} }: Fixture): Door {
  const plain = typeof body === 'string' ? Buffer.from(body) : body;
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  let packed: Promise<Buffer> | undefined;

  return async function sendFixture(ctx) {
    ctx.set(headers);
    ctx.set('Cache-Control', cacheControl);
    ctx.vary('Accept-Encoding');
    const packs = plain.length >= packedFrom && ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
    if (packs) packed ??= pack(plain);
    sendTagged(ctx, { tag, type, body: packs ? ((await packed) ?? plain) : plain });
    if (packs && ctx.status === 200) ctx.set('Content-Encoding', 'gzip');
  };
}
