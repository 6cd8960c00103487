import type { Cheerio, CheerioAPI } from 'cheerio/slim';
import type { Element } from 'domhandler';
import { parseForeignJson } from '../../structured-data/parse-json.js';
import { parseMarkup } from '../../structured-data/parse-markup.js';
import { sourceChanged } from '../source.js';
import { selectAll } from './css-selector.js';
import { Members } from './members.js';

/** Reads from one posting: returns all matches of a selector in order, as text or, for a description, as HTML. */
export type Finder = (selector: string, as: 'text' | 'html') => string[];

/** Treats an entire page as one posting. */
export function pageFinder(body: string): Finder {
  const page = parseMarkup(body);
  return finderIn(page, (css) => selectAll(page, css));
}

/** A finder for each element of HTML or XML that a selector matches. */
export function markupItems(body: string, item: string): Finder[] {
  const page = parseMarkup(body, { xml: isXml(body) });
  return selectAll(page, item)
    .toArray()
    .map((element) => finderIn(page, (css) => (css === '' ? page(element) : selectAll(page, css, page(element)))));
}

const isXml = (body: string): boolean => /^\s*<\?xml|^\s*<(?!!doctype html|html)[\w:]+\s[^<>]*xmlns/i.test(body);

function finderIn(page: CheerioAPI, within: (css: string) => Cheerio<Element>): Finder {
  return (text, as) => {
    const { selector: css, attribute } = apart(text);
    return within(css)
      .toArray()
      .map((element) => {
        if (attribute !== null) return (element.attribs[attribute] ?? '').trim();
        const selected = page(element);
        return as === 'html' && !hasOnlyText(selected)
          ? (selected.html() ?? '')
          : selected
              .text()
              .replace(/[^\S\n]+/g, ' ')
              .trim();
      });
  };
}

/** Text that is itself escaped HTML (a feed's CDATA) is returned unchanged. */
const hasOnlyText = (element: Cheerio<Element>): boolean => element.children().length === 0;

/** Splits "a.title@href" into selector and attribute; an `@` inside brackets or quotes belongs to the selector. */
function apart(text: string): { selector: string; attribute: string | null } {
  const [, css = '', attribute] = /^(.*?)@([\w:-]+)$/s.exec(text) ?? [];
  return attribute === undefined ? { selector: text, attribute: null } : { selector: css.trim(), attribute };
}

/** The JSON in an element's text, also after an assignment ("window.data = {…};"), or in an attribute. */
export function dataOf(body: string, data: string): string {
  const { selector: css, attribute } = apart(data);
  const page = parseMarkup(body);
  for (const element of selectAll(page, css).toArray()) {
    const text = attribute === null ? page(element).text() : (element.attribs[attribute] ?? '');
    const json = jsonIn(text);
    if (json !== null) return json;
  }
  throw sourceChanged(`JSON in "${data}"`, 'a page without');
}

/** The text from a bracket at its start or after the first "=" or "(", up to its last bracket; `null` without both. */
function jsonIn(text: string): string | null {
  const ended = text.trim().replace(/(?<![\s);])[\s);]+$/, '');
  if (!ended.endsWith(']') && !ended.endsWith('}')) return null;
  const start = /^[[{]/.test(ended) ? 0 : (/[=(]\s*(?=[[{])/.exec(ended) ?? null);
  if (start === null) return null;
  return ended.slice(start === 0 ? 0 : start.index + start[0].length);
}

/** All entries of the list at a path in JSON text; throws when there is no list at the path. */
export function jsonItems(text: string, item: string): Finder[] {
  const root = parse(text);
  const lists = valuesAt(root, item);
  if (lists.length === 0) throw sourceChanged(`a list at "${item}"`, `"${text.slice(0, 60)}"`);
  return lists.flat().map(
    (each): Finder =>
      (path) =>
        valuesAt(each, path).flat().flatMap(asText),
  );
}

function parse(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch (error) {
    throw sourceChanged('JSON', `"${text.slice(0, 60)}" (${error instanceof Error ? error.message : 'not JSON'})`);
  }
}

/** All values at a dotted path: `a.b`, `list.0.c`, `list.*.c`; `$` is the entire document. */
function valuesAt(root: unknown, path: string): unknown[] {
  let values: unknown[] = [root];
  for (const step of path
    .replace(/^\$\.?/, '')
    .split('.')
    .filter((part) => part !== ''))
    values = values.flatMap((value) => {
      if (typeof value !== 'object' || value === null) return [];
      if (step === '*') return Object.values(value);
      return Object.hasOwn(value, step) ? [value[step as keyof typeof value] as unknown] : [];
    });
  return values;
}

const asText = (value: unknown): string[] => new Members(value).texts([]);
