import { createBrotliDecompress, createGunzip, createInflate, type Gunzip } from 'node:zlib';
import { limits } from '../limits.js';
import { SourceError } from '../sources/source-errors.js';
import type { RawRequest } from './fetch-raw.js';

/** Where the pieces of a body go as they come. */
export type Gathering = {
  take(chunk: Buffer): void;
  /** The last piece has come. */
  end(): void;
  /** Nothing more is wanted. */
  close(): void;
};

/** Who is told: once of the whole body, of as much as was wanted, or of what went wrong; and when to hold back for a while. */
type Told = {
  whole: (body: Buffer) => void;
  cut: (body: Buffer) => void;
  fail: (error: Error) => void;
  pause: () => void;
  resume: () => void;
};

type Unpack = Pick<Gunzip, 'on' | 'once' | 'write' | 'end' | 'destroy'>;

const decompressors: ReadonlyMap<string, () => Unpack> = new Map<string, () => Unpack>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
]);

/** Gathers a body, unpacked, and stops at the limit: a small bomb is cut off before it grows. */
export function gatherBody(
  encoding: string,
  { maxBytes = limits.bodyBytes, cut = false }: Pick<RawRequest, 'maxBytes' | 'cut'>,
  told: Told,
): Gathering {
  const chunks: Buffer[] = [];
  let size = 0;
  const keep = (chunk: Buffer): void => {
    size += chunk.length;
    chunks.push(chunk);
    if (size <= maxBytes) return;
    if (cut) told.cut(Buffer.concat(chunks).subarray(0, maxBytes));
    else told.fail(new SourceError('too-large', `The answer is larger than ${Math.round(maxBytes / 1e6)} MB.`));
  };
  const finish = (): void =>
    told.whole(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));

  const unpack = decompressors.get(encoding.trim().toLowerCase())?.();
  if (unpack === undefined) return { take: keep, end: finish, close: () => undefined };
  unpack.on('data', keep).on('end', finish).on('error', told.fail);
  return {
    take(chunk) {
      if (unpack.write(chunk)) return;
      told.pause();
      unpack.once('drain', told.resume);
    },
    end: () => void unpack.end(),
    close: () => void unpack.destroy(),
  };
}
