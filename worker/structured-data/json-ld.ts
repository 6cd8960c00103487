import { decodeHTML } from 'entities';
import { lazyRequire } from '../../shared/lazy-require.js';
import { SourceError } from '../sources/source.js';
import { parseForeignJson } from './parse-json.js';

/** A schema.org node as plain data. */
export type LinkedData = { [key: string]: unknown };

/** JobPostings of a page, and sentences about blocks that mention one but could not be parsed. */
export type LinkedPostings = { postings: LinkedData[]; flaws: string[] };

/**
 * How often the structured data of a page may be read on average: data referenced by several postings, or within
 * several properties, is read for each. Real pages stay under five times.
 */
export const timesReadAtMost = 20;

/** Nesting beyond this is not followed; real pages stay under ten. */
const deepest = 40;

const marker = 'application/ld+json';

/**
 * Finds every schema.org JobPosting in a page's JSON-LD (arrays, `@graph`, lists, several blocks, `@id` references).
 * Blocks are found by their marker without building a DOM, which most pages never need.
 */
export function readLinkedPostings(html: string): LinkedPostings {
  const found: LinkedPostings = { postings: [], flaws: [] };
  const repair = createRepair();
  for (const block of blocksOf(html)) {
    if (!block.includes('JobPosting')) continue;
    const data = parseBlock(block, repair);
    if (data === undefined) {
      found.flaws.push(`A JSON-LD block with a JobPosting is not valid JSON: ${excerpt(block)}`);
      continue;
    }
    const nodes: Nodes = { byId: new Map(), left: 0 };
    nodes.left = timesReadAtMost * indexNodes(data, nodes, 0);
    for (const node of postingsIn(data, 0)) found.postings.push(resolve(node, nodes));
  }
  return found;
}

/** The most JSON-LD blocks read of one page, and how far before its marker the tag of a block may begin. */
const bounds = { blocks: 2000, tag: 1000 };

function* blocksOf(html: string): Generator<string> {
  let blocks = 0;
  for (let at = html.indexOf(marker); at !== -1; at = html.indexOf(marker, at + marker.length)) {
    if (blocks >= bounds.blocks) return;
    const before = html.slice(Math.max(0, at - bounds.tag), at);
    if (!/^<script\b/i.test(before.slice(before.lastIndexOf('<')))) continue;
    const start = html.indexOf('>', at);
    const end = start === -1 ? -1 : closingTag(html, start);
    if (end === -1) return;
    blocks += 1;
    yield html.slice(start + 1, end);
    at = end - marker.length;
  }
}

function closingTag(html: string, from: number): number {
  const closing = /<\/script/gi;
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? -1;
}

/** Tries strict JSON without wrappers, then decoded entities, then repair without guessing. `undefined` = not parseable. */
function parseBlock(block: string, repair: (text: string) => unknown): unknown {
  const bare = block
    .replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[|\/\*\s*<!\[CDATA\[\s*\*\/)/, '')
    .trimEnd()
    .replace(/(?:-->|\/\/\s*\]\]>|\]\]>|\/\*\s*\]\]>\s*\*\/)$/, '')
    .trim()
    .replace(/;$/, '');
  return (
    tryParse(bare) ??
    (/^[{[]\s*&(?:quot|#34|#x22);/i.test(bare) ? tryParse(decodeHTML(bare)) : undefined) ??
    repair(bare)
  );
}

function tryParse(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    // `undefined` = not JSON: the caller tries the next way of parsing, and reports it when none works.
    return undefined;
  }
}

/** The most characters of a page that are repaired: jsonrepair copies its output for each mistake. */
const maxRepaired = 30_000;

/**
 * Repairs raw control characters in any block, and trailing commas and similar mistakes up to `maxRepaired` in one page.
 * Never repairs a truncated block.
 */
function createRepair(): (text: string) => unknown {
  let left = maxRepaired;
  return (text) => {
    const last = text.at(-1);
    if ((text[0] !== '{' || last !== '}') && (text[0] !== '[' || last !== ']')) return undefined;
    const read = tryParse(withEscapedControls(text));
    if (read !== undefined || text.length > left) return read;
    left -= text.length;
    const { jsonrepair } = lazyRequire('jsonrepair') as typeof import('jsonrepair');
    try {
      return parseForeignJson(jsonrepair(text));
    } catch {
      return undefined;
    }
  };
}

/** Escapes raw line breaks and tabs in JSON strings, the most common mistake. */
function withEscapedControls(text: string): string {
  return text.replace(/"[^"\\]*(?:\\[\s\S][^"\\]*)*"?/g, (quoted) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters.
    quoted.replace(/[\u0000-\u001f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

const isNode = (value: unknown): value is LinkedData =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isPosting(node: LinkedData): boolean {
  return [node['@type']].flat().some((type) => typeof type === 'string' && /(?:^|[/:#])JobPosting$/.test(type));
}

function postingsIn(value: unknown, depth: number): LinkedData[] {
  if (depth > deepest) return [];
  if (Array.isArray(value)) return value.flatMap((each) => postingsIn(each, depth + 1));
  if (!isNode(value)) return [];
  if (isPosting(value)) return [value];
  return Object.values(value).flatMap((each) => postingsIn(each, depth + 1));
}

/** The nodes with an id and their number of values; `left`: values that references may still repeat. */
type Nodes = { byId: Map<string, { node: LinkedData; size: number }>; left: number };

/** Records the nodes with an id; returns the number of values. */
function indexNodes(value: unknown, nodes: Nodes, depth: number): number {
  if (depth > deepest || typeof value !== 'object' || value === null) return 1;
  const known = { node: value as LinkedData, size: 1 };
  const id = isNode(value) ? value['@id'] : undefined;
  if (typeof id === 'string' && Object.keys(value).length > 1) nodes.byId.set(id, known);
  for (const each of Object.values(value)) known.size += indexNodes(each, nodes, depth + 1);
  return known.size;
}

/** Replaces bare `{ "@id": … }` references with their nodes, one level deep, and writes names of properties as schema.org does. */
function resolve(node: LinkedData, nodes: Nodes): LinkedData {
  const referred = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(referred);
    if (!isNode(value) || Object.keys(value).length !== 1) return value;
    const id = value['@id'];
    const known = typeof id === 'string' ? nodes.byId.get(id) : undefined;
    if (known === undefined) return value;
    nodes.left -= known.size;
    if (nodes.left < 0)
      throw new SourceError('too-large', `The JSON-LD of the page repeats itself more than ${timesReadAtMost} times.`);
    return known.node;
  };
  const whole = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, referred(value)]));
  return withPropertyNames(whole, 0) as LinkedData;
}

const prefixed = /^(?:schema:|https?:\/\/schema\.org\/)/;

/** "JobLocation" and "schema:jobLocation" are `jobLocation`, on every level, unless that is there as well. */
function withPropertyNames(value: unknown, depth: number): unknown {
  if (depth > deepest) return value;
  if (Array.isArray(value)) return value.map((each) => withPropertyNames(each, depth + 1));
  if (!isNode(value)) return value;
  const named: LinkedData = {};
  for (const [key, each] of Object.entries(value)) {
    const plain = key.replace(prefixed, '');
    const name = /^[A-Z][a-z]/.test(plain) ? `${plain.charAt(0).toLowerCase()}${plain.slice(1)}` : plain;
    if (name === key || (name !== '__proto__' && !Object.hasOwn(value, name)))
      named[name] = withPropertyNames(each, depth + 1);
  }
  return named;
}

function excerpt(text: string): string {
  const folded = text.slice(0, 1000).replace(/\s+/g, ' ').trim();
  return folded.length > 80 ? `${folded.slice(0, 80)}…` : folded;
}
