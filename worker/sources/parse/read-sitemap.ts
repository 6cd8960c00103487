import { z } from 'zod';
import type { PageResponse } from '../source.js';
import { sourceChanged } from '../source-errors.js';
import { xmlParser } from './xml-parser.js';

const parser = xmlParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  processEntities: false,
  parseTagValue: false,
  isArray: (name) => name === 'url' || name === 'sitemap',
});

const entries = z.array(z.object({ loc: z.string(), lastmod: z.string().nullish().catch(null) }));
const sitemapSchema = z.union([
  z.object({ urlset: z.object({ url: entries }) }),
  z.object({ urlset: z.literal('') }),
  z.object({ sitemapindex: z.object({ sitemap: entries }) }),
]);

/** A page of a sitemap and when it changed, in the sitemap's own words; `null` = it does not say. */
export type SitemapPage = { url: string; changed: string | null };

/** The pages in a sitemap, or the sitemaps in a sitemap index (https://www.sitemaps.org/protocol.html). */
export function readSitemap(response: PageResponse): { sitemaps: string[]; pages: SitemapPage[] } {
  const read = sitemapSchema.safeParse(parse(response.body));
  if (!read.success) throw sourceChanged('a sitemap', `"${response.body.trim().slice(0, 60)}"`);
  const addresses = (found: z.infer<typeof entries>): SitemapPage[] =>
    found
      .map(({ loc, lastmod }) => ({ url: loc.trim().replaceAll('&amp;', '&'), changed: lastmod?.trim() ?? null }))
      .filter(({ url }) => URL.canParse(url));
  if ('sitemapindex' in read.data)
    return { sitemaps: addresses(read.data.sitemapindex.sitemap).map(({ url }) => url), pages: [] };
  return { sitemaps: [], pages: read.data.urlset === '' ? [] : addresses(read.data.urlset.url) };
}

function parse(body: string): unknown {
  try {
    return parser.parse(body);
  } catch {
    // Invalid XML is not a sitemap: the caller reports what was received.
    return null;
  }
}
