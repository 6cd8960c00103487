import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Middleware } from '../middleware/request-context.js';
import { sendTagged } from './send-tagged.js';

/** Something that does not change while the process lives; `body` is read or made by the first request for it. */
export type Fixture = { type: string; cacheControl: string; body: MakeBody; headers?: Record<string, string> };

type Body = string | Buffer;
type MakeBody = () => Body | Promise<Body>;

const pack = promisify(gzip);

/** Smaller bodies are not worth packing. */
const packedFrom = 1024;

/** Answers with a fixture: packed for who takes gzip, and 304 to who has it already. Each is tagged and packed once. */
export function sendFixture({ type, cacheControl, body, headers = {} }: Fixture): Middleware {
  let reading: Promise<Tagged> | undefined;
  let packed: Promise<Buffer> | undefined;
  const read = (): Promise<Tagged> => {
    reading ??= readTagged(body).catch((error: unknown) => {
      // The next request tries again.
      reading = undefined;
      throw error;
    });
    return reading;
  };

  return async function sendFixture(ctx) {
    const { plain, tag } = await read();
    ctx.set(headers);
    ctx.set('Cache-Control', cacheControl);
    ctx.vary('Accept-Encoding');
    const packs = plain.length >= packedFrom && ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
    if (packs) packed ??= pack(plain);
    sendTagged(ctx, { tag, type, body: packs ? ((await packed) ?? plain) : plain });
    if (packs && ctx.status === 200) ctx.set('Content-Encoding', 'gzip');
  };
}

type Tagged = { plain: Buffer; tag: string };

async function readTagged(make: MakeBody): Promise<Tagged> {
  const body = await make();
  const plain = typeof body === 'string' ? Buffer.from(body) : body;
  return { plain, tag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"` };
}
