import { crc32 } from 'node:zlib';
import { tableOf } from '../../../shared/table-of.js';

/** The typed arrays that a section may be. */
const arrays = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f64: Float64Array } as const;
type SectionType = keyof typeof arrays;

/** An array of a section. */
export type SectionArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

type SectionHead = { type: SectionType; at: number; length: number };

/** The head of a block of sections. */
type BlockHead<Meta> = { meta: Meta; sections: Record<string, SectionHead> };

/** Sections begin at multiples of this, as the largest array needs. */
const alignment = 8;

const aligned = (at: number): number => Math.ceil(at / alignment) * alignment;

/** Bytes of the cold sections per checksum: about the size of a record, which is read separately. */
const checkedBytes = 2048;

/** The section with the checksums of the cold ones. */
const sumsName = 'coldSums';

type Sections = Readonly<Record<string, SectionArray>>;

/**
 * Packs typed arrays into one block of memory: a prefix, the head as JSON, and the sections, `cold` ones last, which
 * need not be in memory. Checksums cover every byte. Numbers have the machine's byte order.
 */
export function packSections<Meta>(
  meta: Meta,
  { hot, cold }: Record<'hot' | 'cold', Sections>,
): Uint8Array<ArrayBuffer> {
  const heads: Record<string, SectionHead> = tableOf({});
  const coldBytes = Object.values(cold).reduce((sum, { byteLength }) => sum + aligned(byteLength), 0);
  const sums = new Uint32Array(Math.ceil(coldBytes / checkedBytes));
  const all: Sections = { ...hot, [sumsName]: sums, ...cold };
  let end = 0;
  for (const [name, list] of Object.entries(all)) {
    heads[name] = { type: typeOf(list), at: end, length: list.length };
    end = aligned(end + list.byteLength);
  }
  const head = Buffer.from(JSON.stringify({ meta, sections: heads } satisfies BlockHead<Meta>));
  const from = aligned(prefixLength + head.length);
  const block = new Uint8Array(from + end);
  const hotEnd = block.length - coldBytes;
  const prefix = new DataView(block.buffer);
  prefix.setUint32(0, head.length, true);
  prefix.setUint32(4, hotEnd, true);
  prefix.setUint32(8, block.length, true);
  block.set(head, prefixLength);
  const write = (name: string, { buffer, byteOffset, byteLength }: SectionArray): void =>
    block.set(new Uint8Array(buffer, byteOffset, byteLength), from + (heads[name]?.at ?? 0));
  for (const [name, list] of Object.entries(all)) write(name, list);
  for (const at of sums.keys()) sums[at] = crc32(checkedPart(block.subarray(hotEnd), at));
  write(sumsName, sums);
  prefix.setUint32(checksumAt, hotSum(block.subarray(0, hotEnd)), true);
  return block;
}

/** The bytes of the cold sections covered by the checksum of this number. */
const checkedPart = (cold: Uint8Array, at: number): Uint8Array =>
  cold.subarray(at * checkedBytes, (at + 1) * checkedBytes);

/**
 * The bytes before the head, 32 bits each: the length of the head, of the block up to its cold sections and of the
 * entire block, and the checksum of these lengths and of everything before the cold sections.
 */
export const prefixLength = 16;
const checksumAt = 12;

const hotSum = (hot: Uint8Array): number => crc32(hot.subarray(prefixLength), crc32(hot.subarray(0, checksumAt)));

/** The lengths of a block up to its cold sections and in total, from its first `prefixLength` bytes. */
export function lengthsOf(prefix: Uint8Array): { hot: number; whole: number } {
  const view = new DataView(prefix.buffer, prefix.byteOffset);
  return { hot: view.getUint32(4, true), whole: view.getUint32(8, true) };
}

/** Whether the part of a block before its cold sections is unchanged. */
export const isIntact = (hot: Uint8Array): boolean =>
  new DataView(hot.buffer, hot.byteOffset).getUint32(checksumAt, true) === hotSum(hot);

/**
 * Makes the reader of a block's cold sections that checks data from `readBytes` against the checksums in `hot`, the
 * part before them. It throws a RangeError on a mismatch.
 */
export function createCheckedReader(hot: Uint8Array, readBytes: ReadBytes): ReadBytes {
  const sums = openSections(hot).u32(sumsName);
  const { hot: from, whole } = lengthsOf(hot);
  return (at, length) => {
    const first = Math.floor((at - from) / checkedBytes);
    const begin = from + first * checkedBytes;
    const end = Math.min(whole, from + Math.ceil((at - from + length) / checkedBytes) * checkedBytes);
    const read = readBytes(begin, end - begin);
    for (let part = 0; part * checkedBytes < read.length; part++)
      if (crc32(checkedPart(read, part)) !== sums[first + part])
        throw new RangeError(`The bytes from ${begin + part * checkedBytes} on are not as they were written.`);
    return read.subarray(at - begin, at - begin + length);
  };
}

function typeOf(list: SectionArray): SectionType {
  for (const type of ['u8', 'u16', 'u32', 'f64'] as const) if (list instanceof arrays[type]) return type;
  throw new TypeError('A section is a Uint8Array, Uint16Array, Uint32Array or Float64Array.');
}

/** Sections of an opened block; all but cold ones are views of its memory. */
export type OpenSections<Meta> = {
  meta: Meta;
  u8(name: string): Uint8Array;
  u16(name: string): Uint16Array;
  u32(name: string): Uint32Array;
  f64(name: string): Float64Array;
  /** A section of numbers that is narrow where its values allow. */
  narrow(name: string): Uint16Array | Uint32Array;
  /** Makes the reader of a cold section: the elements from one index up to another. */
  cold<Type extends 'u8' | 'u32'>(name: string, type: Type): ColdSection<InstanceType<(typeof arrays)[Type]>>;
  /** Makes the reader of all bytes of a cold section. */
  wholeCold(name: string): () => Uint8Array;
};

/** Reads elements of a section that may be on disk. */
type ColdSection<List extends SectionArray> = (from: number, to: number) => List;

/** Reads bytes of a block that are not in memory. Throws when they cannot be read. */
export type ReadBytes = (at: number, length: number) => Uint8Array;

/**
 * Opens a block without copying. `given` is the entire block, or the part before its cold sections (`hotLength`), which
 * `readBytes` then reads. Throws when it is cut off, or a section is missing or has another type.
 */
export function openSections<Meta>(given: Uint8Array, readBytes?: ReadBytes): OpenSections<Meta> {
  const block = alignedBytes(given);
  const { buffer, byteOffset, byteLength } = block;
  const size = byteLength < prefixLength ? Infinity : new DataView(buffer, byteOffset).getUint32(0, true);
  if (prefixLength + size > byteLength) throw new RangeError(`A block of ${byteLength} bytes is cut off.`);
  const head = JSON.parse(Buffer.from(buffer, byteOffset + prefixLength, size).toString()) as BlockHead<Meta>;
  const heads = tableOf(head.sections);
  const from = aligned(prefixLength + size);
  const headOf = (name: string, type: SectionType): SectionHead => {
    const found = heads[name];
    if (found?.type !== type) throw new TypeError(`The block has no section "${name}" of type ${type}.`);
    return found;
  };
  const find = <Type extends SectionType>(name: string, type: Type): InstanceType<(typeof arrays)[Type]> => {
    const { at, length } = headOf(name, type);
    if (from + at + length * arrays[type].BYTES_PER_ELEMENT > byteLength)
      throw new RangeError(`A block of ${byteLength} bytes is cut off in its section "${name}".`);
    return new arrays[type](buffer, byteOffset + from + at, length) as InstanceType<(typeof arrays)[Type]>;
  };
  const cold = <Type extends SectionType>(
    name: string,
    type: Type,
  ): ColdSection<InstanceType<(typeof arrays)[Type]>> =>
    readBytes === undefined
      ? readerOf<Type>(find(name, type))
      : fileReaderOf(readBytes, { type, from: from + headOf(name, type).at });
  const isNarrow = (name: string): boolean => heads[name]?.type === 'u16';
  return {
    meta: head.meta,
    u8: (name) => find(name, 'u8'),
    u16: (name) => find(name, 'u16'),
    u32: (name) => find(name, 'u32'),
    f64: (name) => find(name, 'f64'),
    narrow: (name) => (isNarrow(name) ? find(name, 'u16') : find(name, 'u32')),
    cold,
    wholeCold(name) {
      return wholeReaderOf(cold(name, 'u8'), headOf(name, 'u8').length);
    },
  };
}

// Separate functions: closures within `openSections` would keep all section descriptions, 4 kB per segment.

/** The reader of a section in memory. */
const readerOf =
  <Type extends SectionType>(whole: InstanceType<(typeof arrays)[Type]>) =>
  (first: number, to: number): InstanceType<(typeof arrays)[Type]> =>
    whole.subarray(first, to) as InstanceType<(typeof arrays)[Type]>;

/** The reader of a section that begins at a byte of a file. */
function fileReaderOf<Type extends SectionType>(
  readBytes: ReadBytes,
  { type, from }: { type: Type; from: number },
): ColdSection<InstanceType<(typeof arrays)[Type]>> {
  type List = InstanceType<(typeof arrays)[Type]>;
  const width = arrays[type].BYTES_PER_ELEMENT;
  return (first, to) => {
    const bytes = readBytes(from + first * width, (to - first) * width);
    if (type === 'u8') return bytes as List;
    const read = alignedBytes(bytes);
    return new arrays[type](read.buffer, read.byteOffset, to - first) as List;
  };
}

const wholeReaderOf = (read: ColdSection<Uint8Array>, length: number) => (): Uint8Array => read(0, length);

/** Typed arrays need an aligned start, which a slice of a larger buffer may lack. */
const alignedBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.byteOffset % alignment === 0 && bytes.buffer instanceof ArrayBuffer
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes);

/** A copy with 16-bit numbers, if `most`, their largest value, allows it. */
export const narrowest = (list: Uint32Array, most: number): Uint16Array | Uint32Array =>
  most < 2 ** 16 ? Uint16Array.from(list) : list.slice();
