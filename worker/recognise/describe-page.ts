import type { CheerioAPI } from 'cheerio/slim';
import type { Element } from 'domhandler';
import { readStructured } from '../sources/parse/site-page.js';
import type { Posting } from '../sources/posting.js';
import type { PageResponse } from '../sources/source.js';
import { parseMarkup } from '../structured-data/parse-markup.js';
import { careersScore, speaksOfJobs } from './careers-words.js';
import { type Proposal, proposeFor, proposeSelectors } from './propose-selectors.js';
import { type NamedBoard, recognisePage, siteOf } from './recognise-page.js';

/** A board that a page names; its kind by name. */
export type NamedFact = Omit<NamedBoard, 'kind'> & { kind: string };

/** Selectors for a list of postings in a page, how many they read, and the first five of these. */
export type ListFact = Pick<Proposal, 'item' | 'fields'> & { count: number; first: Posting[] };

/** The facts on a page about its site's postings, as plain data. */
export type PageFacts = {
  /** The company's own board, and all boards named if nothing decides between them. */
  found: NamedFact | null;
  named: NamedFact[];
  /** JobPostings in the page. */
  postings: number;
  /** Links to careers pages of the same site, the most relevant first. */
  careers: string[];
  /** A feed of postings that it names, or the page itself. */
  feed: string | null;
  /** The first named feed without a word about postings: its entries decide. */
  otherFeed: string | null;
  /** The page is a sitemap, or an index of sitemaps. */
  isSitemap: boolean;
  /** Links to postings, and the list around them. */
  links: Pick<JobLinks, 'selector' | 'urls'> | null;
  list: ListFact | null;
  /** Its scripts build it: it has hardly any text of its own. */
  isScripted: boolean;
  /** The site's own name, the page's first heading, and the element with most of its text. */
  own: { site: string | null; heading: string; text: string | null };
};

/** Careers pages of a site that are named. */
const maxCareers = 3;

/** Pages with scripts and less text than this are built by the scripts. */
const leastText = 300;

/** Reads the facts on a page about its site's postings; if it names its board, only that. Throws `SourceError`. */
export function describePage(page: PageResponse): PageFacts {
  const { postings } = readStructured(page);
  const verdict = recognisePage(page);
  const known = {
    postings: postings.length,
    careers: [],
    feed: null,
    otherFeed: null,
    isSitemap: false,
    links: null,
    list: null,
    isScripted: false,
    own: { site: null, heading: '', text: null },
  };
  if (verdict.found !== null) return { ...known, found: asFact(verdict.found), named: [] };
  if (isSitemap(page)) return { ...known, found: null, named: [], isSitemap: true };
  const document = parseMarkup(page.body);
  const links = findJobLinks(document, page.url);
  return {
    ...known,
    found: null,
    named: verdict.named.map(asFact),
    careers: careersLinks(document, page.url),
    ...feedsOf(document, page),
    links: links === null ? null : { selector: links.selector, urls: links.urls },
    list: links === null ? null : listAround(links, document, page),
    isScripted: isScripted(document),
    own: ownWords(document),
  };
}

/** Elements that contain the text of a posting, next to a site's menus. */
const textPlaces = ['main article', 'article', 'main', '[role=main]'];

/** Texts of a posting are longer than this. */
const leastPostingText = 200;

function ownWords(document: CheerioAPI): PageFacts['own'] {
  const site = document('meta[property="og:site_name"]').attr('content')?.trim().slice(0, 100);
  const text = textPlaces.find((css) => document(css).first().text().trim().length > leastPostingText) ?? null;
  return { site: site || null, heading: document('h1').first().text().trim().slice(0, 200), text };
}

/** The list that contains two given postings; `null` = the page has none. Throws `SourceError`. */
export function describeList({ body, url }: PageResponse, examples: readonly [string, string]): ListFact | null {
  return listOf(proposeSelectors(body, url, examples));
}

const asFact = ({ kind, ...board }: NamedBoard): NamedFact => ({ ...board, kind: kind.kind });

const listOf = (proposal: Proposal | null): ListFact | null =>
  proposal === null
    ? null
    : {
        item: proposal.item,
        fields: proposal.fields,
        count: proposal.postings.length,
        first: proposal.postings.slice(0, 5),
      };

function listAround({ elements }: JobLinks, document: CheerioAPI, { body, url }: PageResponse): ListFact | null {
  const [one, other] = elements;
  return one === undefined || other === undefined
    ? null
    : listOf(proposeFor(document, body, { url, titles: [one, other] }));
}

function careersLinks(document: CheerioAPI, base: string): string[] {
  const links = new Map<string, number>();
  const site = siteOf(base);
  const { host } = new URL(base);
  document('a[href]').each((_, element) => {
    const href = document(element).attr('href') ?? '';
    if (!URL.canParse(href, base)) return;
    const url = new URL(href, base);
    url.hash = '';
    if (!/^https?:$/.test(url.protocol) || (url.host !== host && siteOf(url.href) !== site) || url.href === base)
      return;
    const score = careersScore(url, document(element).text());
    if (score > (links.get(url.href) ?? 0)) links.set(url.href, score);
  });
  return [...links]
    .sort((a, b) => b[1] - a[1])
    .slice(0, maxCareers)
    .map(([href]) => href);
}

/** The start of a page whose outermost element has one of these names. */
const begins = (names: string): RegExp => new RegExp(`^\\s*(?:<\\?xml[^<>]*>\\s*)?<(?:${names})\\b`, 'i');
const feedStart = begins('rss|feed|rdf:RDF');
const sitemapStart = begins('urlset|sitemapindex');

/** Remarks and processing instructions may precede the outermost element. */
const isSitemap = ({ body }: PageResponse): boolean =>
  sitemapStart.test(body.slice(0, 2000).replace(/<!--[^<>]*-->|<\?xml-stylesheet[^<>]*>/g, ''));

/** Feeds that the page states (https://www.rssboard.org/rss-autodiscovery), or the page itself. */
function feedsOf(document: CheerioAPI, { url, body }: PageResponse): Pick<PageFacts, 'feed' | 'otherFeed'> {
  if (feedStart.test(body.slice(0, 1000))) return { feed: url, otherFeed: null };
  let otherFeed: string | null = null;
  for (const element of document('link[rel~=alternate][type][href]').get()) {
    const link = document(element);
    const href = link.attr('href') ?? '';
    if (!/rss|atom|feed\+json/i.test(link.attr('type') ?? '') || !URL.canParse(href, url)) continue;
    const address = new URL(href, url);
    if (speaksOfJobs(`${address.pathname} ${link.attr('title') ?? ''}`)) return { feed: address.href, otherFeed: null };
    otherFeed ??= address.href;
  }
  return { feed: null, otherFeed };
}

function isScripted(document: CheerioAPI): boolean {
  const scripts = document('script');
  const visibleLength = document('body').text().length - document('body script').text().length;
  return scripts.length > 0 && visibleLength < leastText;
}

/** Links from a page to its postings: a selector, the links' elements and their distinct addresses. */
export type JobLinks = { selector: string; elements: Element[]; urls: string[] };

/** Fewer links of one pattern are not a list. */
const fewest = 2;

/** Finds the links to postings: of the directories with a word for jobs, the one with most links to different pages. */
export function findJobLinks(page: CheerioAPI, base: string): JobLinks | null {
  const pageUrl = new URL(base);
  const byDirectory = new Map<string, Map<string, Element>>();
  page<Element, string>('a[href]').each((_, element) => {
    const href = page(element).attr('href') ?? '';
    if (!URL.canParse(href, base)) return;
    const url = new URL(href, base);
    url.hash = '';
    if (url.host !== pageUrl.host || url.pathname === pageUrl.pathname) return;
    const directory = /^(\/(?:[^/]+\/)*)[^/]+\/?$/.exec(url.pathname)?.[1] ?? '/';
    if (directory === '/' || !speaksOfJobs(directory) || !/\d|-/.test(url.pathname.slice(directory.length))) return;
    const links = byDirectory.get(directory) ?? new Map<string, Element>();
    if (!links.has(url.href)) links.set(url.href, element);
    byDirectory.set(directory, links);
  });
  const [largest] = [...byDirectory].sort((a, b) => b[1].size - a[1].size);
  if (largest === undefined || largest[1].size < fewest || largest[0].includes('"')) return null;
  const [directory, links] = largest;
  const elements = [...links.values()];
  // Pages write their links as a path or as a full address; they share the directory.
  const shared = elements.every((element) => (page(element).attr('href') ?? '').includes(directory));
  if (!shared) return null;
  return { selector: `a[href*="${directory}"]`, elements, urls: [...links.keys()] };
}
