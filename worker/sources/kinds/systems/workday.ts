import { z } from 'zod';
import { boardSetting } from '../../parse/board-settings.js';
import { answerOf, type Members } from '../../parse/members.js';
import { readListed } from '../../parse/read-entries.js';
import { companyNamed, emptyPosting, type Posting, placeText, placeWith } from '../../posting.js';
import { commonSettings, defineKind, jsonAt, type PageRequest, type ParsedPage } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('workday'),
  tenant: boardSetting(/^[\w-]{1,60}$/, 'tenant, as in TENANT.wd5.myworkdayjobs.com'),
  site: boardSetting(/^[\w-]{1,80}$/, 'career site, as in …myworkdayjobs.com/SITE'),
  host: z
    .string()
    .regex(/^wd\d{1,3}$/, 'The data centre, such as wd5.')
    .default('wd5')
    .describe('Data centre, such as wd5.'),
  company: z.string().min(1).max(120).optional().describe('Company name; the tenant’s name unless given.'),
});
type Settings = z.infer<typeof settings>;

/** Workday silently returns an empty list when more are requested. */
const pageSize = 20;

/** `facets`: those of one part of a divided search. */
type ListMemo = { offset: number; total: number | null; keyword: string; facets?: AppliedFacets };

/** The applied facets of a search: ids of values by the name of the facet. */
type AppliedFacets = Readonly<Record<string, readonly string[]>>;

type Facet = { name: string; values: { id: string; count: number }[] };

/** The most postings that Workday returns for one search, over all its pages. */
export const searchEnd = 2000;

/** Depth of facets within facets examined; real answers have two levels. */
const deepest = 3;

/** The share of all postings that a facet must cover to divide a search. */
const coverage = 0.98;

/** How a search is divided: the facets of each part, and whether postings without the dividing facet may be missing. */
type SearchParts = { parts: AppliedFacets[]; isComplete: boolean };

/**
 * Divides a search with more postings than Workday returns by a facet of its answer: the one with the fewest values
 * whose parts are all within `searchEnd`, since each part takes separate requests, otherwise the one with the smallest
 * largest part. Uses only facets that nearly every posting has. `null` = no such facet is left.
 */
export function divideSearch(facets: readonly Members[], applied: AppliedFacets): SearchParts | null {
  const usable = facets
    .flatMap((facet) => readFacets(facet, 0))
    .map(({ name, values }) => ({ name, values: values.filter(({ count }) => count > 0) }))
    .filter(({ name, values }) => values.length > 1 && applied[name] === undefined);
  const sums = usable.map(({ values }) => values.reduce((sum, { count }) => sum + count, 0));
  const all = Math.max(0, ...sums);
  const covering = usable.filter((_, at) => (sums[at] ?? 0) >= all * coverage);
  const [best] = covering.sort((a, b) => costOf(a) - costOf(b));
  if (best === undefined) return null;
  return {
    parts: best.values.map(({ id }) => ({ ...applied, [best.name]: [id] })),
    isComplete: best.values.reduce((sum, { count }) => sum + count, 0) >= all,
  };
}

/** Lower is better: the number of parts when all are within the limit, otherwise above any such number. */
function costOf({ values }: Facet): number {
  const largest = values.reduce((most, { count }) => Math.max(most, count), 0);
  return largest <= searchEnd ? values.length : 1e6 + largest;
}

/** A facet's values are its own, or those of facets within it (countries, and the places of each). */
function readFacets(facet: Members, depth: number): Facet[] {
  if (depth >= deepest) return [];
  const name = facet.text('facetParameter');
  const stated = facet.rows('values');
  const values = stated.flatMap((value) => {
    const [id, count] = [value.text('id'), value.number('count')];
    return id !== null && count !== null && Number.isInteger(count) && count >= 0 ? [{ id, count }] : [];
  });
  const inner = stated.flatMap((each) => readFacets(each, depth + 1));
  return name === null || values.length === 0 ? inner : [{ name, values }, ...inner];
}

/**
 * A company's career site on Workday: a list in pages of 20 with at most 2,000 postings, and one detail request per posting
 * for its description. A larger search is divided by its facets until each part is within the limit, as far as `maxPages` and
 * `maxJobs` allow. Endpoints of the public career site: POST /wday/cxs/{tenant}/{site}/jobs and GET …/job/{path}.
 */
export const workday = defineKind({
  kind: 'workday',
  summary: 'Career sites on Workday, by their endpoints.',
  evidence: {
    requests: [
      'POST {tenant}.{host}.myworkdayjobs.com/wday/cxs/{tenant}/{site}/jobs',
      'GET {tenant}.{host}.myworkdayjobs.com/wday/cxs/{tenant}/{site}{externalPath}',
    ],
    access: 'undocumented',
    robots: 'Each tenant forbids its closed sites and allows the others.',
    basis: [
      'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/workday.py)',
      'https://github.com/santifer/career-ops (providers/workday.mjs)',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/workday.py)',
    ],
    compared: '2026-11-28',
    recording: 'in part',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: pageSize, details: true },
  addresses: [
    '{tenant}.{host}.myworkdayjobs.com/wday/cxs/{tenant}/{site}',
    { address: '{tenant}.{host}.myworkdayjobs.com/[locale]/{site}', except: ['wday'], also: ['hire', 'apply'] },
    {
      address: '{host}.myworkdaysite.com/[locale]/recruiting/{tenant}/{site}',
      settings: { baseUrl: 'https://{host}.myworkdaysite.com' },
    },
    {
      address: '{host}.myworkdaysite.com/wday/cxs/{tenant}/{site}',
      settings: { baseUrl: 'https://{host}.myworkdaysite.com' },
    },
  ],
  settings,
  // One request per posting takes longer than a minute.
  defaults: { perMinute: 60, timeoutSeconds: 600 },
  narrows: () => ['keyword'],
  requests: (chosen, { keyword = '' }) => [listRequest(chosen, { offset: 0, total: null, keyword })],
  parse(response, request, chosen) {
    const answer = answerOf(response);
    if (request.role === 'detail')
      return { postings: [readDetail(answer, chosen, request.memo as string)], follow: [] };
    return readList(answer, request.memo as ListMemo, chosen);
  },
});

function readList(answer: Members, memo: ListMemo, chosen: Settings): ParsedPage {
  const { keyword, offset, facets } = memo;
  const list = answer.list('jobPostings');
  // Later pages state a total of 0, so the total of the first page is used.
  const total = memo.total ?? answer.count('total');
  const read = readListed(list, (listed) => detailRequest(chosen, listed));
  const { follow: details } = read;
  // The ids of postings are only in their details: which one has lost its path is unknown, so none may close.
  const isCut = read.unread !== undefined || total > searchEnd;
  const isDivisible = offset === 0 && total >= searchEnd && keyword === '';
  const divided = isDivisible ? divideSearch(answer.rows('facets'), facets ?? {}) : null;
  if (divided !== null) {
    const parts = divided.parts.map((each) => listRequest(chosen, { offset: 0, total: null, keyword, facets: each }));
    const truncated = read.unread !== undefined || !divided.isComplete;
    return { ...read, follow: [...details, ...parts], isIndex: true, truncated };
  }
  const part = facets === undefined ? {} : { facets };
  const next = offset + pageSize;
  const more = details.length > 0 && next < Math.min(total, searchEnd);
  if (!more && next >= searchEnd && total > searchEnd)
    read.flaws.push(`Workday shows ${searchEnd} of its ${total} postings; a keyword narrows them.`);
  return {
    ...read,
    ...(isCut ? { truncated: true } : {}),
    follow: [...details, ...(more ? [listRequest(chosen, { ...part, offset: next, total, keyword })] : [])],
    // The pages of a part may repeat postings of another part, and continue nevertheless.
    ...(facets === undefined ? {} : { isIndex: true }),
  };
}

const origin = ({ baseUrl, tenant, host }: Settings): string =>
  baseUrl ?? `https://${tenant}.${host}.myworkdayjobs.com`;
const api = (chosen: Settings): string => `${origin(chosen)}/wday/cxs/${chosen.tenant}/${chosen.site}`;

const listRequest = (chosen: Settings, memo: ListMemo): PageRequest =>
  jsonAt(`${api(chosen)}/jobs`, {
    method: 'POST',
    json: { appliedFacets: memo.facets ?? {}, limit: pageSize, offset: memo.offset, searchText: memo.keyword },
    memo,
  });

function detailRequest(chosen: Settings, job: Members): PageRequest {
  const path = job.needed('externalPath');
  const title = job.text('title');
  if (title === null) return jsonAt(`${api(chosen)}${path}`, { role: 'detail', memo: path });
  const listed: Posting = {
    ...emptyPosting(title, `${origin(chosen)}/${chosen.site}${path}`),
    sourceJobId: path,
    company: companyNamed(chosen.company ?? chosen.tenant),
    places: placeText(job.text('locationsText')),
    workplace: job.texts('remoteType'),
    jobType: job.texts('timeType'),
    postedAt: job.text('postedOn'),
  };
  return jsonAt(`${api(chosen)}${path}`, { role: 'detail', memo: path, listed });
}

function readDetail(detail: Members, chosen: Settings, path: string): Posting {
  const job = detail.object('jobPostingInfo');
  const url = job.text('externalUrl') ?? `${origin(chosen)}/${chosen.site}${path}`;
  const name = chosen.company ?? detail.text('hiringOrganization.name') ?? chosen.tenant;
  const [text, country] = [job.text('location'), job.text('country.descriptor', 'country')];
  // The country belongs to the main location.
  const main = text === null && country === null ? [] : [placeWith({ text, country })];
  return {
    ...emptyPosting(job.needed('title'), url),
    // A requisition may be posted several times.
    sourceJobId: job.text('id') ?? path,
    requisitionId: job.text('jobReqId'),
    applyUrl: job.flag('canApply') === false ? null : `${url}/apply`,
    company: companyNamed(name, { url: detail.text('hiringOrganization.url') }),
    places: [...main, ...placeText(...job.texts('additionalLocations'))],
    workplace: job.texts('remoteType'),
    jobType: job.texts('timeType'),
    postedAt: job.text('startDate', 'postedOn'),
    validUntil: job.text('endDate'),
    descriptionHtml: job.text('jobDescription'),
  };
}
