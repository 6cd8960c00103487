import type { CheerioAPI } from 'cheerio/slim';
import { readLinkedPostings } from '../../structured-data/json-ld.js';
import { readMarkedPostings } from '../../structured-data/microdata.js';
import type { Posting } from '../posting.js';
import { type PageRequest, type PageResponse, type ParsedPage, SourceError, sourceChanged } from '../source.js';
import { blockedBy, closedStatement } from './closed-page.js';
import { readJobPostingNode } from './job-posting-node.js';

/**
 * Reads a posting's own page by its schema.org JobPosting, and adds the listing's facts about it. A page without one
 * throws `sourceChanged`, so that the posting stays as listed.
 */
export function readJobPage(response: PageResponse, request: Pick<PageRequest, 'listed'>): ParsedPage {
  const listed = request.listed ?? null;
  const { postings, flaws } = readStructured(response);
  const [own] = postings;
  if (own === undefined) {
    refuseBlocked(response);
    throw sourceChanged('a page with a JobPosting', flaws[0] ?? `"${response.body.trim().slice(0, 60)}"`);
  }
  const posting = listed === null ? own : joined(listed, { ...own, sourceJobId: listed.sourceJobId });
  return { ...openOrClosed(response, [posting]), follow: [], flaws };
}

/** Reads a page's schema.org JobPostings from JSON-LD, otherwise from microdata or RDFa. */
export function readStructured(response: Pick<PageResponse, 'body' | 'url'>): { postings: Posting[]; flaws: string[] } {
  const { postings: linked, flaws } = readLinkedPostings(response.body);
  const nodes = linked.length > 0 ? linked : readMarkedPostings(response.body);
  const read = nodes.map((node) => readJobPostingNode(node, response.url));
  const untitled = read
    .filter((posting) => posting === null)
    .map(() => `A JobPosting at ${response.url} has no title.`);
  return { postings: withOwnAddresses(read.filter((posting) => posting !== null)), flaws: [...flaws, ...untitled] };
}

/** Gives postings of one page that share its address distinct addresses, by a fragment made from the title. */
export function withOwnAddresses(postings: readonly Posting[]): Posting[] {
  const counts = new Map<string, number>();
  for (const { url } of postings) counts.set(url, (counts.get(url) ?? 0) + 1);
  const taken = new Map<string, number>();
  return postings.map((posting) => {
    if (counts.get(posting.url) === 1) return posting;
    const name = posting.title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    return { ...posting, url: `${posting.url}#${encodeURIComponent(count === 1 ? name : `${name}-${count}`)}` };
  });
}

/** Merges two versions of a posting: values from its own page override those from the listing. */
export function joined(listed: Posting | null, own: Posting): Posting {
  if (listed === null) return own;
  const merged: Posting = { ...listed };
  for (const [key, value] of Object.entries(own))
    if (value !== null && !(Array.isArray(value) && value.length === 0)) Object.assign(merged, { [key]: value });
  const company = {
    name: own.company.name ?? listed.company.name,
    url: own.company.url ?? listed.company.url,
    logoUrl: own.company.logoUrl ?? listed.company.logoUrl,
  };
  return { ...merged, company, url: listed.url };
}

/** The postings of a page, or the id of its only one when the page states that it is closed. */
export function openOrClosed(
  { body }: Pick<PageResponse, 'body'>,
  postings: Posting[],
): Pick<ParsedPage, 'postings' | 'closed'> {
  if (postings.length !== 1 || closedStatement(body) === null) return { postings };
  return { postings: [], closed: postings.map(({ sourceJobId, url }) => sourceJobId ?? url) };
}

/** Throws when the response is a challenge or a login page instead of the requested page. */
export function refuseBlocked(response: PageResponse): void {
  const what = blockedBy(response.body);
  if (what !== null) throw new SourceError('blocked', `The site answered with ${what} instead of ${response.url}.`);
}

/** The distinct addresses of the links that a selector matches, without fragments. */
export function links(page: CheerioAPI, selector: string | undefined, base: string): string[] {
  if (selector === undefined) return [];
  const hrefs = page(selector)
    .map((_, element) => page(element).attr('href'))
    .get();
  const urls = hrefs.filter((href) => URL.canParse(href, base)).map((href) => new URL(href, base));
  return [...new Set(urls.filter(({ protocol }) => /^https?:$/.test(protocol)).map(withoutHash))];
}

function withoutHash(url: URL): string {
  url.hash = '';
  return url.href;
}
