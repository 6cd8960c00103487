import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { JSONParser, TokenType } from '@streamparser/json';
import { type ListPlace, SourceError, sourceChanged } from '../sources/source.js';
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
  const entryPath = member === null ? '$.*' : `$.${member}.*`;
  // The list itself is no path: the parser keeps all entries of a list that it is to give out.
  const paths = [entryPath, ...beside.map((name) => `$.${name}`)];
  const parser = new JSONParser({ paths, keepStack: false, stringBufferSize: 64 * 1024 });
  const shape = createShapeCheck(member);
  const others = new Map<string, unknown>();
  let entries: string[] = [];
  let length = 0;
  let count = 0;
  let sinceEntry = 0;
  let isComplete = false;

  const refuseLargeEntry = (): void => {
    if (sinceEntry > fetchLimits.listEntryBytes)
      throw new SourceError('too-large', `An entry is larger than ${fetchLimits.listEntryBytes / 1e6} MB.`);
  };
  const add = (entry: unknown): void => {
    count += 1;
    if (count > fetchLimits.listEntries)
      throw new SourceError('too-large', `The answer lists more than ${fetchLimits.listEntries} entries.`);
    const text = JSON.stringify(entry);
    entries.push(text);
    length += text.length;
    sinceEntry = 0;
  };
  parser.onToken = shape.take;
  parser.onValue = ({ value, key, stack }) => {
    if (stack.length === (member === null ? 1 : 2)) add(value);
    else others.set(String(key), value);
  };
  parser.onEnd = () => {
    isComplete = true;
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
    const before = [...others].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`);
    return `{${before.join('')}${JSON.stringify(member)}:${list}}`;
  };
  return {
    take,
    length: () => length,
    write(chunk) {
      sinceEntry += chunk.length;
      feed(() => parser.write(chunk));
      refuseLargeEntry();
    },
    end() {
      if (!isComplete)
        throw new SourceError('broken', `The answer ends within its list, after ${count} entries: it was cut off.`);
      if (!shape.hasList()) throw unknownShape(member);
      return take();
    },
  };
}

type Token = { token: TokenType; value: unknown };

/**
 * Follows the tokens of an answer: throws when its list is no list or occurs twice, so that the bytes beside it would count for
 * nothing, and when it nests too deeply.
 */
function createShapeCheck(member: string | null): { take(token: Token): void; hasList(): boolean } {
  let depth = 0;
  let key: unknown = null;
  let isValue = false;
  let hasList = false;

  const takeMember = ({ token, value }: Token): void => {
    if (isValue && key === member) {
      if (token !== TokenType.LEFT_BRACKET || hasList) throw unknownShape(member);
      hasList = true;
    }
    isValue = token === TokenType.COLON;
    if (token === TokenType.STRING) key = value;
  };
  return {
    hasList: () => hasList,
    take(each) {
      const { token } = each;
      if (depth === 0) {
        const expected = member === null ? TokenType.LEFT_BRACKET : TokenType.LEFT_BRACE;
        if (token !== expected) throw unknownShape(member);
        hasList = member === null;
      } else if (depth === 1 && member !== null) takeMember(each);
      if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1;
      else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1;
      if (depth > fetchLimits.jsonDepth)
        throw new SourceError('broken', `The answer nests deeper than ${fetchLimits.jsonDepth} levels.`);
    },
  };
}

const unknownShape = (member: string | null): SourceError =>
  sourceChanged(member === null ? 'a list' : `an object with a list "${member}"`, 'another JSON text');
