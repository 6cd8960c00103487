import { decodeHTML } from 'entities';
import { jsonrepair } from 'jsonrepair';

/** A schema.org node as plain data. */
export type LinkedData = { [key: string]: unknown };

/** JobPostings of a page and, as sentences, the blocks that could not be read though they speak of one. */
export type LinkedPostings = { postings: LinkedData[]; flaws: string[] };

/** Nesting beyond this is not followed: honest pages stay under ten. */
const deepest = 40;

const marker = 'application/ld+json';

/**
 * Finds every schema.org JobPosting in a page's JSON-LD (arrays, `@graph`, lists, several blocks, `@id` references).
 * The blocks are found by their marker before any DOM is built: most pages are read without one.
 */
export function readLinkedPostings(html: string): LinkedPostings {
  const found: LinkedPostings = { postings: [], flaws: [] };
  for (const block of blocksOf(html)) {
    if (!block.includes('JobPosting')) continue;
    const data = parseBlock(block);
    if (data === undefined) {
      found.flaws.push(`A JSON-LD block that speaks of a JobPosting is not valid JSON: ${excerpt(block)}`);
      continue;
    }
    const byId = new Map<string, LinkedData>();
    indexNodes(data, byId, 0);
    found.postings.push(...postingsIn(data, 0).map((node) => resolve(node, byId)));
  }
  return found;
}

function* blocksOf(html: string): Generator<string> {
  for (let at = html.indexOf(marker); at !== -1; at = html.indexOf(marker, at + marker.length)) {
    const tag = html.lastIndexOf('<', at);
    if (!/^<script\b/i.test(html.slice(tag, tag + 8))) continue;
    const start = html.indexOf('>', at);
    const end = start === -1 ? -1 : closingTag(html, start);
    if (end === -1) return;
    yield html.slice(start + 1, end);
    at = end - marker.length;
  }
}

function closingTag(html: string, from: number): number {
  const lower = html.indexOf('</script', from);
  return lower === -1 ? html.indexOf('</SCRIPT', from) : lower;
}

/** Strict JSON first; then wrappers off; then what can be mended without guessing. `undefined` = not readable. */
function parseBlock(block: string): unknown {
  const bare = block
    .replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[|\/\*\s*<!\[CDATA\[\s*\*\/)/, '')
    .replace(/(?:-->|\/\/\s*\]\]>|\]\]>|\/\*\s*\]\]>\s*\*\/)\s*$/, '')
    .trim()
    .replace(/;$/, '');
  return (
    tryParse(bare) ?? (/^[{[]\s*&(?:quot|#34|#x22);/i.test(bare) ? tryParse(decodeHTML(bare)) : undefined) ?? mend(bare)
  );
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // `undefined` is the answer "not JSON": the caller goes on to the next way of reading, and reports if none works.
    return undefined;
  }
}

/** Mends raw control characters, trailing commas and the like, but never a block that was cut off. */
function mend(text: string): unknown {
  const last = text.at(-1);
  if ((text[0] !== '{' || last !== '}') && (text[0] !== '[' || last !== ']')) return undefined;
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    return undefined;
  }
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

function indexNodes(value: unknown, byId: Map<string, LinkedData>, depth: number): void {
  if (depth > deepest) return;
  if (Array.isArray(value)) for (const each of value) indexNodes(each, byId, depth + 1);
  if (!isNode(value)) return;
  const id = value['@id'];
  if (typeof id === 'string' && Object.keys(value).length > 1) byId.set(id, value);
  for (const each of Object.values(value)) indexNodes(each, byId, depth + 1);
}

/** Puts what a bare `{ "@id": … }` refers to in its place, one level deep. */
function resolve(node: LinkedData, byId: Map<string, LinkedData>): LinkedData {
  const referred = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(referred);
    if (!isNode(value) || Object.keys(value).length !== 1) return value;
    const id = value['@id'];
    return typeof id === 'string' ? (byId.get(id) ?? value) : value;
  };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, referred(value)]));
}

function excerpt(text: string): string {
  const folded = text.replace(/\s+/g, ' ').trim();
  return folded.length > 80 ? `${folded.slice(0, 80)}…` : folded;
}
