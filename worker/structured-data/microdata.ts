import type { Cheerio, CheerioAPI } from 'cheerio/slim';
import type { Element } from 'domhandler';
import { tableOf } from '../../shared/table-of.js';
import type { LinkedData } from './json-ld.js';
import { parseMarkup } from './parse-markup.js';

/** Attributes of the two syntaxes for structured data in HTML: microdata and RDFa. */
const syntaxes = [
  { type: 'itemtype', property: 'itemprop', scope: 'itemscope' },
  { type: 'typeof', property: 'property', scope: 'typeof' },
] as const;
type Syntax = (typeof syntaxes)[number];

/** Nesting beyond this is not followed; real pages stay under six. */
const deepest = 20;

const marker = /\b(?:itemtype|typeof)\s*=\s*["']?[^"'>]{0,200}JobPosting/i;

/**
 * Finds every schema.org JobPosting that a page marks up as microdata or RDFa, as nodes of the same shape as in JSON-LD.
 * A page that does not contain the type's name is not parsed. See https://html.spec.whatwg.org/multipage/microdata.html and
 * https://www.w3.org/TR/rdfa-lite/.
 */
export function readMarkedPostings(html: string): LinkedData[] {
  if (!marker.test(html)) return [];
  const page = parseMarkup(html);
  return syntaxes.flatMap((syntax) =>
    page(`[${syntax.type}*="JobPosting"]`)
      .toArray()
      .filter((element) => typeOf(element, syntax) === 'JobPosting')
      .map((element) => readNode(page, element, { syntax, depth: 0 })),
  );
}

const typeOf = (element: Element, syntax: Syntax): string =>
  (element.attribs[syntax.type] ?? '')
    .trim()
    .split(/\s+/)[0]
    ?.replace(/^.*[/#:]/, '') ?? '';

type Scope = { syntax: Syntax; depth: number };

function readNode(page: CheerioAPI, element: Element, { syntax, depth }: Scope): LinkedData {
  const node: LinkedData = { '@type': typeOf(element, syntax) };
  if (depth > deepest) return node;
  const referred = (element.attribs.itemref ?? '').split(/\s+/).filter((id) => /^[\w-]+$/.test(id));
  const roots = [page(element).children(), ...referred.map((id) => page(`[id="${id}"]`).first())];
  for (const property of roots.flatMap((root) => ownProperties(page, root, syntax))) {
    const value = propertyValue(page, property, { syntax, depth: depth + 1 });
    for (const name of (property.attribs[syntax.property] ?? '').split(/\s+/))
      add(node, name.replace(/^.*[/#:]/, ''), value);
  }
  return node;
}

/** The properties of this node, without those of nested nodes. */
function ownProperties(page: CheerioAPI, roots: Cheerio<Element>, syntax: Syntax): Element[] {
  const found: Element[] = [];
  const waiting = roots.toArray().reverse();
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (element.attribs[syntax.property] !== undefined) found.push(element);
    if (element.attribs[syntax.scope] === undefined)
      for (const child of page(element).children().toArray().reverse()) waiting.push(child);
  }
  return found;
}

/** The attribute that contains an element's value when its text does not (HTML, 5.2.4 "Values"). */
const attributeOf: Readonly<Record<string, string>> = tableOf({
  meta: 'content',
  img: 'src',
  a: 'href',
  area: 'href',
  link: 'href',
  object: 'data',
  data: 'value',
  meter: 'value',
  time: 'datetime',
});

function propertyValue(page: CheerioAPI, element: Element, scope: Scope): unknown {
  if (element.attribs[scope.syntax.scope] !== undefined) return readNode(page, element, scope);
  const attribute = attributeOf[element.name];
  const stated = element.attribs.content ?? (attribute === undefined ? undefined : element.attribs[attribute]);
  if (stated !== undefined) return stated.trim();
  const isDescription = /(?:^|[\s:/])description(?:$|\s)/.test(element.attribs[scope.syntax.property] ?? '');
  const own = page(element);
  return (isDescription ? (own.html() ?? '') : own.text().replace(/\s+/g, ' ')).trim();
}

function add(node: LinkedData, name: string, value: unknown): void {
  if (name === '' || name === '__proto__' || value === '') return;
  node[name] = Object.hasOwn(node, name) ? [node[name], value].flat() : value;
}
