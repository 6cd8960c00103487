import type { Cheerio, CheerioAPI } from 'cheerio/slim';
import type { Element } from 'domhandler';
import { tableOf } from '../../shared/table-of.js';
import type { LinkedData } from './json-ld.js';
import { parseMarkup } from './parse-markup.js';

/** The two ways of marking facts up in HTML itself, by their attributes. */
const ways = [
  { type: 'itemtype', property: 'itemprop', scope: 'itemscope' },
  { type: 'typeof', property: 'property', scope: 'typeof' },
] as const;
type Way = (typeof ways)[number];

/** Nesting beyond this is not followed: honest pages stay under six. */
const deepest = 20;

const marker = /\b(?:itemtype|typeof)\s*=\s*["']?[^"'>]{0,200}JobPosting/i;

/**
 * Finds every schema.org JobPosting a page marks up as microdata or RDFa, as the nodes JSON-LD would give.
 * A page that names none is not parsed. See https://html.spec.whatwg.org/multipage/microdata.html and
 * https://www.w3.org/TR/rdfa-lite/.
 */
export function readMarkedPostings(html: string): LinkedData[] {
  if (!marker.test(html)) return [];
  const page = parseMarkup(html);
  return ways.flatMap((way) =>
    page(`[${way.type}*="JobPosting"]`)
      .toArray()
      .filter((element) => typeOf(element, way) === 'JobPosting')
      .map((element) => readNode(page, element, { way, depth: 0 })),
  );
}

const typeOf = (element: Element, way: Way): string =>
  (element.attribs[way.type] ?? '')
    .trim()
    .split(/\s+/)[0]
    ?.replace(/^.*[/#:]/, '') ?? '';

type Place = { way: Way; depth: number };

function readNode(page: CheerioAPI, element: Element, { way, depth }: Place): LinkedData {
  const node: LinkedData = { '@type': typeOf(element, way) };
  if (depth > deepest) return node;
  const referred = (element.attribs.itemref ?? '').split(/\s+/).filter((id) => /^[\w-]+$/.test(id));
  const roots = [page(element).children(), ...referred.map((id) => page(`[id="${id}"]`).first())];
  for (const property of roots.flatMap((root) => ownProperties(page, root, way))) {
    const value = statedBy(page, property, { way, depth: depth + 1 });
    for (const name of (property.attribs[way.property] ?? '').split(/\s+/))
      add(node, name.replace(/^.*[/#:]/, ''), value);
  }
  return node;
}

/** The properties of this node and not of a node inside it. */
function ownProperties(page: CheerioAPI, roots: Cheerio<Element>, way: Way): Element[] {
  const found: Element[] = [];
  const waiting = roots.toArray().reverse();
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (element.attribs[way.property] !== undefined) found.push(element);
    if (element.attribs[way.scope] === undefined)
      for (const child of page(element).children().toArray().reverse()) waiting.push(child);
  }
  return found;
}

/** Where an element keeps its value, when that is not its text (HTML, 5.2.4 "Values"). */
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

function statedBy(page: CheerioAPI, element: Element, place: Place): unknown {
  if (element.attribs[place.way.scope] !== undefined) return readNode(page, element, place);
  const attribute = attributeOf[element.name];
  const stated = element.attribs.content ?? (attribute === undefined ? undefined : element.attribs[attribute]);
  if (stated !== undefined) return stated.trim();
  const isDescription = /(?:^|[\s:/])description(?:$|\s)/.test(element.attribs[place.way.property] ?? '');
  const own = page(element);
  return (isDescription ? (own.html() ?? '') : own.text().replace(/\s+/g, ' ')).trim();
}

function add(node: LinkedData, name: string, value: unknown): void {
  if (name === '' || name === '__proto__' || value === '') return;
  node[name] = Object.hasOwn(node, name) ? [node[name], value].flat() : value;
}
