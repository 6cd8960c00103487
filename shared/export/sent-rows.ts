/**
 * What a round has sent of one opening: a hash of its row, `null` when it was sent as closed. `unsure`: an earlier
 * response of the round sent something else, and its client may have either.
 */
export type SentRow = { hash: number | null; unsure: boolean };

/** The rows of one bucket by id. */
export type SentRows = Map<string, SentRow>;

/** The characters of an id beyond its bucket's, then 32 bits: the hash, or 0 for closed; the highest for unsure. */
const idLength = 14;
const rowLength = idLength + 4;
const unsureBit = 0x8000_0000;

/** The common prefix of a bucket's ids: `job_` and two characters. */
const beginLength = 6;

/** A hash that fits into a row, never 0. */
export const rowHash = (crc: number): number => crc & 0x7fff_ffff || 1;

/** Packs the rows of one bucket: 18 bytes each. */
export function packRows(rows: SentRows): Buffer {
  const packed = Buffer.alloc(rows.size * rowLength);
  let at = 0;
  for (const [id, { hash, unsure }] of rows) {
    packed.write(id.slice(beginLength), at, idLength, 'latin1');
    packed.writeUInt32LE(((hash ?? 0) | (unsure ? unsureBit : 0)) >>> 0, at + idLength);
    at += rowLength;
  }
  return packed;
}

/** Unpacks the rows of the bucket whose ids begin with these two characters. */
export function unpackRows(packed: Buffer, begin: string): SentRows {
  const rows: SentRows = new Map();
  for (let at = 0; at + rowLength <= packed.length; at += rowLength) {
    const bits = packed.readUInt32LE(at + idLength);
    const hash = bits & ~unsureBit;
    rows.set(`job_${begin}${packed.toString('latin1', at, at + idLength)}`, {
      hash: hash === 0 ? null : hash,
      unsure: bits >>> 31 === 1,
    });
  }
  return rows;
}
