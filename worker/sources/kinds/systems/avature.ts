import type { CheerioAPI } from 'cheerio/slim';
import { z } from 'zod';
import { parseMarkup } from '../../../structured-data/parse-markup.js';
import { careerHost, companyInstead } from '../../parse/board-settings.js';
import { type Fields, readDeclared, readDeclaredPage } from '../../parse/selector-extraction.js';
import { joined, links, readStructured, refuseBlocked } from '../../parse/site-page.js';
import type { Posting } from '../../posting.js';
import {
  commonSettings,
  defineKind,
  type PageRequest,
  type PageResponse,
  type ParsedPage,
  SourceError,
  sourceChanged,
} from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('avature'),
  host: careerHost,
  portal: z
    .string()
    .regex(/^[\w-]{1,60}(?:\/[\w-]{1,60})?$/, 'Such as careers or en_US/careers.')
    .describe('The portal, as in HOST/PORTAL/SearchJobs: careers, or en_US/careers.'),
  list: z
    .string()
    .regex(/^\w{1,40}$/, 'Such as SearchJobs.')
    .default('SearchJobs')
    .describe('Name of the page that lists the postings: SearchJobs, SearchJobsMaps or the portal’s own.'),
  companyName: companyInstead,
});
type Settings = z.infer<typeof settings>;

/** Portals count their postings by one of these parameters; an unknown one gives the first page again. */
const offsets = ['jobOffset', 'offset'] as const;

/** `heads`: the first posting of each earlier page. `read`: postings so far. `offset`: the position parameter. */
type Memo = { heads: readonly string[]; read: number; offset: number };

const row = '.article--result';
const rowFields: Fields = {
  title: ['.article__header__text__title', 'a.link', 'h3'],
  url: ['.article__header__text__title a@href', 'a.link[href*="Detail"]@href', 'a[href*="Detail"]@href', 'h3 a@href'],
  location: ['.list-item-location', '.article__header__text__subtitle'],
};
const pageFields: Fields = {
  title: ['meta[property="og:title"]@content', 'h1', 'h2'],
  company: 'meta[property="og:site_name"]@content',
  description: [
    '.field--rich-text .article__content__view__field__value',
    'article.article--details',
    'details.article--details',
    '.section__content',
    'main',
  ],
};
const none = '.no-results, .list-controls__text__legend[aria-label^="0 "]';
const nextLink = 'a.paginationNextLink, .paginationNextLink a';

/**
 * A career portal on Avature: its list of results, a few per page, and one page per posting. Each portal has its own
 * template, so pages are read by their JobPosting if they have one, and otherwise by features common to most templates.
 */
export const avature = defineKind({
  kind: 'avature',
  summary: 'Career portals on Avature, by results and posting pages.',
  evidence: {
    requests: [
      'GET {host}/{portal}/{list}[?jobOffset={offset}]',
      'GET {host}/{portal}/{list}?offset={offset}',
      'GET {host}/{portal}/JobDetail/{title}/{id}',
    ],
    access: 'page',
    robots: null,
    basis: [
      'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/avature.py, measured on 55 portals)',
      'https://github.com/santifer/career-ops (providers/avature.mjs)',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/shared/avature.py)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, without a key. Portals that refuse automated clients are not read.',
  cost: { perRequest: 'varies', details: true },
  addresses: [
    { address: '{host}/{_locale}/{_portal}/SearchJobs', settings: { portal: '{_locale}/{_portal}' } },
    { address: '{host}/{portal}/SearchJobs', except: ['search'] },
  ],
  settings,
  defaults: { perMinute: 60, timeoutSeconds: 600, maxPages: 500 },
  absence: 'uncertain',
  requests: (chosen) => [listRequest(listOf(chosen), { heads: [], read: 0, offset: 0 })],
  parse(response, request, chosen) {
    return request.role === 'detail'
      ? readDetail(response, request, chosen)
      : readList(response, request.memo as Memo, chosen);
  },
});

const listOf = ({ baseUrl, host, portal, list }: Settings): string =>
  `${baseUrl ?? `https://${host}`}/${portal}/${list}`;

const listRequest = (url: string, memo: Memo): PageRequest => ({
  url,
  role: 'listing',
  accept: 'page',
  render: 'never',
  memo,
});

function readList(response: PageResponse, { heads, read, offset }: Memo, chosen: Settings): ParsedPage {
  const page = parseMarkup(response.body);
  const { details, flaws } = readRows(response, page, chosen);
  const [head] = details;
  if (head === undefined) {
    if (heads.length > 0 || page(none).length > 0) return { postings: [], follow: [], flaws };
    refuseBlocked(response);
    throw sourceChanged(`results with links to their postings at ${response.url}`, 'a page without one');
  }
  const at = (parameter: number, from: number): string => `${listOf(chosen)}?${offsets[parameter]}=${from}`;
  if (heads.includes(head.url)) {
    const memo: Memo = { heads, read, offset: offset + 1 };
    const other = memo.offset < offsets.length ? [listRequest(at(memo.offset, read), memo)] : [];
    return { postings: [], follow: other, flaws, isIndex: true };
  }
  const memo: Memo = { heads: [...heads, head.url], read: read + details.length, offset };
  const [linked] = links(page, nextLink, response.url);
  const isLast = linked === undefined && memo.read >= (totalOf(page) ?? Number.POSITIVE_INFINITY);
  const next = isLast ? [] : [listRequest(linked ?? at(offset, memo.read), memo)];
  return { postings: [], follow: [...details, ...next], flaws };
}

/** The number of results that a page states, `null` when it states none or only that there are more ("999+"). */
function totalOf(page: CheerioAPI): number | null {
  const label = page('.list-controls__text__legend, .pagination__legend').first().attr('aria-label') ?? '';
  const total = /^\D{0,40}(\d{1,7})(?![\d+])/.exec(label)?.[1];
  return total === undefined ? null : Number(total);
}

/** The rows of the usual template; otherwise the page's links to postings, one per posting. */
function readRows(
  response: PageResponse,
  page: CheerioAPI,
  chosen: Settings,
): { details: PageRequest[]; flaws: string[] } {
  if (page(row).length > 0) {
    const { postings, flaws } = readDeclared(response.body, response.url, { item: row, fields: rowFields });
    const named = postings.filter(({ url }) => url !== response.url).map((posting) => withCompany(posting, chosen));
    return { details: named.map((posting) => detailRequest(posting.url, posting)), flaws };
  }
  const byId = new Map<string, string>();
  for (const url of links(page, 'a[href*="Detail"]', response.url)) {
    const id = idIn(new URL(url));
    if (id !== undefined && !byId.has(id)) byId.set(id, url);
  }
  return { details: [...byId.values()].map((url) => detailRequest(url, null)), flaws: [] };
}

/** The number of a posting's address: its last part, or a parameter such as `jobId`. */
function idIn({ pathname, searchParams }: URL): string | undefined {
  if (!/\/(?:Job|Folder|Pipeline)Detail(?:\/|$)/.test(pathname)) return undefined;
  const named = [...searchParams].filter(([name]) => name.endsWith('Id')).map(([, value]) => value);
  return [pathname.split('/').at(-1) ?? '', ...named].find((text) => /^\d{1,20}$/.test(text));
}

const detailRequest = (url: string, listed: Posting | null): PageRequest => ({
  url,
  role: 'detail',
  accept: 'page',
  render: 'never',
  ...(listed === null ? {} : { listed }),
});

function readDetail(response: PageResponse, { url, listed }: PageRequest, chosen: Settings): ParsedPage {
  const { pathname } = new URL(response.url);
  if (/\/Error\/?$/.test(pathname)) throw new SourceError('gone', 'The portal says that the posting is closed.');
  if (/\/Login\/?$/.test(pathname)) throw sourceChanged('a page that everybody may read', 'one to log in at');
  const { postings, flaws } = readStructured(response);
  const own = postings[0] ?? readDeclaredPage(response.body, response.url, pageFields);
  if (own === null) {
    refuseBlocked(response);
    throw sourceChanged('a page with a posting', `"${response.body.trim().slice(0, 60)}"`);
  }
  // The list has the posting's title; its page's headings may be the site's.
  const posting = listed === undefined ? { ...own, url } : { ...joined(listed, own), title: listed.title };
  return { postings: [withCompany(posting, chosen)], follow: [], flaws };
}

function withCompany(posting: Posting, { companyName }: Settings): Posting {
  return { ...posting, company: { ...posting.company, name: companyName ?? posting.company.name } };
}
