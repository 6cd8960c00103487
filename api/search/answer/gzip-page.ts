import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

/**
 * A page compressed except for its age, which differs in each answer: a gzip member (RFC 1952) whose deflate stream is
 * joined from two compressed parts and, between them, the age in a stored block. No part refers back to another.
 */
export type GzippedPage = {
  /** The header of the member and the part before the age. */
  head: Buffer;
  headCrc: number;
  headLength: number;
  /** The part after the age. */
  tail: Buffer;
  plainTail: Buffer;
};

const deflate = promisify(deflateRaw);

/** ID1, ID2, deflate, no flags, no time, no extra flags, unknown system. */
const memberHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** Compresses the constant parts of a page; the one before the age is a byte string. */
export async function gzipPage({ before, after }: ConstantParts): Promise<GzippedPage> {
  const plainHead = Buffer.from(before, 'latin1');
  const [head, tail] = await Promise.all([
    // A synchronising flush ends on a byte, so that the next block can follow.
    deflate(plainHead, { finishFlush: constants.Z_SYNC_FLUSH }),
    deflate(after),
  ]);
  return {
    head: Buffer.concat([memberHeader, head]),
    headCrc: crc32(plainHead),
    headLength: plainHead.length,
    tail,
    plainTail: after,
  };
}

/** Bytes before and after the text of a stored block, and at the end of a member. */
const blockHeaderBytes = 5;
const trailerBytes = 8;

/** The whole member with this age, which is ASCII and shorter than 64 kB. */
export function joinGzip({ head, headCrc, headLength, tail, plainTail }: GzippedPage, age: string): Buffer {
  const stored = Buffer.allocUnsafe(blockHeaderBytes + age.length);
  // Not the last block, type "stored"; then the length and its complement (RFC 1951 §3.2.4).
  stored[0] = 0;
  stored.writeUInt16LE(age.length, 1);
  stored.writeUInt16LE(~age.length & 0xffff, 3);
  stored.write(age, blockHeaderBytes, 'latin1');
  const trailer = Buffer.allocUnsafe(trailerBytes);
  trailer.writeUInt32LE(crc32(plainTail, crc32(age, headCrc)), 0);
  trailer.writeUInt32LE((headLength + age.length + plainTail.length) >>> 0, 4);
  return Buffer.concat([head, stored, tail, trailer]);
}

type ConstantParts = { before: string; after: Buffer };
