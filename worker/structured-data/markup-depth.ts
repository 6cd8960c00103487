import { SourceError } from '../sources/source-errors.js';

/** Markup beyond these is refused before it is parsed. */
export const markupLimits = {
  /** Elements inside one another; browsers stop at 512 themselves. */
  depth: 512,
  /** Elements beside one another: selectors cost the square of them. */
  breadth: 10_000,
} as const;

/** Elements without content: they open nothing. */
const empty = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
);

/** Elements whose content is text up to their own closing tag. */
const raw = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes']);

/** Elements that a new one closes by itself when they are innermost (the tables of htmlparser2). */
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

/** How markup is built, as far as it costs: the greatest depth, and the most elements beside one another. */
export type MarkupExtent = { depth: number; breadth: number };

/**
 * The extent of markup, in linear time and without building anything; measuring ends where `most` is passed. Parsers and
 * selectors cost the square of either, so this is asked first.
 */
export function measureMarkup(text: string, most: MarkupExtent, { xml = false } = {}): MarkupExtent {
  const open = createOpenElements(xml);
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const { name, ends, closed, next } = readTag(text, at, xml);
    at = next;
    if (name === '') continue;
    if (ends) {
      open.close(name);
      continue;
    }
    open.add(name, xml ? closed : empty.has(name));
    if (open.extent.depth > most.depth || open.extent.breadth > most.breadth) break;
    if (!xml && raw.has(name)) at = behindRaw(text, name, at);
  }
  return open.extent;
}

/** Lists of XML stand in the root or one element below, where nothing is selected element by element. */
const lists = new Set([1, 2]);

/** The elements open at one place, innermost last, and the extent so far. */
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
    /** Closes the innermost element of a name and all within it; a name that is not open closes nothing. */
    close(name: string): void {
      if ((counts.get(name) ?? 0) === 0) return;
      while (open.at(-1) !== name) pop();
      pop();
    },
  };
}

/** Whether markup nests deeper than `most` elements. */
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

const nameAt = /[a-z][^\s/>]*/iy;

/** The tag at a "<": its name (`''` for a comment, a declaration or text), whether it ends or is closed, and what follows. */
function readTag(text: string, at: number, xml: boolean): Tag {
  const none = (next: number): Tag => ({ name: '', ends: false, closed: false, next });
  if (text.startsWith('<!--', at)) return none(behind(text, '-->', at + 4));
  if (xml && text.startsWith('<![CDATA[', at)) return none(behind(text, ']]>', at + 9));
  if (text[at + 1] === '!' || text[at + 1] === '?') return none(behind(text, '>', at + 1));
  const ends = text[at + 1] === '/';
  nameAt.lastIndex = at + (ends ? 2 : 1);
  const written = nameAt.exec(text)?.[0];
  if (written === undefined) return none(at + 1);
  const end = behindAttributes(text, at + written.length + (ends ? 2 : 1));
  const name = xml ? written : written.toLowerCase();
  return { name, ends, closed: text[end - 2] === '/', next: end };
}

/** Where a tag ends: behind its ">", of which those in quoted values are none. */
function behindAttributes(text: string, from: number): number {
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

function behind(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}

/** The beginning of the closing tag of an element that holds text alone. */
function behindRaw(text: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = from;
  return closing.exec(text)?.index ?? text.length;
}
