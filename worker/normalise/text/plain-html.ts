import { decodeHTML, decodeHTMLAttribute, escapeText } from 'entities';
import { tableOf } from '../../../shared/table-of.js';
import type { ReadableText } from './readable-text.js';

/** The limits and rules shared with the sanitiser. */
export type PlainHtmlRules = {
  /** The depth of nested elements beyond which the sanitiser takes over. */
  deepest: number;
  /** The address to write for a link; `null` = none. */
  addressOf(href: string): string | null;
};

/** Non-breaking spaces, which are written as plain spaces. */
const fixedSpace = /[\u00a0\u202f]/;
const fixedSpaces = new RegExp(fixedSpace, 'g');

/** Whether the text between two tags needs decoding, which is rare. `hasFixed`: the document has a fixed space. */
const isEncoded = (text: string, hasFixed: boolean): boolean => hasFixed || text.includes('&') || text.includes('>');

/**
 * Reads HTML as boards write it: tags of known elements (`htmlElements`) with attributes in quotes, and text. Returns
 * the same as the sanitiser, and writes its text to `readable`. The result consists only of tags written here and of
 * escaped text. `null` for anything else (comments, scripts, tables, tags that are cut off), which the sanitiser has to
 * read; `readable` must then be discarded.
 */
export function readPlainHtml(source: string, readable: ReadableText, rules: PlainHtmlRules): string | null {
  const writer = new PlainHtmlWriter(readable, rules);
  const hasFixed = fixedSpace.test(source);
  for (let at = 0; at < source.length; ) {
    const next = source.indexOf('<', at);
    const end = next < 0 ? source.length : next;
    if (end > at) writer.text(source.slice(at, end), hasFixed);
    if (next < 0) break;
    const tagEnd = source.indexOf('>', next);
    const tag = tagEnd < 0 ? null : readPlainTag(source.slice(next + 1, tagEnd));
    if (tag === null || !writer.tag(tag)) return null;
    at = tagEnd + 1;
  }
  return writer.end();
}

/** Writes HTML and readable text, and tracks open elements like htmlparser2; a class as `ReadableText` is. */
class PlainHtmlWriter {
  readonly #open: HtmlElement[] = [];
  readonly #readable: ReadableText;
  readonly #rules: PlainHtmlRules;
  #html = '';

  constructor(readable: ReadableText, rules: PlainHtmlRules) {
    this.#readable = readable;
    this.#rules = rules;
  }

  text(written: string, hasFixed: boolean): void {
    if (!isEncoded(written, hasFixed)) {
      this.#readable.text(written);
      this.#html += written;
      return;
    }
    const plain = decodeEntities(written).replace(fixedSpaces, ' ');
    this.#readable.text(plain);
    this.#html += escapeText(plain);
  }

  /** Returns whether the element is within the maximum depth. */
  tag({ element, isEnd, href }: PlainTag): boolean {
    if (isEnd) this.#close(element);
    else this.#begin(element, href);
    return this.#open.length <= this.#rules.deepest;
  }

  /** The HTML, with the end of every element. */
  end(): string {
    while (this.#open.length > 0) this.#closeInnermost();
    return this.#html;
  }

  #closeInnermost(): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    this.#readable.close(element.name);
    if (element.written !== null) this.#html += `</${element.written}>`;
  }

  #begin(element: HtmlElement, href: string | null): void {
    while (element.ends.has(this.#open.at(-1)?.name ?? '')) this.#closeInnermost();
    this.#readable.open(element.name);
    if (element.written !== null)
      this.#html += `<${element.written}${linkTo(href, this.#rules.addressOf)}${element.isVoid ? ' />' : '>'}`;
    if (element.isVoid) this.#readable.close(element.name);
    else this.#open.push(element);
  }

  #close(element: HtmlElement): void {
    const at = this.#open.lastIndexOf(element);
    if (at >= 0) while (this.#open.length > at) this.#closeInnermost();
    // The end tag of a paragraph that is not open creates an empty one; that of a line break creates a line break.
    else if (element.name === 'p') {
      this.#begin(element, null);
      this.#closeInnermost();
    } else if (element.name === 'br') this.#begin(element, null);
  }
}

function linkTo(href: string | null, addressOf: PlainHtmlRules['addressOf']): string {
  const address = href === null ? null : addressOf(decodeHTMLAttribute(href));
  return address === null ? '' : ` href="${address.replace(/[&<>"]/g, escaped)}" rel="nofollow noopener"`;
}

const entities: Readonly<Record<string, string>> = tableOf({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' });
const escaped = (sign: string): string => entities[sign] ?? sign;

/** A tag as in plain HTML. `href` is the attribute as written, only for a link's start tag. */
export type PlainTag = { element: HtmlElement; isEnd: boolean; href: string | null };

/** Attributes in double or single quotes, or without a value; any other notation needs a parser. */
const startTag =
  /^([a-z][a-z0-9:]*)((?:[ \n\r\t\f]+[a-z][\w:.-]*(?:="[^"]*"|='[^']*'|(?=[ \n\r\t\f/]|$)))*)[ \n\r\t\f]*\/?$/i;
const endTag = /^\/([a-z][a-z0-9:]*)[ \n\r\t\f]*$/i;
const attribute = /[ \n\r\t\f]([a-z][\w:.-]*)(?:="([^"]*)"|='([^']*)')?/gi;

/** Boards write the same few tags repeatedly. */
const known = new Map<string, PlainTag | null>();
const knownAtMost = 1000;
/** Longer tags are mostly links, which rarely repeat. */
const longestKnown = 80;

/** Reads the text between the angle brackets of a tag; `null` when only a parser can interpret it. */
export function readPlainTag(inside: string): PlainTag | null {
  const before = known.get(inside);
  if (before !== undefined) return before;
  const tag = parseTag(inside);
  if (inside.length <= longestKnown) {
    if (known.size >= knownAtMost) known.clear();
    known.set(inside, tag);
  }
  return tag;
}

function parseTag(inside: string): PlainTag | null {
  const end = endTag.exec(inside);
  if (end !== null) return tagOf(end[1], true, null);
  const start = startTag.exec(inside);
  if (start === null) return null;
  const [, name = '', attributes = ''] = start;
  return tagOf(name, false, /^a$/i.test(name) ? hrefIn(attributes) : null);
}

function tagOf(name: string | undefined, isEnd: boolean, href: string | null): PlainTag | null {
  const element = htmlElements[name?.toLowerCase() ?? ''];
  return element === undefined ? null : { element, isEnd, href };
}

/** The first attribute of the name counts. */
function hrefIn(attributes: string): string | null {
  for (const [, name = '', double, single] of attributes.matchAll(attribute))
    if (name.toLowerCase() === 'href') return double ?? single ?? null;
  return null;
}

/** An element allowed in descriptions. */
export type HtmlElement = {
  name: string;
  /** The name to write; `null` = its tags are dropped and its content is kept. */
  written: string | null;
  /** Void elements have no content and no end tag. */
  isVoid: boolean;
  /** Elements that its start tag closes if they are innermost, as in htmlparser2. */
  ends: ReadonlySet<string>;
};

/** Elements written under their own name. */
export const keptElements: readonly string[] = 'p div ul ol li h3 h4 h5 h6 strong em br a blockquote'.split(' ');
/** Elements written under another name. */
export const renamedElements: Readonly<Record<string, string>> = {
  h1: 'h3',
  h2: 'h3',
  b: 'strong',
  i: 'em',
  section: 'div',
  article: 'div',
};
/** Elements whose content is kept without their tags. */
const unwrapped =
  'span font u s small sub sup code mark center label header footer main aside nav figure hr img wbr o:p';

const voids = new Set(['br', 'hr', 'img', 'wbr']);
const nothing: ReadonlySet<string> = new Set();
const paragraph: ReadonlySet<string> = new Set(['p']);
const endsParagraph = new Set(
  'p div ul ol h1 h2 h3 h4 h5 h6 blockquote section article header footer main aside nav figure hr'.split(' '),
);

const endedBy = (name: string): ReadonlySet<string> =>
  name === 'li' ? new Set(['li']) : endsParagraph.has(name) ? paragraph : nothing;

const element = (name: string, written: string | null): [string, HtmlElement] => [
  name,
  { name, written, isVoid: voids.has(name), ends: endedBy(name) },
];

/**
 * Elements known to the reader of plain HTML, by name. Elements with special rules are missing: tables, forms,
 * definition lists, other languages (SVG, MathML), and those whose content is not text.
 */
export const htmlElements: Readonly<Record<string, HtmlElement>> = tableOf(
  Object.fromEntries([
    ...keptElements.map((name) => element(name, name)),
    ...Object.entries(renamedElements).map(([name, written]) => element(name, written)),
    ...unwrapped.split(' ').map((name) => element(name, null)),
  ]),
);

/** An ampersand that starts none of the entities replaced here. */
const other = /&(?!(?:lt|gt|amp|quot|nbsp|apos|#39);)/;

/**
 * A text with one level of entities decoded, as by `decodeHTML`. Escaped HTML has hundreds of the same few, which are
 * replaced at once; a text with any other entity is decoded by the library.
 */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  if (other.test(text)) return decodeHTML(text);
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&#39;', "'")
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
