import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { tableOf } from '../../../shared/table-of.js';
import { isIntact, lengthsOf, openSections, packSections, prefixLength, type SectionArray } from '../index/sections.js';
import type { CorpusSnapshot } from './corpus-snapshot.js';

/** Numbers of a block: some 8 MB at most, which is packed in a few milliseconds. */
const blockLength = 1_000_000;

/** What each block but the first says of itself: part of this array, of so many numbers, from this one on. */
type BlockMeta = { name: string; length: number; from: number };

/** What the first block says. */
type FirstMeta = Omit<CorpusSnapshot, 'arrays'> & { blocks: number };

/**
 * Writes a snapshot: a block with its texts, then its arrays block by block, so that the event loop is never blocked for
 * long. The file is written under another name and renamed. Throws when it cannot be written.
 */
export async function writeSnapshot(path: string, { arrays, ...texts }: CorpusSnapshot): Promise<void> {
  // Not the process's number: workers in containers that share the folder may all have the same.
  const draft = `${path}.${randomUUID()}.draft`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(draft, 'w', 0o600);
  try {
    const parts = Object.entries(arrays).flatMap(([name, list]) => partsOf(name, list));
    await file.write(packSections({ ...texts, blocks: parts.length } satisfies FirstMeta, { hot: {}, cold: {} }));
    for (const { meta, part } of parts) {
      await file.write(packSections(meta, { hot: { part }, cold: {} }));
      await nextTurn();
    }
    // A file with its final name is whole even after the power failed.
    await file.sync();
    await file.close();
    await rename(draft, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

function partsOf(name: string, list: SectionArray): { meta: BlockMeta; part: SectionArray }[] {
  const blocks = Math.max(1, Math.ceil(list.length / blockLength));
  return Array.from({ length: blocks }, (_, block) => {
    const from = block * blockLength;
    return { meta: { name, length: list.length, from }, part: list.subarray(from, from + blockLength) };
  });
}

/** Reads a snapshot; `null` = there is none. Throws when it is damaged or cannot be read. */
export async function readSnapshot(path: string): Promise<CorpusSnapshot | null> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (bytes === null) return null;
  let at = 0;
  const next = <Meta>() => {
    const { whole } = lengthsOf(bytes.subarray(at, at + prefixLength));
    const block = bytes.subarray(at, at + whole);
    if (block.length < whole || whole < prefixLength || !isIntact(block))
      throw new RangeError(`The file ${path} is damaged.`);
    at += whole;
    return openSections<Meta>(block);
  };
  const { blocks, ...texts } = next<FirstMeta>().meta;
  const arrays: Record<string, SectionArray> = tableOf({});
  for (let block = 0; block < blocks; block++) {
    const sections = next<BlockMeta>();
    const { name, length, from } = sections.meta;
    const part = sections.any('part');
    const list = arrays[name] ?? emptyLike(part, length);
    arrays[name] = list;
    list.set(part as never, from);
    await nextTurn();
  }
  return { ...texts, arrays };
}

/** An array of the same type. */
function emptyLike(list: SectionArray, length: number): SectionArray {
  if (list instanceof Uint8Array) return new Uint8Array(length);
  if (list instanceof Uint16Array) return new Uint16Array(length);
  if (list instanceof Uint32Array) return new Uint32Array(length);
  return new Float64Array(length);
}
