import type { CheerioAPI } from 'cheerio/slim';
import type { Element } from 'domhandler';
import { tableOf } from '../../shared/table-of.js';
import { SourceError } from '../sources/source.js';
import { type LinkedData, timesReadAtMost } from './json-ld.js';
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
 * Finds every schema.org JobPosting that a page marks up as microdata or RDFa, as nodes of the same form as in JSON-LD.
 * A page that does not contain the type's name is not parsed. See https://html.spec.whatwg.org/multipage/microdata.html
 * and https://www.w3.org/TR/rdfa-lite/.
 */
export function readMarkedPostings(html: string): LinkedData[] {
  if (!marker.test(html)) return [];
  const page = parseMarkup(html);
  const reading: Reading = { page, left: timesReadAtMost * html.length };
  return syntaxes.flatMap((syntax) =>
    page<Element, string>(`[${syntax.type}*="JobPosting"]`)
      .toArray()
      .filter((element) => typeOf(element, syntax) === 'JobPosting')
      .map((element) => readNode(reading, element, { syntax, depth: 0 })),
  );
}

/** `left`: characters of markup that may still be read; markup within several properties or nodes is read for each. */
type Reading = { page: CheerioAPI; left: number; byId?: ReadonlyMap<string, Element> };

/** Counts the reading of an element; throws when the page has been read too often, so that the time it takes is linear. */
function count(reading: Reading, { startIndex, endIndex }: Element): void {
  reading.left -= 1 + (endIndex ?? 0) - (startIndex ?? 0);
  if (reading.left < 0)
    throw new SourceError('too-large', `The microdata of the page repeats it more than ${timesReadAtMost} times.`);
}

const typeOf = (element: Element, syntax: Syntax): string =>
  (element.attribs[syntax.type] ?? '')
    .trim()
    .split(/\s+/)[0]
    ?.replace(/^.*[/#:]/, '') ?? '';

type Scope = { syntax: Syntax; depth: number };

function readNode(reading: Reading, element: Element, { syntax, depth }: Scope): LinkedData {
  const node: LinkedData = { '@type': typeOf(element, syntax) };
  if (depth > deepest) return node;
  count(reading, element);
  for (const property of ownProperties(element, referredBy(reading, element), syntax)) {
    const value = propertyValue(reading, property, { syntax, depth: depth + 1 });
    for (const name of (property.attribs[syntax.property] ?? '').split(/\s+/))
      add(node, name.replace(/^.*[/#:]/, ''), value);
  }
  return node;
}

/** The elements elsewhere in the page whose properties belong to an element (`itemref`). */
function referredBy(reading: Reading, { attribs: { itemref } }: Element): Element[] {
  if (itemref === undefined) return [];
  reading.byId ??= new Map(
    reading
      .page<Element, string>('[id]')
      .toArray()
      .reverse()
      .map((element) => [element.attribs.id ?? '', element]),
  );
  const { byId } = reading;
  const referred = [...new Set(itemref.split(/\s+/))].flatMap((id) => byId.get(id) ?? []);
  for (const element of referred) count(reading, element);
  return referred;
}

/** The properties of a node, in its element or those it refers to, excluding those of nested nodes. */
function ownProperties(node: Element, referred: readonly Element[], syntax: Syntax): Element[] {
  const found: Element[] = [];
  const waiting = [...childrenOf(node), ...referred].reverse();
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (element.attribs[syntax.property] !== undefined) found.push(element);
    if (element.attribs[syntax.scope] === undefined)
      for (const child of childrenOf(element).reverse()) waiting.push(child);
  }
  return found;
}

const childrenOf = ({ children }: Element): Element[] => children.filter((child) => 'attribs' in child);

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

function propertyValue(reading: Reading, element: Element, scope: Scope): unknown {
  if (element.attribs[scope.syntax.scope] !== undefined) return readNode(reading, element, scope);
  const attribute = attributeOf[element.name];
  const stated = element.attribs.content ?? (attribute === undefined ? undefined : element.attribs[attribute]);
  if (stated !== undefined) return stated.trim();
  count(reading, element);
  const isDescription = /(?:^|[\s:/])description(?:$|\s)/.test(element.attribs[scope.syntax.property] ?? '');
  const selected = reading.page(element);
  return (isDescription ? (selected.html() ?? '') : selected.text().replace(/\s+/g, ' ')).trim();
}

/** The value of a property that a node has once, or a list if it has several. */
function add(node: LinkedData, name: string, value: unknown): void {
  if (name === '' || name === '__proto__' || value === '') return;
  const had = Object.hasOwn(node, name) ? node[name] : undefined;
  if (had === undefined) node[name] = value;
  else if (Array.isArray(had)) had.push(value);
  else node[name] = [had, value];
}
