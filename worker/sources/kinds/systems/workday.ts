import { z } from 'zod';
import { boardSetting } from '../../parse/board-settings.js';
import { coerceFlag, coerceText, coerceTexts, listOf, neededText, placeText } from '../../parse/coerce.js';
import { readJson } from '../../parse/read-json.js';
import { readListed } from '../../parse/read-shape.js';
import { readStatedAnswer } from '../../parse/read-stated.js';
import { emptyPosting, type Posting, type PostingPlace } from '../../posting.js';
import {
  commonSettings,
  defineKind,
  type PageRequest,
  type PageResponse,
  type ParsedPage,
  sourceChanged,
} from '../../source.js';

/** The facets of a search that are applied: ids of values by the name of the facet. */
type AppliedFacets = Readonly<Record<string, readonly string[]>>;

type FacetValue = { id: string; count: number };
type Facet = { name: string; values: FacetValue[] };

/** A facet's values are either its own, or those of facets within it (countries, and the places of each). */
const facetSchema: z.ZodType<{ facetParameter: string | null; values: unknown[] }> = z.object({
  facetParameter: coerceText,
  values: z.array(z.unknown()),
});
const valueSchema = z.object({ id: z.string().min(1), count: z.number().int().min(0) });

/** The most postings that Workday returns for one search, over all its pages. */
export const searchEnd = 2000;

/** Facets within facets that are looked into; real answers have two levels. */
const deepest = 3;

/** The part of all postings that a facet has to cover to divide a search by it. */
const coverage = 0.98;

/** How a search is divided: the facets of each part, and whether postings without the dividing facet may be missing. */
type SearchParts = { parts: AppliedFacets[]; isComplete: boolean };

/**
 * Divides a search that has more postings than Workday gives out by a facet of its answer: by the one with the fewest values whose
 * parts are all within `searchEnd`, since each part takes requests of its own, otherwise by the one with the smallest largest
 * part. Only facets are used that nearly every posting has. `null` = no facet is left that divides it.
 */
export function divideSearch(facets: readonly unknown[], applied: AppliedFacets): SearchParts | null {
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

function readFacets(value: unknown, depth: number): Facet[] {
  const facet = facetSchema.safeParse(value);
  if (!facet.success || depth >= deepest) return [];
  const { facetParameter: name, values } = facet.data;
  const ownValues = values.flatMap((each) => {
    const read = valueSchema.safeParse(each);
    return read.success ? [read.data] : [];
  });
  const inner = values.flatMap((each) => readFacets(each, depth + 1));
  return name === null || ownValues.length === 0 ? inner : [{ name, values: ownValues }, ...inner];
}

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

const listSchema = z.object({
  total: z.number().nullish(),
  jobPostings: z.array(z.unknown()),
  facets: z.array(z.unknown()).nullish().catch(null),
});
const listedSchema = z.object({
  externalPath: neededText,
  title: coerceText,
  locationsText: coerceText,
  postedOn: coerceText,
  timeType: coerceText,
  remoteType: coerceText,
});
type Listed = z.infer<typeof listedSchema>;
const detailSchema = z.object({
  jobPostingInfo: z.object({
    id: coerceText,
    title: neededText,
    jobDescription: coerceText,
    location: coerceText,
    additionalLocations: coerceTexts,
    postedOn: coerceText,
    startDate: coerceText,
    endDate: coerceText,
    timeType: coerceText,
    jobReqId: coerceText,
    remoteType: coerceText,
    externalUrl: coerceText,
    canApply: coerceFlag,
    country: z.union([z.object({ descriptor: coerceText }).transform(({ descriptor }) => descriptor), coerceText]),
  }),
  hiringOrganization: z.object({ name: coerceText, url: coerceText }).nullish(),
});

/** `facets`: those of a part of a search that is divided. */
type ListMemo = { offset: number; total: number | null; keyword: string; facets?: AppliedFacets };

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
    if (request.role === 'detail')
      return { postings: [readDetail(response, chosen, request.memo as string)], follow: [] };
    return readList(response, request.memo as ListMemo, chosen);
  },
});

function readList(response: PageResponse, memo: ListMemo, chosen: Settings): ParsedPage {
  const list = listSchema.safeParse(readJson(response));
  const { keyword, offset, total: known, facets } = memo;
  // Later pages state a total of 0, so the total of the first page is used.
  const total = known ?? list.data?.total ?? null;
  if (!list.success || total === null)
    throw sourceChanged('a page with total and jobPostings', response.body.slice(0, 80));
  const { follow: details, ...read } = readListed(list.data.jobPostings, listedSchema, (listed) =>
    detailRequest(chosen, listed),
  );
  // The ids of postings stand in their details alone: which one has lost its path is not known, so that none may close.
  const isCut = read.unread !== undefined || total > searchEnd;
  const divided =
    offset === 0 && total >= searchEnd && keyword === '' ? divideSearch(list.data.facets ?? [], facets ?? {}) : null;
  if (divided !== null) {
    const parts = divided.parts.map((each) => listRequest(chosen, { offset: 0, total: null, keyword, facets: each }));
    return {
      ...read,
      postings: [],
      follow: [...details, ...parts],
      isIndex: true,
      truncated: read.unread !== undefined || !divided.isComplete,
    };
  }
  const part = facets === undefined ? {} : { facets };
  const next = offset + pageSize;
  const more = details.length > 0 && next < Math.min(total, searchEnd);
  if (!more && next >= searchEnd && total > searchEnd)
    read.flaws.push(`Workday shows ${searchEnd} of its ${total} postings; a keyword narrows them.`);
  return {
    ...read,
    postings: [],
    ...(isCut ? { truncated: true } : {}),
    follow: [...details, ...(more ? [listRequest(chosen, { ...part, offset: next, total, keyword })] : [])],
    // The pages of a part may repeat postings of another part, and go on all the same.
    ...(facets === undefined ? {} : { isIndex: true }),
  };
}

const origin = ({ baseUrl, tenant, host }: Settings): string =>
  baseUrl ?? `https://${tenant}.${host}.myworkdayjobs.com`;
const api = (chosen: Settings): string => `${origin(chosen)}/wday/cxs/${chosen.tenant}/${chosen.site}`;

function listRequest(chosen: Settings, memo: ListMemo): PageRequest {
  return {
    url: `${api(chosen)}/jobs`,
    role: 'listing',
    method: 'POST',
    accept: 'json',
    json: { appliedFacets: memo.facets ?? {}, limit: pageSize, offset: memo.offset, searchText: memo.keyword },
    memo,
  };
}

function detailRequest(chosen: Settings, listed: Listed): PageRequest {
  const { externalPath: path, title } = listed;
  const request: PageRequest = { url: `${api(chosen)}${path}`, role: 'detail', accept: 'json', memo: path };
  return title === null ? request : { ...request, listed: asPosting(title, listed, chosen) };
}

/** A posting with the fields that the list contains. */
function asPosting(title: string, listed: Listed, chosen: Settings): Posting {
  const { externalPath: path, locationsText, postedOn, timeType, remoteType } = listed;
  return {
    ...emptyPosting(title, `${origin(chosen)}/${chosen.site}${path}`),
    sourceJobId: path,
    company: { name: chosen.company ?? chosen.tenant, url: null, logoUrl: null },
    places: placeText(locationsText),
    workplace: listOf(remoteType),
    jobType: listOf(timeType),
    postedAt: postedOn,
  };
}

function readDetail(response: PageResponse, chosen: Settings, path: string): Posting {
  const detail = readStatedAnswer(response, detailSchema, 'a detail with jobPostingInfo.title');
  const { jobPostingInfo: job, hiringOrganization: company } = detail;
  const url = job.externalUrl ?? `${origin(chosen)}/${chosen.site}${path}`;
  return {
    ...emptyPosting(job.title, url),
    // A requisition may be posted several times.
    sourceJobId: job.id ?? path,
    requisitionId: job.jobReqId,
    applyUrl: job.canApply === false ? null : `${url}/apply`,
    company: { name: chosen.company ?? company?.name ?? chosen.tenant, url: company?.url ?? null, logoUrl: null },
    places: placesOf(job.location, job.additionalLocations, job.country),
    workplace: listOf(job.remoteType),
    jobType: listOf(job.timeType),
    postedAt: job.startDate ?? job.postedOn,
    validUntil: job.endDate,
    descriptionHtml: job.jobDescription,
  };
}

/** The country belongs to the main location. */
function placesOf(main: string | null, others: readonly string[], country: string | null): PostingPlace[] {
  const first = main === null && country === null ? [] : [{ text: main, city: null, region: null, country }];
  return [...first, ...placeText(...others)];
}
