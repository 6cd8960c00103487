import { z } from 'zod';
import { emptyPosting, type Posting } from '../posting.js';
import { sourceChanged } from '../source-errors.js';
import { looseText, looseTexts, placeText, told } from './loose.js';
import { readJson } from './read-json.js';
import { type Ask, commonSettings, defineKind } from './source.js';

const settings = commonSettings.extend({
  kind: z.literal('workday'),
  tenant: z
    .string()
    .regex(/^[\w-]{1,60}$/, 'The tenant, as in TENANT.wd5.myworkdayjobs.com.')
    .describe('Tenant, as in TENANT.wd5.myworkdayjobs.com.'),
  site: z
    .string()
    .regex(/^[\w-]{1,80}$/, 'The career site, as in …myworkdayjobs.com/SITE.')
    .describe('Career site, as in …myworkdayjobs.com/SITE.'),
  host: z
    .string()
    .regex(/^wd\d{1,3}$/, 'The data centre, such as wd5.')
    .default('wd5')
    .describe('Data centre, such as wd5.'),
  company: z.string().min(1).max(120).optional().describe('Company name; the tenant’s name unless given.'),
});
type Settings = z.infer<typeof settings>;

/** Workday silently answers an empty list when more are asked for. */
const pageSize = 20;

const listSchema = z.object({
  total: z.number(),
  jobPostings: z.array(
    z.object({
      title: looseText,
      externalPath: looseText,
      locationsText: looseText,
      postedOn: looseText,
      bulletFields: looseTexts,
    }),
  ),
});
const detailSchema = z.object({
  jobPostingInfo: z.object({
    title: z.string(),
    jobDescription: looseText,
    location: looseText,
    additionalLocations: looseTexts,
    postedOn: looseText,
    startDate: looseText,
    endDate: looseText,
    timeType: looseText,
    jobReqId: looseText,
    remoteType: looseText,
    externalUrl: looseText,
  }),
});

type ListMemo = { offset: number; total: number | null };

/**
 * A company's career site on Workday: a list by pages of 20, and a detail each for the description.
 * Endpoints of the public career site: POST /wday/cxs/{tenant}/{site}/jobs and GET …/job/{path}.
 */
export const workday = defineKind({
  kind: 'workday',
  summary: 'A company’s career site on Workday, by the public endpoints it is built on.',
  documentation: 'https://community.workday.com (the career site’s own endpoints, /wday/cxs/TENANT/SITE/jobs)',
  terms: 'The career site and what it loads are public; robots.txt is obeyed and the pace is slow.',
  settings,
  defaults: { perMinute: 30 },
  narrows: () => ['keyword'],
  wing: () => 'http',
  ask: (chosen, { keyword = '' }) => [listAsk(chosen, keyword, { offset: 0, total: null })],
  read(answer, ask, chosen) {
    if (ask.role === 'detail')
      return { postings: [readDetail(readJson(answer), chosen, ask.memo as string)], follow: [] };
    const list = listSchema.safeParse(readJson(answer));
    if (!list.success) throw sourceChanged('a page with total and jobPostings', answer.body.slice(0, 80));
    const memo = ask.memo as ListMemo & { keyword: string };
    // Later pages say a total of 0: the first one's counts.
    const total = memo.total ?? list.data.total;
    const details = list.data.jobPostings.flatMap(({ externalPath }): Ask[] =>
      externalPath === null
        ? []
        : [{ url: `${api(chosen)}${externalPath}`, role: 'detail', accept: 'json', memo: externalPath }],
    );
    const offset = memo.offset + pageSize;
    const next = offset < total && details.length > 0 ? [listAsk(chosen, memo.keyword, { offset, total })] : [];
    return { postings: [], follow: [...details, ...next] };
  },
});

const origin = ({ baseUrl, tenant, host }: Settings): string =>
  baseUrl ?? `https://${tenant}.${host}.myworkdayjobs.com`;
const api = (chosen: Settings): string => `${origin(chosen)}/wday/cxs/${chosen.tenant}/${chosen.site}`;

function listAsk(chosen: Settings, keyword: string, { offset, total }: ListMemo): Ask {
  const json = { appliedFacets: {}, limit: pageSize, offset, searchText: keyword };
  return {
    url: `${api(chosen)}/jobs`,
    role: 'listing',
    method: 'POST',
    accept: 'json',
    json,
    memo: { offset, total, keyword },
  };
}

function readDetail(data: unknown, chosen: Settings, path: string): Posting {
  const read = detailSchema.safeParse(data);
  if (!read.success) throw sourceChanged('a detail with jobPostingInfo.title', JSON.stringify(data).slice(0, 80));
  const job = read.data.jobPostingInfo;
  return {
    ...emptyPosting(job.title, job.externalUrl ?? `${origin(chosen)}/${chosen.site}${path}`),
    sourceJobId: job.jobReqId ?? path,
    requisitionId: job.jobReqId,
    company: { name: chosen.company ?? chosen.tenant, url: null, logoUrl: null },
    places: placeText(job.location, ...job.additionalLocations),
    workplace: told(job.remoteType),
    jobType: told(job.timeType),
    postedAt: job.startDate ?? job.postedOn,
    validUntil: job.endDate,
    descriptionHtml: job.jobDescription,
  };
}
