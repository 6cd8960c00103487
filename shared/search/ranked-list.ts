/**
 * A job's place in a ranked list: its id and its score in thousandths. `isRough`: its exact score is computed when
 * shown, and is not above this one.
 */
export type RankedJob = { id: string; score: number; isRough?: boolean };

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const digitValue = new Uint8Array(128);
for (const [value, digit] of [...digits].entries()) digitValue[digit.charCodeAt(0)] = value;

const prefix = 'job_';

/** Base62 digits of half an id; 62^8 < 2^48, so six bytes suffice. */
const halfDigits = 8;
const halfBytes = 6;

/** The bit that marks a rough packed score; scores are at most 1000. */
const roughBit = 0x8000;

/** Bytes per job: twelve for its id, two for its score. */
export const rankedBytes = 2 * halfBytes + 2;

/** Packs a ranked list, 14 bytes per job. Every id is `job_` and 16 base62 digits. */
export function packRanked(list: readonly RankedJob[]): Buffer {
  const packed = Buffer.allocUnsafe(list.length * rankedBytes);
  let at = 0;
  for (const { id, score, isRough = false } of list) {
    packed.writeUIntBE(readHalf(id, prefix.length), at, halfBytes);
    packed.writeUIntBE(readHalf(id, prefix.length + halfDigits), at + halfBytes, halfBytes);
    packed.writeUInt16BE(isRough ? score | roughBit : score, at + 2 * halfBytes);
    at += rankedBytes;
  }
  return packed;
}

/** The jobs `from` … `to` of a packed list, fewer where it ends before. */
export function unpackRanked(packed: Buffer, from: number, to: number): RankedJob[] {
  const list: RankedJob[] = [];
  const end = Math.min(to * rankedBytes, packed.length);
  for (let at = from * rankedBytes; at < end; at += rankedBytes) {
    const score = packed.readUInt16BE(at + 2 * halfBytes);
    list.push({
      id: `${prefix}${writeHalf(packed.readUIntBE(at, halfBytes))}${writeHalf(packed.readUIntBE(at + halfBytes, halfBytes))}`,
      score: score & ~roughBit,
      ...((score & roughBit) !== 0 && { isRough: true }),
    });
  }
  return list;
}

function readHalf(id: string, from: number): number {
  let value = 0;
  for (let at = from; at < from + halfDigits; at++) value = value * 62 + (digitValue[id.charCodeAt(at)] ?? 0);
  return value;
}

function writeHalf(value: number): string {
  let text = '';
  let rest = value;
  for (let digit = 0; digit < halfDigits; digit++) {
    text = (digits[rest % 62] ?? '0') + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
