import type { CheerioAPI, CheerioOptions } from 'cheerio/slim';
import { requirePart } from '../shared/require-part.js';

/** Reads HTML, or XML when asked to. The parser is loaded by the first page: most sources answer in JSON. */
export function parseMarkup(text: string, options: CheerioOptions = {}): CheerioAPI {
  const { load } = requirePart('cheerio/slim') as typeof import('cheerio/slim');
  return load(text, options);
}
