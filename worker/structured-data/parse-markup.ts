import type { Cheerio, CheerioAPI } from 'cheerio/slim';
import type { AnyNode, DomHandler, DomHandlerOptions, Element } from 'domhandler';
import { lazyRequire, lazyRequireFrom } from '../../shared/lazy-require.js';
import { SourceError } from '../sources/source.js';

/** The most unclosed tags: a parser that keeps some elements' content as text scans to the end of the page for each. */
const mostUnclosed = 20;

/**
 * Throws `SourceError` for XML with more than 20 tags that never close, in linear time: fast-xml-parser skips over them in
 * elements whose content it keeps as text, and each costs it the rest of the page.
 */
export function refuseUnclosedTags(xml: string): void {
  let unclosed = 0;
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at + 1)) {
    const end = endOfTag(xml, at);
    if (end !== -1) at = end;
    else if (++unclosed > mostUnclosed)
      throw new SourceError('broken', `The page has more than ${mostUnclosed} tags that never close.`);
  }
}

/** Index of the last character of the tag, comment, instruction or CDATA section at a "<"; -1 when nothing closes it. */
function endOfTag(xml: string, at: number): number {
  if (xml[at + 1] === '/') return xml.indexOf('>', at);
  if (xml[at + 1] === '?') return lastOf(xml, '?>', at);
  if (xml.startsWith('<!--', at)) return lastOf(xml, '-->', at + 4);
  if (xml.startsWith('<![', at)) return lastOf(xml, ']]>', at);
  return endOfQuotedTag(xml, at);
}

/** A ">" within quotes does not close a tag. */
function endOfQuotedTag(xml: string, from: number): number {
  for (let at = from + 1; at < xml.length; at++) {
    const sign = xml[at];
    if (sign === '>') return at;
    if (sign !== '"' && sign !== "'") continue;
    at = xml.indexOf(sign, at + 1);
    if (at === -1) return -1;
  }
  return -1;
}

function lastOf(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from);
  return found === -1 ? -1 : found + mark.length - 1;
}

/** Markup beyond these limits is refused during parsing. */
export const markupLimits = {
  /** Nesting depth of elements; browsers themselves stop at 512. The parser takes time in proportion to it at each tag. */
  depth: 512,
  /** SVG and MathML elements without an end tag: the parser keeps each in a list, which every further one moves. */
  foreign: 1000,
} as const;

/** Elements that begin or end SVG and MathML for the parser (`foreignContextElements`, `htmlIntegrationElements`). */
const foreign = new Set('svg math mi mo mn ms mtext annotation-xml foreignobject desc title'.split(' '));

/** The parser and selector engine that cheerio itself uses. */
const treeOfCheerio = () => lazyRequireFrom('cheerio/slim', 'domhandler') as typeof import('domhandler');
const parserOfCheerio = () => lazyRequireFrom('cheerio/slim', 'htmlparser2') as { Parser: Parser };
const selectorsOfCheerio = () => lazyRequireFrom('cheerio/slim', 'cheerio-select') as { select: Select };
type Parser = new (handler: DomHandler, options: DomHandlerOptions) => { end(text: string): void };
type Select = (css: string, root: AnyNode, options: object) => Element[];

/**
 * Parses HTML or, with that option, XML in linear time; throws `SourceError` for markup beyond `markupLimits`. Elements
 * know their start and end in the text. The parser is loaded with the first page, since most sources respond with JSON.
 */
export function parseMarkup(text: string, { xml = false }: { xml?: boolean } = {}): CheerioAPI {
  const { load } = lazyRequire('cheerio/slim') as typeof import('cheerio/slim');
  const { DomHandler } = treeOfCheerio();
  const { Parser } = parserOfCheerio();
  const options = { xmlMode: xml, withStartIndices: true, withEndIndices: true };
  const tree = new DomHandler(undefined, options);
  bound(tree);
  new Parser(tree, options).end(text);
  const page = load(tree.root, { xml });
  page.fn.find = findWithin(page.fn.find);
  return page;
}

/** Has the builder of a tree throw at the parser's event that exceeds a limit. */
function bound(tree: DomHandler): void {
  let depth = 0;
  let open = 0;
  const { onopentag, onclosetag } = tree;
  tree.onopentag = (name, attributes) => {
    if (++depth > markupLimits.depth)
      throw new SourceError('broken', `The page nests deeper than ${markupLimits.depth} elements.`);
    if (foreign.has(name) && ++open > markupLimits.foreign)
      throw new SourceError('broken', `The page has more than ${markupLimits.foreign} SVG elements that never close.`);
    onopentag.call(tree, name, attributes);
  };
  tree.onclosetag = (name?: string, isImplied?: boolean) => {
    depth -= 1;
    if (isImplied !== true && name !== undefined && foreign.has(name)) open -= 1;
    onclosetag.call(tree);
  };
}

/** Selectors that begin next to their context. */
const besideContext = /^\s*(?:[+~]|:scope\b)/;

/** `find` in linear time: cheerio's own compares each child of its context with all others before it selects anything. */
function findWithin(find: Cheerio<AnyNode>['find']): Cheerio<AnyNode>['find'] {
  const { select } = selectorsOfCheerio();
  return function (this: Cheerio<AnyNode>, wanted) {
    const [context] = this;
    if (typeof wanted !== 'string' || context === undefined || this.length > 1 || besideContext.test(wanted))
      return find.call(this, wanted);
    return this._make(select(wanted, context, { context: [context], xmlMode: this.options.xmlMode }));
  };
}
