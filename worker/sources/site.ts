import { type CheerioAPI, load } from 'cheerio/slim';
import { z } from 'zod';
import { blockedBy } from '../blocked-page.js';
import { readLinkedPostings } from '../json-ld.js';
import type { Posting } from '../posting.js';
import { SourceError } from '../source-errors.js';
import { readJobPostingNode } from './job-posting-node.js';
import { readSitemap } from './read-sitemap.js';
import {
  type Answer,
  type Ask,
  commonSettings,
  defineKind,
  type Narrow,
  type NarrowField,
  narrowFields,
  type Reading,
  renderModes,
} from './source.js';

const settings = commonSettings
  .extend({
    kind: z.literal('site'),
    search: z
      .string()
      .regex(/^https?:\/\//, 'An http or https address, with {keyword}, {location} and {page} where they belong.')
      .optional()
      .describe('Listing address with {keyword}, {location} and {page} in their places.'),
    firstPage: z.int().min(0).max(1).default(1).describe('Number of the first listing page.'),
    sitemap: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('A sitemap or sitemap index instead of a search.'),
    jobUrls: z.string().min(1).optional().describe('Part of the address that tells a job’s page in a sitemap.'),
    pages: z
      .array(z.url({ protocol: /^https?$/ }))
      .min(1)
      .optional()
      .describe('Pages that hold postings or link to them.'),
    jobLinks: z.string().min(1).optional().describe('CSS selector of the links from a listing to its jobs.'),
    nextLink: z
      .string()
      .min(1)
      .default('a[rel~=next], link[rel~=next]')
      .describe('CSS selector of the next page’s link.'),
    render: z.enum(renderModes).default('auto').describe('When Chromium reads a page: auto, always or never.'),
  })
  .refine(({ search, sitemap, pages }) => [search, sitemap, pages].filter((way) => way !== undefined).length === 1, {
    message: 'Give exactly one of "search", "sitemap" and "pages".',
  });
type Settings = z.infer<typeof settings>;

/** What a listing ask remembers: its page number, whether it asks for everything, whether the site links its next pages. */
type Memo = { page: number | null; narrow: Narrow; whole: boolean };

/**
 * Any site whose job pages carry schema.org JobPosting as JSON-LD, found by a search address, a sitemap or plain pages.
 * Documented at https://schema.org/JobPosting and https://developers.google.com/search/docs/appearance/structured-data/job-posting.
 */
export const site = defineKind<Settings>({
  kind: 'site',
  summary: 'A career site whose pages carry schema.org JobPosting, by a search address, a sitemap or plain pages.',
  documentation: 'https://schema.org/JobPosting',
  terms: 'The site’s own: its robots.txt is obeyed, and the operator answers for being allowed to read it.',
  settings,
  narrows({ search = '' }): NarrowField[] {
    return narrowFields.filter((field) => search.includes(`{${field}}`));
  },
  wing: ({ render }) => (render === 'always' ? 'browser' : 'http'),
  ask(chosen, narrow) {
    const { sitemap, pages, render } = chosen;
    if (sitemap !== undefined) return [{ url: sitemap, role: 'listing', accept: 'xml' }];
    const memo: Memo = { page: null, narrow, whole: true };
    if (pages !== undefined) return pages.map((url) => ({ url, role: 'listing', accept: 'page', render, memo }));
    return [listingAsk(chosen, narrow, chosen.firstPage)];
  },
  read(answer, ask, chosen) {
    if (ask.accept === 'xml') return sitemapReading(answer, chosen);
    return ask.role === 'detail' ? readDetail(answer) : readListing(answer, ask.memo as Memo, chosen);
  },
});

function listingAsk({ search = '', render }: Settings, narrow: Narrow, page: number): Ask {
  const url = search.replace(/\{(keyword|location|page)\}/g, (_, name: string) =>
    encodeURIComponent(name === 'page' ? String(page) : (narrow[name as NarrowField] ?? '')),
  );
  const memo: Memo = {
    page: search.includes('{page}') ? page : null,
    narrow,
    whole: Object.values(narrow).every((value) => value === ''),
  };
  return { url, role: 'listing', accept: 'page', render, memo };
}

function readPostings(answer: Answer): { postings: Posting[]; flaws: string[] } {
  const { postings: nodes, flaws } = readLinkedPostings(answer.body);
  const read = nodes.map((node) => readJobPostingNode(node, answer.url));
  const untitled = read.filter((posting) => posting === null).map(() => `A JobPosting at ${answer.url} has no title.`);
  return { postings: apart(read.filter((posting) => posting !== null)), flaws: [...flaws, ...untitled] };
}

/** Postings of one page that give no address of their own are told apart by a fragment made of their title. */
function apart(postings: readonly Posting[]): Posting[] {
  const taken = new Map<string, number>();
  const shared = (url: string) => postings.filter((other) => other.url === url).length > 1;
  return postings.map((posting) => {
    if (!shared(posting.url)) return posting;
    const name = posting.title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    return { ...posting, url: `${posting.url}#${encodeURIComponent(count === 1 ? name : `${name}-${count}`)}` };
  });
}

function refuseBlocked(answer: Answer): void {
  const what = blockedBy(answer.body);
  if (what !== null) throw new SourceError('blocked', `The site answered with ${what} instead of ${answer.url}.`);
}

function readDetail(answer: Answer): Reading {
  const { postings, flaws } = readPostings(answer);
  if (postings.length > 0) return { postings, follow: [], flaws };
  refuseBlocked(answer);
  return {
    postings: [],
    follow: [],
    flaws: flaws.length > 0 ? flaws : [`The page ${answer.url} holds no JobPosting.`],
  };
}

/** A listing may hold postings, link to them, or both; without any it is rendered, when that is allowed. */
function readListing(answer: Answer, memo: Memo, chosen: Settings): Reading {
  const { postings, flaws } = readPostings(answer);
  const page = load(answer.body);
  const details: Ask[] = links(page, chosen.jobLinks, answer.url).map((url) => ({
    url,
    role: 'detail',
    accept: 'page',
    render: chosen.render,
  }));
  if (postings.length > 0 || details.length > 0)
    return { postings, flaws, follow: [...details, ...nextPage(page, answer, { memo, chosen })] };

  refuseBlocked(answer);
  if (memo.page !== null && memo.page > chosen.firstPage) return { postings, flaws, follow: [] };
  const needsBrowser = !answer.rendered && chosen.render === 'auto' && page('script').length > 0;
  if (memo.whole && !needsBrowser && flaws.length === 0)
    flaws.push(
      `The page ${answer.url} holds no JobPosting${chosen.jobLinks ? ` and no link "${chosen.jobLinks}"` : ''}.`,
    );
  return { postings, flaws, follow: [], needsBrowser };
}

function nextPage(page: CheerioAPI, answer: Answer, { memo, chosen }: { memo: Memo; chosen: Settings }): Ask[] {
  const [linked] = links(page, chosen.nextLink, answer.url);
  const next: Memo = { ...memo, page: memo.page === null ? null : memo.page + 1 };
  if (linked !== undefined)
    return [{ url: linked, role: 'listing', accept: 'page', render: chosen.render, memo: next }];
  return next.page === null ? [] : [listingAsk(chosen, memo.narrow, next.page)];
}

function links(page: CheerioAPI, selector: string | undefined, base: string): string[] {
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

function sitemapReading(answer: Answer, { jobUrls, render }: Settings): Reading {
  const { sitemaps, pages } = readSitemap(answer);
  const wanted = jobUrls === undefined ? pages : pages.filter((url) => url.includes(jobUrls));
  return {
    postings: [],
    follow: [
      ...sitemaps.map((url): Ask => ({ url, role: 'listing', accept: 'xml' })),
      ...wanted.map((url): Ask => ({ url, role: 'detail', accept: 'page', render })),
    ],
  };
}
