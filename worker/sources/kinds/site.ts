import type { CheerioAPI } from 'cheerio/slim';
import { z } from 'zod';
import { parseMarkup } from '../../structured-data/parse-markup.js';
import { cssSchema } from '../parse/css-selector.js';
import { readSitemap } from '../parse/read-sitemap.js';
import { dataSchema, fieldsSchema, itemSchema, readDeclared, readDeclaredPage } from '../parse/selector-extraction.js';
import { joined, links, openOrClosed, readStructured, refuseBlocked, withOwnAddresses } from '../parse/site-page.js';
import type { Posting } from '../posting.js';
import {
  commonSettings,
  defineKind,
  type Narrow,
  type NarrowField,
  narrowFields,
  type PageRequest,
  type PageResponse,
  type ParsedPage,
  renderModes,
  sourceChanged,
} from '../source.js';

const settings = commonSettings
  .extend({
    kind: z.literal('site'),
    search: z
      .string()
      .regex(/^https?:\/\//, 'An http or https address, with {keyword}, {location} and {page} where they belong.')
      .optional()
      .describe('Listing address with {keyword}, {location} and {page}.'),
    firstPage: z.int().min(0).max(1).default(1).describe('Number of the first listing page.'),
    sitemap: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('A sitemap or sitemap index instead of a search.'),
    jobUrls: z.string().min(1).optional().describe('Part of the address that marks a job’s page in a sitemap.'),
    pages: z
      .array(z.url({ protocol: /^https?$/ }))
      .min(1)
      .optional()
      .describe('Pages with postings or links to them.'),
    jobLinks: cssSchema.optional().describe('CSS selector of the links from a listing to its jobs.'),
    nextLink: cssSchema.default('a[rel~=next], link[rel~=next]').describe('CSS selector of the next page’s link.'),
    item: itemSchema.optional(),
    fields: fieldsSchema.optional(),
    data: dataSchema.optional(),
    jobFields: fieldsSchema
      .optional()
      .describe('The same for each job’s own page; a JobPosting there takes precedence.'),
    noJobs: cssSchema.optional().describe('CSS selector of an element that a listing has only without jobs.'),
    render: z.enum(renderModes).default('auto').describe('When Chromium reads a page: auto, always or never.'),
  })
  .refine(({ search, sitemap, pages }) => [search, sitemap, pages].filter((way) => way !== undefined).length === 1, {
    message: 'Give exactly one of "search", "sitemap" and "pages".',
  })
  .refine(({ item, fields, data }) => item !== undefined || (fields === undefined && data === undefined), {
    message: '"fields" and "data" describe what "item" finds: give "item" too, or "jobFields" for a job’s own page.',
  })
  .refine(({ data, fields }) => data === undefined || fields?.title !== undefined, {
    message: 'Postings in "data" need at least "title" in "fields".',
  });
type Settings = z.infer<typeof settings>;

/** State of a listing request: its page number, whether it requests everything, whether the site links its next pages. */
type Memo = { page: number | null; narrow: Narrow; whole: boolean };

/**
 * Any site whose pages contain schema.org JobPosting (JSON-LD, microdata or RDFa), or whose fields the operator selects with
 * selectors; pages are found by a search address, a sitemap or a list. Documented at https://schema.org/JobPosting and
 * https://developers.google.com/search/docs/appearance/structured-data/job-posting.
 */
export const site = defineKind<Settings>({
  kind: 'site',
  summary:
    'Any career site: pages with schema.org JobPosting or your selectors, by search address, sitemap or plain pages.',
  evidence: {
    requests: ['GET {search}', 'GET {sitemap}', 'GET {pages}', 'GET {link}'],
    access: 'page',
    robots: null,
    basis: [
      'https://schema.org/JobPosting',
      'https://www.sitemaps.org/protocol.html',
      'https://html.spec.whatwg.org/multipage/microdata.html',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'The site’s own; the operator is responsible for permission.',
  cost: { perRequest: 'varies', details: true },
  settings,
  narrows({ search = '' }): NarrowField[] {
    return narrowFields.filter((field) => search.includes(`{${field}}`));
  },
  absence: 'uncertain',
  pool: ({ render }) => (render === 'always' ? 'browser' : 'http'),
  requests(chosen, narrow) {
    const { sitemap, pages, render } = chosen;
    if (sitemap !== undefined) return [{ url: sitemap, role: 'listing', accept: 'xml' }];
    const memo: Memo = { page: null, narrow, whole: true };
    if (pages !== undefined) return pages.map((url) => ({ url, role: 'listing', accept: 'page', render, memo }));
    return [listingRequest(chosen, narrow, chosen.firstPage)];
  },
  parse(response, request, chosen) {
    if (request.accept === 'xml') return sitemapReading(response, chosen);
    if (request.role === 'detail') return readDetail(response, request.listed ?? null, chosen);
    return readListing(response, request.memo as Memo, chosen);
  },
});

function listingRequest({ search = '', render }: Settings, narrow: Narrow, page: number): PageRequest {
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

/** Reads a job's own page; values from the listing are kept when the page does not state them. */
function readDetail(response: PageResponse, listed: Posting | null, { jobFields, render }: Settings): ParsedPage {
  const { postings, flaws } = readStructured(response);
  const [posting] = postings;
  if (posting !== undefined)
    return { ...openOrClosed(response, listed === null ? postings : [joined(listed, posting)]), follow: [], flaws };
  refuseBlocked(response);
  const declared = jobFields === undefined ? null : readDeclaredPage(response.body, response.url, jobFields);
  if (declared !== null) return { ...openOrClosed(response, [joined(listed, declared)]), follow: [], flaws };
  if (listed !== null && jobFields === undefined) return { postings: [listed], follow: [], flaws };
  const needsBrowser = !response.rendered && render === 'auto' && /<script\b/i.test(response.body);
  const missing =
    jobFields === undefined
      ? `The page ${response.url} has no JobPosting. If it states its facts in another way, select them with "jobFields".`
      : `The page ${response.url} has no title at "${[jobFields.title ?? 'h1, h2, h3, h4, a'].flat().join('", "')}" ("jobFields").`;
  return {
    postings: listed === null ? [] : [listed],
    follow: [],
    flaws: flaws.length > 0 || needsBrowser ? flaws : [missing],
    ...(listed === null && { unread: [response.url] }),
    needsBrowser,
  };
}

/** A listing may contain postings, link to them, or both; one with neither is rendered when that is allowed. */
function readListing(response: PageResponse, memo: Memo, chosen: Settings): ParsedPage {
  const needsBrowser = !response.rendered && chosen.render === 'auto' && /<script\b/i.test(response.body);
  const { postings, flaws, details, saysNone } = prefetchDocument(response, chosen, needsBrowser);
  const page = parseMarkup(response.body);
  const linked = links(page, chosen.jobLinks, response.url).map((url) => detailRequest(url, null, chosen));
  if (postings.length + details.length + linked.length > 0)
    return { postings, flaws, follow: [...details, ...linked, ...nextPage(page, response, { memo, chosen })] };

  refuseBlocked(response);
  if (memo.page !== null && memo.page > chosen.firstPage) return { postings, flaws, follow: [] };
  if (saysNone || (chosen.noJobs !== undefined && page(chosen.noJobs).length > 0))
    return { postings, flaws, follow: [] };
  if (memo.whole && !needsBrowser && flaws.length === 0) flaws.push(nothingThere(response.url, chosen));
  return { postings, flaws, follow: [], needsBrowser };
}

function detailRequest(url: string, listed: Posting | null, { render }: Settings): PageRequest {
  return { url, role: 'detail', accept: 'page', render, ...(listed === null ? {} : { listed }) };
}

type Held = { postings: Posting[]; flaws: string[]; details: PageRequest[]; saysNone: boolean };

/** Postings in the listing: its JobPostings, else those selected by `item`; with `jobFields`, detail requests. */
function prefetchDocument(response: PageResponse, chosen: Settings, mayRender: boolean): Held {
  const structured = readStructured(response);
  if (structured.postings.length > 0 || chosen.item === undefined)
    return { ...structured, details: [], saysNone: false };
  const { item, fields = {}, data, jobFields } = chosen;
  try {
    const { known, postings, flaws } = readDeclared(response.body, response.url, { item, fields, data });
    const saysNone = known && postings.length === 0;
    if (jobFields === undefined) return { postings: withOwnAddresses(postings), flaws, details: [], saysNone };
    const details = postings.map((posting) => detailRequest(posting.url, posting, chosen));
    return { postings: [], flaws, details, saysNone };
  } catch (error) {
    // A page built by scripts may contain the missing parts once it is rendered.
    if (mayRender) return { postings: [], flaws: [], details: [], saysNone: false };
    refuseBlocked(response);
    throw error;
  }
}

function nothingThere(url: string, { jobLinks, item }: Settings): string {
  if (item !== undefined) throw sourceChanged(`postings at "${item}" ("item") of ${url}`, 'a page without one');
  return jobLinks === undefined
    ? `The page ${url} has no JobPosting. Select its jobs’ links with "jobLinks", or its postings with "item" and "fields".`
    : `The page ${url} has no JobPosting and no link "${jobLinks}".`;
}

function nextPage(
  page: CheerioAPI,
  response: PageResponse,
  { memo, chosen }: { memo: Memo; chosen: Settings },
): PageRequest[] {
  const [linked] = links(page, chosen.nextLink, response.url);
  const next: Memo = { ...memo, page: memo.page === null ? null : memo.page + 1 };
  if (linked !== undefined)
    return [{ url: linked, role: 'listing', accept: 'page', render: chosen.render, memo: next }];
  return next.page === null ? [] : [listingRequest(chosen, memo.narrow, next.page)];
}

function sitemapReading(response: PageResponse, { jobUrls, render }: Settings): ParsedPage {
  const { sitemaps, pages, flaws } = readSitemap(response);
  const wanted = jobUrls === undefined ? pages : pages.filter(({ url }) => url.includes(jobUrls));
  const none = `The sitemap ${response.url} lists ${pages.length} pages, none with "${jobUrls}" ("jobUrls") in its address.`;
  return {
    postings: [],
    flaws,
    doubts: pages.length > 0 && wanted.length === 0 ? [none] : [],
    follow: [
      ...sitemaps.map((url): PageRequest => ({ url, role: 'listing', accept: 'xml' })),
      // The date shows a later crawl whether the page must be read again.
      ...wanted.map(
        ({ url, changed }): PageRequest => ({ url, role: 'detail', accept: 'page', render, memo: { changed } }),
      ),
    ],
  };
}
