import type { CheerioAPI, CheerioOptions } from 'cheerio/slim';
import { lazyRequire } from '../../shared/lazy-require.js';
import { refuseDeepMarkup } from './markup-depth.js';

/**
 * Reads HTML, or XML when asked to; throws `SourceError` for markup that nests deeper than `markupLimits`. The parser is
 * loaded by the first page: most sources answer in JSON.
 */
export function parseMarkup(text: string, options: CheerioOptions = {}): CheerioAPI {
  refuseDeepMarkup(text, { xml: Boolean(options.xml) });
  const { load } = lazyRequire('cheerio/slim') as typeof import('cheerio/slim');
  return load(text, options);
}
