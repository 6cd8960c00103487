import type { CheerioAPI, CheerioOptions } from 'cheerio/slim';
import { lazyRequire } from '../../shared/lazy-require.js';
import { refuseDeepMarkup } from './markup-depth.js';

/**
 * Parses HTML, or XML with that option; throws `SourceError` for markup beyond `markupLimits`. The parser is loaded by the first
 * page, since most sources respond in JSON.
 */
export function parseMarkup(text: string, options: CheerioOptions = {}): CheerioAPI {
  refuseDeepMarkup(text, { xml: Boolean(options.xml) });
  const { load } = lazyRequire('cheerio/slim') as typeof import('cheerio/slim');
  return load(text, options);
}
