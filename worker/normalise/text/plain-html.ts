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

const plainText = (text: string): string => decodeEntities(text).replace(/[\u00a0\u202f]/g, ' ');

/**
 * Reads HTML as boards write it: tags of known elements (`htmlElements`) with attributes in quotes, and text. Returns it
 * as the sanitiser would, and writes its text to `readable`. The result consists of tags that are written here and of
 * escaped text. `null` for anything else (comments, scripts, tables, tags that are cut off), which the sanitiser has to
 * read; `readable` must then be discarded.
 */
export function readPlainHtml(source: string, readable: ReadableText, rules: PlainHtmlRules): string | null {
  const writer = createWriter(readable, rules);
  for (let at = 0; at < source.length; ) {
    const next = source.indexOf('<', at);
    const end = next < 0 ? source.length : next;
    if (end > at) writer.text(plainText(source.slice(at, end)));
    if (next < 0) break;
    const tagEnd = source.indexOf('>', next);
    const tag = tagEnd < 0 ? null : readPlainTag(source.slice(next + 1, tagEnd));
    if (tag === null || !writer.tag(tag)) return null;
    at = tagEnd + 1;
  }
  return writer.end();
}

/** Writes HTML and readable text, and tracks the open elements as htmlparser2 does. */
function createWriter(readable: ReadableText, { deepest, addressOf }: PlainHtmlRules) {
  const open: HtmlElement[] = [];
  let html = '';

  const closeInnermost = (): void => {
    const element = open.pop();
    if (element === undefined) return;
    readable.close(element.name);
    if (element.written !== null) html += `</${element.written}>`;
  };
  const begin = (element: HtmlElement, href: string | null): void => {
    while (element.ends.has(open.at(-1)?.name ?? '')) closeInnermost();
    readable.open(element.name);
    if (element.written !== null)
      html += `<${element.written}${linkTo(href, addressOf)}${element.isVoid ? ' />' : '>'}`;
    if (element.isVoid) readable.close(element.name);
    else open.push(element);
  };
  const end = (element: HtmlElement): void => {
    const at = open.lastIndexOf(element);
    if (at >= 0) while (open.length > at) closeInnermost();
    // The end of a paragraph that is not open makes an empty one, and the end of a line break makes a line break.
    else if (element.name === 'p') {
      begin(element, null);
      closeInnermost();
    } else if (element.name === 'br') begin(element, null);
  };
  return {
    text(plain: string): void {
      readable.text(plain);
      html += escapeText(plain);
    },
    /** Returns whether the element is within the depth that is read here. */
    tag({ element, isEnd, href }: PlainTag): boolean {
      if (isEnd) end(element);
      else begin(element, href);
      return open.length <= deepest;
    },
    end(): string {
      while (open.length > 0) closeInnermost();
      return html;
    },
  };
}

function linkTo(href: string | null, addressOf: PlainHtmlRules['addressOf']): string {
  const address = href === null ? null : addressOf(decodeHTMLAttribute(href));
  return address === null ? '' : ` href="${address.replace(/[&<>"]/g, escaped)}" rel="nofollow noopener"`;
}

const entities: Readonly<Record<string, string>> = tableOf({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' });
const escaped = (sign: string): string => entities[sign] ?? sign;
