import { decodeHTMLAttribute, escapeText } from 'entities';
import { tableOf } from '../../../shared/table-of.js';
import { decodeEntities } from './decode-entities.js';
import type { HtmlElement } from './html-elements.js';
import { type PlainTag, readPlainTag } from './plain-tag.js';
import type { ReadableText } from './readable-text.js';

/** The limits and rules that this reader shares with the sanitiser. */
export type PlainHtmlRules = {
  /** The depth of nested elements beyond which the sanitiser decides. */
  deepest: number;
  /** The address that a link is written with; `null` = none. */
  addressOf(href: string): string | null;
};

/** Spaces that do not break, which are written as others. */
const fixedSpace = /[\u00a0\u202f]/;
const fixedSpaces = new RegExp(fixedSpace, 'g');

/** Whether the text between two tags is other than it is written; most texts are not. `hasFixed`: a fixed space is in the document. */
const isEncoded = (text: string, hasFixed: boolean): boolean => hasFixed || text.includes('&') || text.includes('>');

/**
 * Reads HTML as boards write it: tags of known elements (`htmlElements`) with attributes in quotes, and text. Returns it
 * as the sanitiser would, and writes its text to `readable`. The result consists of tags that are written here and of
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

/** Writes HTML and readable text, and tracks the open elements as htmlparser2 does; a class for the reason of `ReadableText`. */
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

  /** Returns whether the element is within the depth that is read here. */
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
    // The end of a paragraph that is not open makes an empty one, and the end of a line break makes a line break.
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
