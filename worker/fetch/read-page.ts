/** Reads a response: at once, or a large list in parts. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { JSONParser, TokenType } from '@streamparser/json';
import type { ListPlace, PageRequest, PageResponse, ReceivedPage, RobotsDirectives } from '../sources/source.js';
import { SourceError, sourceChanged } from '../sources/source.js';
import { decodeBody, decoderFor, statedCharset } from './decode-page.js';
import { fetchLimits } from './limits.js';
import { directivesOfHeader, directivesOfHtml } from './robots-directives.js';

/** A response as it arrived: everything its parsing depends on. `robotsTag`: its `X-Robots-Tag`. */
export type RawPage = {
  url: string;
  contentType: string;
  robotsTag: string | null;
  body: Buffer;
  /** The digest of the body, when `body` is its compressed form. */
  packedDigest?: string;
};

/** The hash of a response: two responses with the same hash are parsed alike. */
export function hashOfPage({ url, contentType, robotsTag, body, packedDigest }: RawPage): string {
  const facts = JSON.stringify([url, contentType, robotsTag]);
  return createHash('sha256')
    .update(facts)
    .update(packedDigest ?? body)
    .digest('base64url')
    .slice(0, 22);
}

/**
 * Reads a response. The body of an HTML page is decoded, since it may contain robots directives; any other one stays as
 * bytes for the thread that parses it (`decodePage`). Throws `SourceError` when it cannot be decoded.
 */
export function readPage(page: RawPage & { hash: string }, request: PageRequest, userAgent: string): ReceivedPage {
  const { url, contentType, robotsTag, hash } = page;
  const { accept } = request;
  const body = accept === 'page' ? decodeBody(page.body, { contentType, accept }) : page.body;
  const robots = directivesOf(typeof body === 'string' ? body : null, { robotsTag, userAgent });
  const isMarked = robots.noindex || robots.noarchive;
  return { url, contentType, body, rendered: false, hash, ...(isMarked ? { robots } : {}) };
}

/** Reads a compressed response in parts. Throws `SourceError`, also while further parts are read. */
export async function readPackedPage(
  page: RawPage & { hash: string },
  list: ListPlace,
  userAgent: string,
): Promise<PageResponse> {
  const { url, contentType, body, robotsTag, hash } = page;
  const parts = readLargeList(body, list, decoderFor(statedCharset(contentType) ?? 'utf-8'));
  const first = await parts.next();
  const robots = directivesOfHeader(robotsTag, userAgent);
  const isMarked = robots.noindex || robots.noarchive;
  return {
    url,
    contentType,
    body: first.done === true ? '' : first.value,
    rendered: false,
    hash,
    further: parts,
    ...(isMarked ? { robots } : {}),
  };
}

/** Robots directives of the header and, for a page, of its HTML. */
function directivesOf(
  html: string | null,
  { robotsTag, userAgent }: { robotsTag: string | null; userAgent: string },
): RobotsDirectives {
  const inHeader = directivesOfHeader(robotsTag, userAgent);
  if (html === null) return inHeader;
  const inside = directivesOfHtml(html, userAgent);
  return { noindex: inHeader.noindex || inside.noindex, noarchive: inHeader.noarchive || inside.noarchive };
}

/** Characters of entries that complete a part. */
const partLength = 2_000_000;

/**
 * Reads a compressed JSON answer whose list does not fit into one text: as parts, each a JSON text of the same form
 * with some of the entries and the members before them. Throws `SourceError` for anything but a complete answer with
 * that list, and for one beyond the limits of depth, entries and the size of an entry.
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
  /** Characters of entries read but not yet taken. */
  length(): number;
  take(): string;
  /** The rest of the entries; throws when the answer is incomplete or lacks the list. */
  end(): string;
};

function createListReader({ member, beside = [] }: ListPlace): ListReader {
  const entryPath = member === null ? '$.*' : `$.${member}.*`;
  // The list itself is not a path: the parser would keep all of its entries in memory.
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
 * Follows the tokens of an answer: throws when its list is not a list or occurs twice, in which case the bytes next to
 * it would not count, and when it nests too deeply.
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
