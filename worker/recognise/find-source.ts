import { kindNamed } from '../sources/kinds/source-kinds.js';
import { SourceError } from '../sources/source.js';
import type { NamedFact } from './describe-page.js';
import type { Draft } from './entry.js';
import { orFailure, type PageReader, type SeenPage, see } from './get-page.js';
import { boardAtPage } from './known-boards.js';
import { readSite } from './read-site.js';
import { parseAddress, recogniseAddress } from './recognise-address.js';

/** The result for an address: an entry and where it was recognised, or a sentence about what is missing. */
export type FoundSource = { draft: Draft; how: string } | { draft: null; missing: string };

/** Maximum requests for one address. */
const maxRequests = 10;

/** Pages of a site followed from the given one in search of its openings. */
const maxCareersPages = 3;

/**
 * Finds the source of an address: by the address, by the catalogue's record of it, by the page and its redirects, by
 * its careers pages, and finally by the site's own content (JobPosting, a feed, a sitemap, a list of links).
 */
export async function findSource(written: string, reader: PageReader): Promise<FoundSource> {
  const url = parseAddress(written);
  if (url === null) return missing(`"${written.slice(0, 80)}" is not an address.`);
  const fromAddress = recogniseAddress(url);
  if (fromAddress !== null) return { draft: fromAddress, how: 'its address' };
  const known = boardAtPage(url);
  if (known !== null) return { draft: known, how: 'the catalogue, which has this page' };
  return findOnPages(url, limited(reader));
}

/** Findings on the pages of a site so far. */
type Looked = { pages: SeenPage[]; named: readonly NamedFact[] };

async function findOnPages(asked: URL, reader: PageReader): Promise<FoundSource> {
  const looked: Looked = { pages: [], named: [] };
  const queue = [asked.href];
  const seen = new Set<string>();
  for (let next = queue.shift(); next !== undefined && looked.pages.length <= maxCareersPages; next = queue.shift()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const page = await orFailure(see(reader, next));
    if (page instanceof SourceError) {
      if (looked.pages.length === 0) return missing(failureSentence(next, page));
      continue;
    }
    seen.add(page.url);
    const { found, named, careers } = page.facts;
    const draft = found === null ? null : draftOf(found);
    if (found !== null && draft !== null) return { draft, how: howFound(found, page.url, asked) };
    if (named.length > looked.named.length) looked.named = named;
    looked.pages.push(page);
    if (looked.pages.length === 1) queue.push(...careers);
  }
  return readPages(looked, reader);
}

/** The pages of the site: its careers pages, the most informative first, then the requested page. */
async function readPages({ pages, named }: Looked, reader: PageReader): Promise<FoundSource> {
  for (const page of [...pages.slice(1), ...pages.slice(0, 1)]) {
    const found = await readSite(page, reader);
    if (found !== null) return found;
  }
  return missing(named.length > 0 ? severalSentence(named) : nothingSentence(pages));
}

const missing = (sentence: string): FoundSource => ({ draft: null, missing: sentence });

/** Refuses requests beyond the limit. */
function limited(reader: PageReader): PageReader {
  let count = 0;
  const get: PageReader['get'] = async (request) => {
    count += 1;
    if (count > maxRequests) throw new SourceError('broken', `No source was found within ${maxRequests} requests.`);
    return reader.get(request);
  };
  return { ...reader, get };
}

function draftOf({ kind, settings }: NamedFact): Draft | null {
  const known = kindNamed(kind);
  return known === undefined ? null : { kind: known, settings };
}

const howWords: Record<NamedFact['how'], string> = {
  mark: 'a mark in the page',
  embed: 'an embed in the page',
  script: 'a script in the page',
  link: 'links in the page',
};

function howFound({ how }: NamedFact, page: string, asked: URL): string {
  if (recogniseAddress(page) !== null) return `the redirect to ${shown(page)}`;
  return page === asked.href ? howWords[how] : `${howWords[how]} ${shown(page)}`;
}

const shown = (address: string): string => {
  const { host, pathname } = new URL(address);
  return `${host}${pathname === '/' ? '' : pathname}`.slice(0, 120);
};

function failureSentence(address: string, { failure, message }: SourceError): string {
  const place = shown(address);
  if (failure === 'robots' || failure === 'forbidden') return `The robots.txt of ${place} does not allow reading it.`;
  return `${place} could not be read: ${message}`;
}

function severalSentence(named: readonly NamedFact[]): string {
  const boards = named.slice(0, 4).map(({ kind, settings }) => `${kind} ${Object.values(settings)[0] ?? ''}`.trim());
  return `The page names ${named.length === 1 ? 'a board' : `${named.length} boards`} (${boards.join(', ')}${named.length > 4 ? ', …' : ''}), and nothing shows that it is the company's: give the address of the board.`;
}

function nothingSentence(pages: readonly SeenPage[]): string {
  const last = pages.at(-1);
  if (last === undefined) return 'Nothing was read.';
  if (last.facts.isScripted)
    return `${shown(last.url)} is built by scripts and names no known system: give the address of one posting, or a "site" entry with "render": "always".`;
  const where =
    pages.length > 1
      ? `${pages.length} pages up to ${shown(last.url)} were read: none`
      : `${shown(last.url)} was read: nothing in it`;
  return `${where} names a known system or lists postings that can be told from the rest. Give the address of the list, or two of its postings (\`npx job-search sources add\` with --first and --second).`;
}
