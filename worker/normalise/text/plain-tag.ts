import { type HtmlElement, htmlElements } from './html-elements.js';

/** A tag as plain HTML has it. `href` is the attribute as it is written, of a link's start tag only. */
export type PlainTag = { element: HtmlElement; isEnd: boolean; href: string | null };

/** Attributes in double or single quotes, or without a value; any other notation needs a parser. */
const startTag =
  /^([a-z][a-z0-9:]*)((?:[ \n\r\t\f]+[a-z][\w:.-]*(?:="[^"]*"|='[^']*'|(?=[ \n\r\t\f/]|$)))*)[ \n\r\t\f]*\/?$/i;
const endTag = /^\/([a-z][a-z0-9:]*)[ \n\r\t\f]*$/i;
const attribute = /[ \n\r\t\f]([a-z][\w:.-]*)(?:="([^"]*)"|='([^']*)')?/gi;

/** Boards write the same few tags over and over. */
const known = new Map<string, PlainTag | null>();
const knownAtMost = 1000;
/** Longer tags are mostly links, each of which is written once. */
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
