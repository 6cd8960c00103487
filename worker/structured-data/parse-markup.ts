import type { CheerioAPI, CheerioOptions } from 'cheerio/slim';
import { lazyRequire } from '../../shared/lazy-require.js';
import { refuseDeepMarkup } from './markup-depth.js';

/**
 * Parses HTML or, with that option, XML; throws `SourceError` for markup beyond `markupLimits`. The parser is loaded with
 * the first page, since most sources respond with JSON.
 */
export function parseMarkup(text: string, options: CheerioOptions = {}): CheerioAPI {
  refuseDeepMarkup(text, { xml: Boolean(options.xml) });
  const { load } = lazyRequire('cheerio/slim') as typeof import('cheerio/slim');
  return load(text, options);
}
