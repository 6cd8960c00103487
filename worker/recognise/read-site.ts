import type { CheerioAPI } from 'cheerio/slim';
import { feed } from '../sources/kinds/feed.js';
import { site } from '../sources/kinds/site.js';
import { readSitemap } from '../sources/parse/read-sitemap.js';
import { readStructured } from '../sources/parse/site-page.js';
import type { PageResponse } from '../sources/source.js';
import { SourceError } from '../sources/source-errors.js';
import { parseMarkup } from '../structured-data/parse-markup.js';
import { speaksOfJobs } from './careers-words.js';
import type { Draft } from './entry.js';
import { type GetPage, getOrNull } from './get-page.js';
import { findJobLinks, type JobLinks } from './job-links.js';
import { proposeFor } from './propose-selectors.js';

type Found = { draft: Draft; how: string };

/**
 * Finds how a site that uses no known system shows its openings: its postings in the page, a feed, links to postings, a list of
 * a repeated structure, or a sitemap. `null` = none of these.
 */
export async function readSite(page: PageResponse, get: GetPage): Promise<Found | null> {
  const document = parseMarkup(page.body);
  const { postings } = readStructured(page);
  if (postings.length > 1) return found({ pages: [page.url] }, `${postings.length} JobPostings in the page`);
  const feedUrl = feedOf(document, page);
  if (feedUrl !== null) return { draft: { kind: feed, settings: { url: feedUrl } }, how: 'the feed the page names' };
  const linked = findJobLinks(document, page.url);
  if (linked !== null) {
    const byLinks = await readLinked(linked, page, { document, get });
    if (byLinks !== null) return byLinks;
  }
  return postings.length === 1 || speaksOfJobs(new URL(page.url).pathname) ? readFromSitemap(page, get) : null;
}

const found = (settings: Record<string, unknown>, how: string): Found => ({ draft: { kind: site, settings }, how });

/** A feed of postings that the page states (https://www.rssboard.org/rss-autodiscovery), or the page itself. */
function feedOf(document: CheerioAPI, { url, body }: PageResponse): string | null {
  if (/^\s*(?:<\?xml[^<>]*>\s*)?<(?:rss|feed|rdf:RDF)\b/i.test(body.slice(0, 1000))) return url;
  for (const element of document('link[rel~=alternate][type][href]').get()) {
    const link = document(element);
    const href = link.attr('href') ?? '';
    if (!/rss|atom|feed\+json/i.test(link.attr('type') ?? '') || !URL.canParse(href, url)) continue;
    if (speaksOfJobs(`${new URL(href, url).pathname} ${link.attr('title') ?? ''}`)) return new URL(href, url).href;
  }
  return null;
}

type Context = { document: CheerioAPI; get: GetPage };

/** Postings that are links: each with its own JobPosting, or in a list whose facts can be selected. */
async function readLinked(
  { selector, elements, urls }: JobLinks,
  page: PageResponse,
  { document, get }: Context,
): Promise<Found | null> {
  const first = await getOrNull(get, { url: urls[0] ?? page.url, accept: 'page' });
  if (first !== null && readStructured(first).postings.length > 0)
    return found({ pages: [page.url], jobLinks: selector }, `${urls.length} links to pages with a JobPosting`);
  const [one, other] = elements;
  if (one === undefined || other === undefined) return null;
  const proposal = proposeFor(document, page.body, { url: page.url, titles: [one, other] });
  if (proposal === null || proposal.postings.length < Math.min(3, urls.length)) return null;
  const { item, fields, postings } = proposal;
  return found({ pages: [page.url], item, fields }, `a list of ${postings.length} postings in the page`);
}

/** Job pages of the site's sitemap, with the directory that their addresses share. */
async function readFromSitemap(page: PageResponse, get: GetPage): Promise<Found | null> {
  const sitemap = new URL('/sitemap.xml', page.url).href;
  const response = await getOrNull(get, { url: sitemap, accept: 'xml' });
  if (response === null) return null;
  const pages = readPages(response);
  const directories = new Map<string, string[]>();
  for (const url of pages) {
    const directory = /^(\/(?:[^/]+\/)*)[^/]+\/?$/.exec(new URL(url).pathname)?.[1] ?? '/';
    if (directory !== '/' && speaksOfJobs(directory))
      directories.set(directory, [...(directories.get(directory) ?? []), url]);
  }
  const [largest] = [...directories].sort((a, b) => b[1].length - a[1].length);
  const [directory, urls] = largest ?? ['', []];
  const example = urls[0] === undefined ? null : await getOrNull(get, { url: urls[0], accept: 'page' });
  if (example === null || readStructured(example).postings.length === 0) return null;
  return found({ sitemap, jobUrls: directory }, `${urls.length} pages of the sitemap with a JobPosting`);
}

function readPages(response: PageResponse): string[] {
  try {
    return readSitemap(response).pages.map(({ url }) => url);
  } catch (error) {
    if (error instanceof SourceError) return [];
    throw error;
  }
}
