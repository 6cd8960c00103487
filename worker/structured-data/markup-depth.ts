import { SourceError } from '../sources/source-errors.js';

/** Markup beyond these limits is refused before it is parsed. */
export const markupLimits = {
  /** Nesting depth of elements; browsers themselves stop at 512. */
  depth: 512,
  /** Sibling elements: the cost of selectors is quadratic in their number. */
  breadth: 10_000,
} as const;

/** Void elements: they have no content and no end tag. */
const empty = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
);

/** Elements whose content is text up to their own closing tag. */
const raw = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes']);

/** Elements that a new one closes implicitly when they are innermost (as htmlparser2 does). */
const closedBy = new Map<string, ReadonlySet<string>>([
  ['tr', new Set(['tr', 'th', 'td'])],
  ['th', new Set(['th', 'td'])],
  ['td', new Set(['th', 'td'])],
  ['li', new Set(['li'])],
  ['option', new Set(['option'])],
  ['optgroup', new Set(['optgroup', 'option'])],
  ['dd', new Set(['dt', 'dd'])],
  ['dt', new Set(['dt', 'dd'])],
  ['tbody', new Set(['thead', 'tbody', 'tr', 'td', 'th'])],
  ['tfoot', new Set(['thead', 'tbody', 'tr', 'td', 'th'])],
  ...'address article aside blockquote details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul'
    .split(' ')
    .map((name) => [name, new Set(['p'])] as const),
]);

/** The greatest nesting depth, and the most siblings of one element. */
export type MarkupExtent = { depth: number; breadth: number };

/**
 * Measures markup in linear time and without a DOM, up to where it exceeds `most`. The cost of parsers and selectors is
 * quadratic in depth and breadth, so this runs first.
 */
export function measureMarkup(text: string, most: MarkupExtent, { xml = false } = {}): MarkupExtent {
  const open = createOpenElements(xml);
  const readTag = createTagReader(text, xml);
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const { name, ends, closed, next } = readTag(at);
    at = next;
    if (name === '') continue;
    if (ends) {
      open.close(name);
      continue;
    }
    open.add(name, xml ? closed : empty.has(name));
    if (open.extent.depth > most.depth || open.extent.breadth > most.breadth) break;
    if (!xml && raw.has(name)) at = endOfRawText(text, name, at);
  }
  return open.extent;
}

/** Depths of the lists in XML, which may be long because no selector runs on each of their elements. */
const lists = new Set([1, 2]);

/** The open elements, innermost last, and the extent so far. */
function createOpenElements(xml: boolean) {
  const open: string[] = [];
  const children = [0];
  const counts = new Map<string, number>();
  const extent: MarkupExtent = { depth: 0, breadth: 0 };
  const pop = (): void => {
    const name = open.pop() ?? '';
    children.pop();
    counts.set(name, (counts.get(name) ?? 1) - 1);
  };
  return {
    extent,
    add(name: string, isEmpty: boolean): void {
      if (!xml) while (closedBy.get(name)?.has(open.at(-1) ?? '')) pop();
      const beside = (children[open.length] ?? 0) + 1;
      children[open.length] = beside;
      if (!xml || !lists.has(open.length)) extent.breadth = Math.max(extent.breadth, beside);
      if (isEmpty) return;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      extent.depth = Math.max(extent.depth, open.push(name));
      children.push(0);
    },
    /** Closes the innermost element of this name and all elements inside it; a no-op without such an element. */
    close(name: string): void {
      if ((counts.get(name) ?? 0) === 0) return;
      while (open.at(-1) !== name) pop();
      pop();
    },
  };
}

/** Whether markup is nested deeper than `most` elements. */
export function nestsDeeper(text: string, most: number, options: { xml?: boolean } = {}): boolean {
  return measureMarkup(text, { depth: most, breadth: Number.POSITIVE_INFINITY }, options).depth > most;
}

/** Throws `SourceError` for markup beyond `markupLimits`. */
export function refuseDeepMarkup(text: string, options: { xml?: boolean } = {}): void {
  const most = markupLimits;
  const { depth, breadth } = measureMarkup(text, most, options);
  if (depth > most.depth) throw new SourceError('broken', `The page nests deeper than ${most.depth} elements.`);
  if (breadth > most.breadth)
    throw new SourceError('too-large', `The page has more than ${most.breadth} elements beside one another.`);
}

type Tag = { name: string; ends: boolean; closed: boolean; next: number };

/**
 * Reads the tag at a "<": its name (`''` for a comment, a declaration or text), whether it is an end tag or self-closing, and
 * where the text after it begins.
 */
function createTagReader(text: string, xml: boolean): (at: number) => Tag {
  const nameAt = /[a-z][^\s/>]*/iy;
  return (at) => readTagAt(text, at, { xml, nameAt });
}

function readTagAt(text: string, at: number, { xml, nameAt }: { xml: boolean; nameAt: RegExp }): Tag {
  const none = (next: number): Tag => ({ name: '', ends: false, closed: false, next });
  if (text.startsWith('<!--', at)) return none(after(text, '-->', at + 4));
  if (xml && text.startsWith('<![CDATA[', at)) return none(after(text, ']]>', at + 9));
  if (text[at + 1] === '!' || text[at + 1] === '?') return none(after(text, '>', at + 1));
  const ends = text[at + 1] === '/';
  nameAt.lastIndex = at + (ends ? 2 : 1);
  const written = nameAt.exec(text)?.[0];
  if (written === undefined) return none(at + 1);
  const end = afterAttributes(text, at + written.length + (ends ? 2 : 1));
  const name = xml ? written : written.toLowerCase();
  return { name, ends, closed: text[end - 2] === '/', next: end };
}

/** The index after a tag's ">", ignoring those in quoted values. */
function afterAttributes(text: string, from: number): number {
  let valueMayBegin = false;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (sign === '>') return at + 1;
    if (valueMayBegin && (sign === '"' || sign === "'")) {
      const quote = text.indexOf(sign, at + 1);
      if (quote === -1) return text.length;
      at = quote;
      valueMayBegin = false;
    } else if (sign === '=') valueMayBegin = true;
    else if (sign !== ' ' && sign !== '\n' && sign !== '\t' && sign !== '\r' && sign !== '\f') valueMayBegin = false;
  }
  return text.length;
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}

/** The index of a raw text element's end tag. */
function endOfRawText(text: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = from;
  return closing.exec(text)?.index ?? text.length;
}
