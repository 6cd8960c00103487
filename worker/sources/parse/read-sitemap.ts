import { z } from 'zod';
import { type PageResponse, sourceChanged } from '../source.js';
import { readStated } from './read-stated.js';
import { xmlParser } from './read-xml.js';

const parser = xmlParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  processEntities: false,
  parseTagValue: false,
  isArray: (name) => name === 'url' || name === 'sitemap',
});

const entries = z.array(z.unknown());
const entrySchema = z.object({ loc: z.string().trim().min(1), lastmod: z.string().nullish() });
const sitemapSchema = z.union([
  z.object({ urlset: z.object({ url: entries }) }),
  z.object({ urlset: z.literal('') }),
  z.object({ sitemapindex: z.object({ sitemap: entries }) }),
]);

/** A page of a sitemap and when it changed, in the sitemap's own words; `null` = it does not say. */
export type SitemapPage = { url: string; changed: string | null };

/** The pages in a sitemap, or the sitemaps in a sitemap index (https://www.sitemaps.org/protocol.html); `flaws` name entries without an address. */
export function readSitemap(response: PageResponse): { sitemaps: string[]; pages: SitemapPage[]; flaws: string[] } {
  const read = sitemapSchema.safeParse(parse(response.body));
  if (!read.success) throw sourceChanged('a sitemap', `"${response.body.trim().slice(0, 60)}"`);
  const flaws: string[] = [];
  const addresses = (found: readonly unknown[]): SitemapPage[] =>
    found.flatMap((entry, at) => {
      const { value, problem } = readStated(entry, entrySchema);
      const url = value?.loc.replaceAll('&amp;', '&') ?? '';
      if (URL.canParse(url)) return [{ url, changed: value?.lastmod?.trim() ?? null }];
      flaws.push(`Page ${at + 1} of the sitemap ${response.url}: ${problem ?? 'its address cannot be parsed'}`);
      return [];
    });
  if ('sitemapindex' in read.data)
    return { sitemaps: addresses(read.data.sitemapindex.sitemap).map(({ url }) => url), pages: [], flaws };
  return { sitemaps: [], pages: read.data.urlset === '' ? [] : addresses(read.data.urlset.url), flaws };
}

function parse(body: string): unknown {
  try {
    return parser.parse(body);
  } catch {
    // Invalid XML is not a sitemap: the caller reports what was received.
    return null;
  }
}
