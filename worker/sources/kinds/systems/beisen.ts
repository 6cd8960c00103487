import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { coerceText, coerceTexts, listOf, neededText, placeText } from '../../parse/coerce.js';
import { embeddedJson } from '../../parse/embedded-json.js';
import { readEntries } from '../../parse/read-entries.js';
import { asShape, readShape } from '../../parse/read-shape.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('beisen'),
  company: subdomainOf('zhiye.com'),
  detailPath: z
    .string()
    .regex(/^[\w-]{1,40}(?:\/[\w-]{1,40})?$/, 'Such as social/detail or custom/zwxq.')
    .optional()
    .describe('Path of the pages of postings where it is the company’s own, such as custom/zwxq.'),
  companyName,
});
type Settings = z.infer<typeof settings>;

const pageSize = 100;

type Memo = { portal: string; page: number; read: number };

const portalSchema = z.object({ PortalId: z.string().regex(/^[\w-]{8,60}$/) });
const listSchema = z.object({ Count: z.number(), Data: z.array(z.unknown()) });
const statusSchema = z.object({ Status: z.number() });
const jobSchema = z.object({
  Id: z.string().regex(/^[\w-]{8,60}$/, 'The id of a posting.'),
  JobAdName: neededText,
  CategoryId: coerceText,
  Category: coerceText,
  Kind: coerceText,
  LocNames: coerceTexts,
  DetailAddress: coerceText,
  Org: coerceText,
  Salary: coerceText,
  Duty: coerceText,
  Require: coerceText,
  PostDate: coerceText,
});

/** Fields beside id and title that a list has only when they are named. */
const wanted = ['Category', 'Kind', 'LocId', 'DetailAddress', 'Org', 'Degree', 'YearsOfWorking', 'Salary', 'PostDate'];

/** Where the pages of postings of a category are. */
const routes = tableOf<string>({ 1: 'social', 2: 'campus', 3: 'intern' });

/** A company's postings on Beisen (zhiye.com, China), whole, in pages of 100; its page names the portal. */
export const beisen = defineKind({
  kind: 'beisen',
  summary: 'Career sites on Beisen (COMPANY.zhiye.com, China), by their endpoint.',
  evidence: {
    requests: ['GET {company}.zhiye.com/', 'POST {company}.zhiye.com/api/Jobad/GetJobAdPageList'],
    access: 'undocumented',
    robots: null,
    basis: [
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/beisen.py)',
      'https://github.com/Allen201117/job-radar (crawler/adapters/china_ats.py, crawler/beisen_routes.json)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: pageSize, details: false },
  addresses: ['{company}.zhiye.com'],
  settings,
  requests: (chosen) => [{ url: `${originOf(chosen)}/`, role: 'listing', accept: 'page', render: 'never' }],
  parse(response, { memo }, chosen) {
    if (memo === undefined) {
      const stated = embeddedJson(response.body, 'var BSGlobal =');
      const { PortalId: portal } = asShape(stated, portalSchema, 'a page with the id of its portal');
      return { postings: [], follow: [listRequest(chosen, { portal, page: 0, read: 0 })], isIndex: true };
    }
    const { portal, page, read: before } = memo as Memo;
    const { Count: total, Data: list } = readShape(response, listSchema, 'an object with Count and Data');
    const read = before + list.length;
    return {
      ...readEntries(list.filter(isOpen), jobSchema, (job) => asPosting(job, chosen)),
      follow: list.length > 0 && read < total ? [listRequest(chosen, { portal, page: page + 1, read })] : [],
    };
  },
});

const originOf = ({ baseUrl, company }: Settings): string => baseUrl ?? `https://${company}.zhiye.com`;

const listRequest = (chosen: Settings, memo: Memo): PageRequest => ({
  url: `${originOf(chosen)}/api/Jobad/GetJobAdPageList`,
  ...{ role: 'listing', method: 'POST', accept: 'json', memo },
  json: {
    ...{ PageIndex: memo.page, PageSize: pageSize, KeyWords: '', SpecialType: 0, PortalId: memo.portal },
    DisplayFields: wanted,
  },
});

/** A posting with a status other than 1 is not open. */
function isOpen(job: unknown): boolean {
  const { data } = statusSchema.safeParse(job);
  return data === undefined || data.Status === 1;
}

function asPosting(job: z.infer<typeof jobSchema>, { company, companyName: name, detailPath }: Settings): Posting {
  const route = routes[job.CategoryId ?? ''] ?? encodeURIComponent(job.CategoryId ?? 'social');
  return {
    ...emptyPosting(job.JobAdName, `https://${company}.zhiye.com/${detailPath ?? `${route}/detail`}?jobAdId=${job.Id}`),
    sourceJobId: job.Id,
    company: { name: name ?? company, url: null, logoUrl: null },
    places: placeText(...(job.LocNames.length > 0 ? [...new Set(job.LocNames)] : [job.DetailAddress])),
    jobType: listOf(job.Kind),
    salary: job.Salary === null ? null : { text: job.Salary, min: null, max: null, currency: null, per: null },
    // A portal without dates states the year 1.
    postedAt: job.PostDate?.startsWith('0001-') ? null : job.PostDate,
    descriptionText: listOf(job.Duty, job.Require).join('\n\n') || null,
    tags: listOf(job.Category, job.Org),
  };
}
