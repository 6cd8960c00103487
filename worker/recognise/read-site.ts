import { feed } from '../sources/kinds/feed.js';
import { site } from '../sources/kinds/site.js';
import { SourceError } from '../sources/source.js';
import { speaksOfJobs } from './careers-words.js';
import type { PageFacts } from './describe-page.js';
import type { Draft } from './entry.js';
import { orFailure, type PageReader, type SeenPage, see } from './get-page.js';

type Found = { draft: Draft; how: string };

/**
 * Finds how a site without a known system shows its openings: postings in the page, a feed, links to postings, a list
 * of a repeated structure, or a sitemap, which may be the page itself. `null` = none of these.
 */
export async function readSite(page: SeenPage, reader: PageReader): Promise<Found | null> {
  const { url, facts } = page;
  if (facts.isSitemap) return readFromSitemap(url, reader);
  if (facts.postings > 1) return found({ pages: [url] }, `${facts.postings} JobPostings in the page`);
  if (facts.feed !== null)
    return { draft: { kind: feed, settings: { url: facts.feed } }, how: 'the feed the page names' };
  const byLinks = await readLinked(page, reader);
  if (byLinks !== null) return byLinks;
  if (facts.otherFeed !== null && (await hasPostings(facts.otherFeed, reader)))
    return { draft: { kind: feed, settings: { url: facts.otherFeed } }, how: 'the feed the page names' };
  if (facts.postings !== 1 && !speaksOfJobs(new URL(url).pathname)) return null;
  return readFromSitemap(new URL('/sitemap.xml', url).href, reader);
}

/** Whether most entries of a feed lead to postings: a company's other feeds have news. */
async function hasPostings(url: string, { get, parse }: PageReader): Promise<boolean> {
  const settings = feed.settings.parse({ id: 'x', kind: feed.kind, url });
  const [request] = feed.requests(settings, {});
  if (request === undefined) return false;
  const parsed = await orFailure(
    get(request).then((response) => parse({ kind: feed, settings }, { response, request })),
  );
  if (parsed instanceof SourceError) return false;
  const jobs = parsed.postings.filter(({ url: own }) => URL.canParse(own) && speaksOfJobs(new URL(own).pathname));
  return jobs.length > 0 && jobs.length * 2 > parsed.postings.length;
}

const found = (settings: Record<string, unknown>, how: string): Found => ({ draft: { kind: site, settings }, how });

/** Postings that are links: each with its own JobPosting, or in a list whose facts can be selected. */
async function readLinked({ url, facts }: SeenPage, reader: PageReader): Promise<Found | null> {
  const { links, list, own } = facts;
  if (links === null) return null;
  const { selector, urls } = links;
  const first = await factsAt(urls[0] ?? url, reader);
  if ((first?.postings ?? 0) > 0)
    return found({ pages: [url], jobLinks: selector }, `${urls.length} links to pages with a JobPosting`);
  if (list === null || list.count < Math.min(3, urls.length)) return null;
  const { item, fields, count } = list;
  const company = fields.company ?? (own.site === null ? undefined : `=${own.site}`);
  const text = first === null ? null : await textOf(first, urls[1], reader);
  const settings = { pages: [url], item, fields: { ...fields, ...(company !== undefined && { company }) } };
  return found(
    { ...settings, ...(text !== null && { jobFields: { description: text } }) },
    `a list of ${count} postings in the page`,
  );
}

/** The element with the text of postings in their pages, whose headings must be their titles: those of two differ. */
async function textOf({ own }: PageFacts, second: string | undefined, reader: PageReader): Promise<string | null> {
  const other = second === undefined || own.text === null ? null : await factsAt(second, reader);
  const isTitled = own.heading !== '' && (other?.own.heading ?? '') !== '' && other?.own.heading !== own.heading;
  return isTitled && other?.own.text === own.text ? own.text : null;
}

/** The facts of a page; `null` when it cannot be read. */
async function factsAt(url: string, reader: PageReader): Promise<PageFacts | null> {
  const page = await orFailure(see(reader, url));
  return page instanceof SourceError ? null : page.facts;
}

/** Job pages of a sitemap, with the directory common to their addresses. */
async function readFromSitemap(sitemap: string, reader: PageReader): Promise<Found | null> {
  const directories = new Map<string, string[]>();
  for (const page of await pagesOf(sitemap, reader)) {
    const directory = /^(\/(?:[^/]+\/)*)[^/]+\/?$/.exec(new URL(page).pathname)?.[1] ?? '/';
    const pages = directories.get(directory);
    if (pages !== undefined) pages.push(page);
    else if (directory !== '/' && speaksOfJobs(directory)) directories.set(directory, [page]);
  }
  const [largest] = [...directories].sort((a, b) => b[1].length - a[1].length);
  const [directory, urls] = largest ?? ['', []];
  if (urls[0] === undefined || ((await factsAt(urls[0], reader))?.postings ?? 0) === 0) return null;
  return found({ sitemap, jobUrls: directory }, `${urls.length} pages of the sitemap with a JobPosting`);
}

/** Maximum sitemaps read of an index. */
const maxSitemaps = 2;

/** The pages listed in a sitemap, or in those sitemaps of an index that are about jobs; none when it cannot be read. */
async function pagesOf(sitemap: string, reader: PageReader, isWithin = false): Promise<string[]> {
  const { get, parse } = reader;
  const settings = site.settings.parse({ id: 'x', kind: site.kind, sitemap });
  const [request] = site.requests(settings, {});
  if (request === undefined) return [];
  const parsed = await orFailure(
    get(request).then((response) => parse({ kind: site, settings }, { response, request })),
  );
  if (parsed instanceof SourceError) return [];
  const pages = parsed.follow.filter(({ role }) => role === 'detail').map(({ url }) => url);
  if (pages.length > 0 || isWithin) return pages;
  const further = parsed.follow.filter(({ role, url }) => role === 'listing' && speaksOfJobs(new URL(url).pathname));
  const found: string[] = [];
  for (const { url } of further.slice(0, maxSitemaps)) found.push(...(await pagesOf(url, reader, true)));
  return found;
}
