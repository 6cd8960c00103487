import { type PageResponse, sourceChanged } from '../source.js';
import { Members } from './members.js';
import { xmlParser } from './read-xml.js';

const parser = xmlParser({ removeNSPrefix: true, isArray: (name) => name === 'url' || name === 'sitemap' });

/** A page of a sitemap and when it changed, in the sitemap's own words; `null` = not stated. */
export type SitemapPage = { url: string; changed: string | null };

/** The pages in a sitemap, or the sitemaps in a sitemap index (https://www.sitemaps.org/protocol.html); `flaws` name entries without an address. */
export function readSitemap(response: PageResponse): { sitemaps: string[]; pages: SitemapPage[]; flaws: string[] } {
  const read = Members.ofXml(parse(response.body));
  const isIndex = read.at('sitemapindex.sitemap').raw !== undefined;
  if (!isIndex && !read.at('urlset.url').isObject() && read.at('urlset').raw !== '')
    throw sourceChanged('a sitemap', `"${response.body.trim().slice(0, 60)}"`);
  const flaws: string[] = [];
  const found = isIndex ? read.list('sitemapindex.sitemap') : read.listOrNone('urlset.url');
  const pages = found.flatMap((entry, at): SitemapPage[] => {
    const [loc, changed] = [read.item(entry).text('loc'), read.item(entry).text('lastmod')];
    if (loc !== null && URL.canParse(loc)) return [{ url: loc, changed }];
    const problem = loc === null ? 'loc: it has no address' : 'its address cannot be parsed';
    flaws.push(`Page ${at + 1} of the sitemap ${response.url}: ${problem}`);
    return [];
  });
  return isIndex ? { sitemaps: pages.map(({ url }) => url), pages: [], flaws } : { sitemaps: [], pages, flaws };
}

function parse(body: string): unknown {
  try {
    return parser.parse(body);
  } catch {
    // Invalid XML is not a sitemap: the caller reports what was received.
    return null;
  }
}
