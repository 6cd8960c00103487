import type { PageResponse } from '../sources/source.js';
import { SourceError } from '../sources/source-errors.js';
import { parseMarkup } from '../structured-data/parse-markup.js';
import { careersScore } from './careers-words.js';
import type { Draft } from './entry.js';
import { type GetPage, getOrFailure } from './get-page.js';
import { readSite } from './read-site.js';
import { parseAddress, recogniseAddress } from './recognise-address.js';
import { type NamedBoard, recognisePage, siteOf } from './recognise-page.js';

/** What was found at an address: an entry and where it was recognised, or a sentence that says what is missing. */
export type Finding = { draft: Draft; how: string } | { draft: null; missing: string };

/** Requests made at most for one address. */
const maxRequests = 8;

/** Pages of a site followed from the given one in search of its openings. */
const maxCareersPages = 3;

/**
 * Finds the source of an address: by the address, by the page and what it redirects to, by its careers pages, and at last by what
 * the site itself shows (JobPosting, a feed, a sitemap, a list of links).
 */
export async function findSource(written: string, getPage: GetPage): Promise<Finding> {
  const url = parseAddress(written);
  if (url === null) return missing(`"${written.slice(0, 80)}" is not an address.`);
  const own = recogniseAddress(url);
  if (own !== null) return { draft: own, how: 'its address' };
  return findOnPages(url, limited(getPage));
}

/** What the pages of a site have said so far. */
type Looked = { pages: PageResponse[]; named: readonly NamedBoard[] };

async function findOnPages(asked: URL, get: GetPage): Promise<Finding> {
  const looked: Looked = { pages: [], named: [] };
  const queue = [asked.href];
  const seen = new Set<string>();
  for (let next = queue.shift(); next !== undefined && looked.pages.length <= maxCareersPages; next = queue.shift()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const page = await getOrFailure(get, { url: next, accept: 'page' });
    if (page instanceof SourceError) {
      if (looked.pages.length === 0) return missing(failureSentence(next, page));
      continue;
    }
    seen.add(page.url);
    const verdict = recognisePage(page);
    if (verdict.found !== null) return { draft: draftOf(verdict.found), how: howFound(verdict.found, page, asked) };
    if (verdict.named.length > looked.named.length) looked.named = verdict.named;
    looked.pages.push(page);
    if (looked.pages.length === 1) queue.push(...careersLinks(page));
  }
  return readPages(looked, get);
}

/** What the site itself shows: its careers pages, the most telling first, then the page that was asked for. */
async function readPages({ pages, named }: Looked, get: GetPage): Promise<Finding> {
  for (const page of [...pages.slice(1), ...pages.slice(0, 1)]) {
    const found = await readSite(page, get);
    if (found !== null) return found;
  }
  return missing(named.length > 0 ? severalSentence(named) : nothingSentence(pages));
}

const missing = (sentence: string): Finding => ({ draft: null, missing: sentence });

/** Refuses requests beyond the limit. */
function limited(getPage: GetPage): GetPage {
  let count = 0;
  return async (request) => {
    count += 1;
    if (count > maxRequests) throw new SourceError('broken', `No source was found within ${maxRequests} requests.`);
    return getPage(request);
  };
}

const draftOf = ({ kind, settings }: NamedBoard): Draft => ({ kind, settings });

const howWords: Record<NamedBoard['how'], string> = {
  mark: 'a mark in the page',
  embed: 'an embed in the page',
  script: 'a script in the page',
  link: 'links in the page',
};

function howFound({ how }: NamedBoard, page: PageResponse, asked: URL): string {
  const isOther = page.url !== asked.href;
  if (recogniseAddress(page.url) !== null) return `the redirect to ${shown(page.url)}`;
  return isOther ? `${howWords[how]} ${shown(page.url)}` : howWords[how];
}

const shown = (address: string): string => {
  const { host, pathname } = new URL(address);
  return `${host}${pathname === '/' ? '' : pathname}`.slice(0, 120);
};

function careersLinks(page: PageResponse): string[] {
  const document = parseMarkup(page.body);
  const links = new Map<string, number>();
  const site = siteOf(page.url);
  const { host } = new URL(page.url);
  document('a[href]').each((_, element) => {
    const href = document(element).attr('href') ?? '';
    if (!URL.canParse(href, page.url)) return;
    const url = new URL(href, page.url);
    url.hash = '';
    if (!/^https?:$/.test(url.protocol) || (url.host !== host && siteOf(url.href) !== site) || url.href === page.url)
      return;
    const score = careersScore(url, document(element).text());
    if (score > (links.get(url.href) ?? 0)) links.set(url.href, score);
  });
  return [...links]
    .sort((a, b) => b[1] - a[1])
    .slice(0, maxCareersPages)
    .map(([href]) => href);
}

function failureSentence(address: string, { failure, message }: SourceError): string {
  const place = shown(address);
  if (failure === 'robots') return `The robots.txt of ${place} does not allow reading it.`;
  return `${place} could not be read: ${message}`;
}

function severalSentence(named: readonly NamedBoard[]): string {
  const boards = named
    .slice(0, 4)
    .map(({ kind, settings }) => `${kind.kind} ${Object.values(settings)[0] ?? ''}`.trim());
  return `The page names ${named.length === 1 ? 'a board' : `${named.length} boards`} (${boards.join(', ')}${named.length > 4 ? ', …' : ''}), and nothing tells whether it is the company's: give the address of the board.`;
}

function nothingSentence(pages: readonly PageResponse[]): string {
  const last = pages.at(-1);
  if (last === undefined) return 'Nothing was read.';
  const document = parseMarkup(last.body);
  const scripts = document('script').remove().length;
  if (scripts > 0 && document('body').text().trim().length < 300)
    return `${shown(last.url)} is built by scripts and names no known system: give the address of one posting, or a "site" entry with "render": "always".`;
  const where =
    pages.length > 1
      ? `${pages.length} pages up to ${shown(last.url)} were read: none`
      : `${shown(last.url)} was read: nothing in it`;
  return `${where} names a known system or lists postings that can be told from the rest. Give the address of the list, or two of its postings (\`npm run sources -- add\` with --first and --second).`;
}
