import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { JSONParser, TokenType } from '@streamparser/json';
import type { ListPlace } from '../sources/source.js';
import { SourceError, sourceChanged } from '../sources/source-errors.js';
import { fetchLimits } from './limits.js';

/** Characters of entries from which a part is complete. */
const partLength = 2_000_000;

/**
 * Reads a compressed JSON answer whose list does not fit into one text: as parts, each a JSON text of the same shape with some
 * of the entries and the members that stand before them. Throws `SourceError` for anything but a complete answer with that
 * list, and for one beyond the limits of depth, entries and the size of an entry.
 */
export async function* readLargeList(
  packed: Buffer,
  place: ListPlace,
  decoder: InstanceType<typeof TextDecoder>,
): AsyncGenerator<string, undefined> {
  const reader = createListReader(place);
  const unpacking = Readable.from([packed]).pipe(createGunzip({ chunkSize: 64 * 1024 }));
  // The parser reads UTF-8 itself, and faster from bytes than from texts.
  const isUtf8 = decoder.encoding === 'utf-8';
  for await (const chunk of unpacking) {
    reader.write(isUtf8 ? chunk : decoder.decode(chunk, { stream: true }));
    if (reader.length() >= partLength) yield reader.take();
  }
  yield reader.end();
}

type ListReader = {
  write(chunk: Buffer | string): void;
  /** Characters of the entries that were read and not taken. */
  length(): number;
  take(): string;
  /** The rest of the entries; throws when the answer is incomplete or holds no such list. */
  end(): string;
};

function createListReader({ member, beside = [] }: ListPlace): ListReader {
  const listPath = member === null ? '$' : `$.${member}`;
  const paths = [`${listPath}.*`, ...beside.map((name) => `$.${name}`), ...(member === null ? [] : [listPath])];
  const parser = new JSONParser({ paths, keepStack: false, stringBufferSize: 64 * 1024 });
  const others: Record<string, unknown> = {};
  let entries: string[] = [];
  let length = 0;
  let count = 0;
  let sinceEntry = 0;
  let isComplete = false;
  let hasList = member === null;

  const add = (entry: unknown): void => {
    // A list that occurs twice would make the bytes between its entries count for nothing.
    if (member !== null && hasList) throw unknownShape(member);
    count += 1;
    if (count > fetchLimits.listEntries)
      throw new SourceError('too-large', `The answer lists more than ${fetchLimits.listEntries} entries.`);
    const text = JSON.stringify(entry);
    entries.push(text);
    length += text.length;
    sinceEntry = 0;
  };
  parser.onValue = ({ value, key, stack }) => {
    if (stack.length === (member === null ? 1 : 2)) {
      if (typeof key !== 'number') throw unknownShape(member);
      add(value);
    } else if (key === member) {
      if (!Array.isArray(value)) throw unknownShape(member);
      hasList = true;
    } else others[String(key)] = value;
  };
  parser.onEnd = () => {
    isComplete = true;
  };
  let depth = 0;
  parser.onToken = ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1;
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1;
    if (depth > fetchLimits.jsonDepth)
      throw new SourceError('broken', `The answer nests deeper than ${fetchLimits.jsonDepth} levels.`);
  };
  const feed = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (error instanceof SourceError) throw error;
      throw new SourceError('broken', `The answer is not valid JSON after ${count} entries of its list.`);
    }
  };
  const take = (): string => {
    const list = `[${entries.join(',')}]`;
    entries = [];
    length = 0;
    if (member === null) return list;
    const before = Object.entries(others).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`);
    return `{${before.join('')}${JSON.stringify(member)}:${list}}`;
  };
  return {
    take,
    length: () => length,
    write(chunk) {
      sinceEntry += chunk.length;
      feed(() => parser.write(chunk));
      if (sinceEntry > fetchLimits.listEntryBytes)
        throw new SourceError('too-large', `An entry is larger than ${fetchLimits.listEntryBytes / 1e6} MB.`);
    },
    end() {
      if (!isComplete)
        throw new SourceError('broken', `The answer ends within its list, after ${count} entries: it was cut off.`);
      if (!hasList) throw unknownShape(member);
      return take();
    },
  };
}

const unknownShape = (member: string | null): SourceError =>
  sourceChanged(member === null ? 'a list' : `an object with a list "${member}"`, 'another JSON text');
