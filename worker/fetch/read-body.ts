import { createBrotliDecompress, createGunzip, createInflate, type Gunzip } from 'node:zlib';
import { inTurn } from '../process/cooperative.js';
import { SourceError } from '../sources/source-errors.js';
import { fetchLimits } from './limits.js';
import { type BodyPacker, createBodyPacker, type PackedFacts } from './pack-body.js';

/**
 * `maxBytes` applies before and after decompression; `cut`: a longer body is truncated instead of refused. `packedBeyond`: a
 * longer body, up to so many bytes, is kept compressed.
 */
export type BodyLimits = { maxBytes?: number; cut?: boolean; packedBeyond?: number };

/** Takes the chunks of a body. */
export type BodyReader = {
  take(chunk: Buffer): void;
  /** Call after the last chunk. */
  end(): void;
  /** Frees the decompressor when the rest is not needed. */
  close(): void;
};

/** Called once with the complete body, its first `maxBytes`, or an error; and for back-pressure of the decompressor. */
type BodyEvents = {
  complete: (body: Buffer, packed?: PackedFacts) => void;
  cut: (body: Buffer) => void;
  fail: (error: Error) => void;
  pause: () => void;
  resume: () => void;
};

type Unpack = Pick<Gunzip, 'on' | 'once' | 'write' | 'end' | 'destroy' | 'pause' | 'resume'>;

const decompressors: ReadonlyMap<string, () => Unpack> = new Map<string, () => Unpack>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
]);

/** Bytes of a body that are joined without waiting for a turn: several large ones often end in one turn of the event loop. */
const joinedAtOnce = 256_000;

/** Whether a body begins like a JSON object or array; anything else is not read any further. */
const beginsAsJson = (first: Buffer | undefined): boolean =>
  /^(?:\xef\xbb\xbf)?\s{0,64}[[{]/.test(first?.toString('latin1', 0, 80) ?? '');

/** Reads a body, decompresses it, and stops at the limit, so that a decompression bomb never expands. */
export function readResponseBody(
  encoding: string,
  { maxBytes = fetchLimits.bodyBytes, cut = false, packedBeyond = 0 }: BodyLimits,
  events: BodyEvents,
): BodyReader {
  const chunks: Buffer[] = [];
  let size = 0;
  let packer: BodyPacker | null = null;
  const unpack = decompressors.get(encoding.trim().toLowerCase())?.();
  const startPacking = (): BodyPacker => {
    const pause = unpack === undefined ? events.pause : () => void unpack.pause();
    const resume = unpack === undefined ? events.resume : () => void unpack.resume();
    return createBodyPacker(packedBeyond, { complete: events.complete, fail: events.fail, pause, resume });
  };
  const keep = (chunk: Buffer): void => {
    if (packer !== null) {
      packer.take(chunk);
      return;
    }
    size += chunk.length;
    chunks.push(chunk);
    if (size <= maxBytes) return;
    if (packedBeyond > maxBytes && beginsAsJson(chunks[0])) {
      packer = startPacking();
      for (const each of chunks.splice(0)) packer.take(each);
    } else if (cut) events.cut(Buffer.concat(chunks).subarray(0, maxBytes));
    else events.fail(new SourceError('too-large', `The answer is larger than ${Math.round(maxBytes / 1e6)} MB.`));
  };
  const join = (): Buffer => {
    const body = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size);
    chunks.length = 0;
    return body;
  };
  const finish = (): void => {
    if (packer !== null) packer.end();
    else if (size <= joinedAtOnce) events.complete(join());
    else inTurn(join).then(events.complete, events.fail);
  };

  if (unpack === undefined) return { take: keep, end: finish, close: () => packer?.close() };
  unpack.on('data', keep).on('end', finish).on('error', events.fail);
  return {
    take(chunk) {
      if (unpack.write(chunk)) return;
      events.pause();
      unpack.once('drain', events.resume);
    },
    end: () => void unpack.end(),
    close() {
      unpack.destroy();
      packer?.close();
    },
  };
}
