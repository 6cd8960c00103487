import { lazyRequire } from '../../../shared/lazy-require.js';
import { parseForeignJson } from '../../structured-data/parse-json.js';
import { sourceChanged } from '../source.js';
import { dataOf } from './extractors.js';

/**
 * The JSON object or list that follows a marker in a page's script (`window.pageData = {…};`). Its end is found by its brackets
 * outside of strings, in one pass, since other code may follow it.
 */
export const embeddedJson = (body: string, marker: string): unknown => embedded(body, marker, parseForeignJson);

/** The same for a JavaScript literal: names without quotation marks, single-quoted texts, trailing commas in lists. */
export const embeddedLiteral = (body: string, marker: string): unknown =>
  embedded(body, marker, (text) => {
    const { jsonrepair } = lazyRequire('jsonrepair') as typeof import('jsonrepair');
    return parseForeignJson(jsonrepair(text));
  });

function embedded(body: string, marker: string, parse: (text: string) => unknown): unknown {
  const at = body.indexOf(marker);
  const start = at < 0 ? -1 : firstBracket(body, at + marker.length);
  const end = start < 0 ? -1 : endOf(body, start);
  if (end < 0) throw sourceChanged(`JSON after "${marker}"`, `"${body.trim().slice(0, 60)}"`);
  try {
    return parse(body.slice(start, end));
  } catch {
    throw sourceChanged(`JSON after "${marker}"`, `"${body.slice(start, start + 60)}"`);
  }
}

/** How far after its marker the JSON may begin. */
const reach = 20;

function firstBracket(body: string, from: number): number {
  for (let at = from; at < Math.min(body.length, from + reach); at++)
    if (body[at] === '{' || body[at] === '[') return at;
  return -1;
}

/** The index after the bracket that closes the one at `start`; -1 when none does. */
function endOf(body: string, start: number): number {
  let depth = 0;
  let quote = '';
  for (let at = start; at < body.length; at++) {
    const character = body[at] ?? '';
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if ('"\''.includes(character)) quote = character;
    else if ('{['.includes(character)) depth += 1;
    else if (']}'.includes(character) && --depth === 0) return at + 1;
  }
  return -1;
}

/** The JSON in an element of a page: its text, or with `selector@attribute` an attribute. */
export function elementJson(body: string, selector: string): unknown {
  const text = dataOf(body, selector);
  try {
    return parseForeignJson(text);
  } catch {
    throw sourceChanged(`JSON in "${selector}"`, `"${text.slice(0, 60)}"`);
  }
}
