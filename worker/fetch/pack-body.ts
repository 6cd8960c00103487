import { createHash } from 'node:crypto';
import { createGzip } from 'node:zlib';
import { SourceError } from '../sources/source.js';
import { fetchLimits } from './limits.js';

/** What is known of a body that is kept compressed (gzip): its size and the digest of its bytes before compression. */
export type PackedFacts = { bytes: number; digest: string };

/** Compresses a body while it arrives. */
export type BodyPacker = {
  take(chunk: Buffer): void;
  /** Call after the last chunk. */
  end(): void;
  /** Frees the compressor when the rest is not needed. */
  close(): void;
};

type PackerEvents = {
  complete: (packed: Buffer, facts: PackedFacts) => void;
  fail: (error: Error) => void;
  pause: () => void;
  resume: () => void;
};

/** Bytes that wait for the compressor before the sender is paused: each pause costs more than compressing a small chunk. */
const mostWaiting = 4_000_000;

/** Keeps a body of up to `maxBytes` in compressed form: text of postings takes a fifth of its size. */
export function createBodyPacker(maxBytes: number, events: PackerEvents): BodyPacker {
  const gzip = createGzip({ level: 1, chunkSize: 256 * 1024 });
  const digest = createHash('sha256');
  const packed: Buffer[] = [];
  let bytes = 0;
  let packedBytes = 0;
  let isPaused = false;
  const refuse = (limit: number, form: string): void =>
    events.fail(new SourceError('too-large', `The answer is larger than ${Math.round(limit / 1e6)} MB${form}.`));

  gzip.on('data', (chunk: Buffer) => {
    packedBytes += chunk.length;
    packed.push(chunk);
    if (packedBytes > fetchLimits.packedListBytes) refuse(fetchLimits.packedListBytes, ' in compressed form');
  });
  gzip.on('end', () => events.complete(Buffer.concat(packed), { bytes, digest: digest.digest('base64url') }));
  gzip.on('error', events.fail);
  return {
    take(chunk) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        refuse(maxBytes, '');
        return;
      }
      digest.update(chunk);
      gzip.write(chunk);
      if (isPaused || gzip.writableLength < mostWaiting) return;
      isPaused = true;
      events.pause();
      gzip.once('drain', () => {
        isPaused = false;
        events.resume();
      });
    },
    end: () => void gzip.end(),
    close: () => void gzip.destroy(),
  };
}
