import { z } from 'zod';
import { companyName } from '../../parse/board-settings.js';
import { coerceAmount, coerceText, listOf, neededText, placeText } from '../../parse/coerce.js';
import { readListed, readShape } from '../../parse/read-shape.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest, type PageResponse } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('adp'),
  cid: z
    .string()
    .regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, 'The id in …/recruitment.html?cid=….')
    .describe('Id of the company, as in …/recruitment.html?cid=ID.'),
  ccId: z
    .string()
    .regex(/^\d{1,32}_\d{1,12}$/, 'The number in …&ccId=….')
    .default('19000101_000001')
    .describe('Number of the career center, as in …&ccId=NUMBER.'),
  companyName,
});
type Settings = z.infer<typeof settings>;

/** The interface returns at most this many postings per page. */
const pageSize = 20;

const shortName = z
  .object({ shortName: coerceText })
  .nullish()
  .transform((named) => named?.shortName?.replace(/\s+/g, ' ').replaceAll(' ,', ',').trim() ?? null);
const facts = {
  clientRequisitionID: coerceText,
  postDate: coerceText,
  workLevelCode: shortName,
  requisitionLocations: z.array(z.object({ nameCode: shortName })).nullish(),
};
const listedSchema = z.object({
  itemID: z.string().regex(/^\d{1,32}_\d{1,12}$/, 'The id of a requisition.'),
  requisitionTitle: neededText,
  ...facts,
});
const pageSchema = z.object({ jobRequisitions: z.array(z.unknown()), meta: z.object({ totalNumber: z.number() }) });
const rate = z.object({ amountValue: coerceAmount, currencyCode: coerceText }).nullish();
const detailSchema = z.object({
  requisitionDescription: coerceText,
  payGradeRange: z.object({ minimumRate: rate, maximumRate: rate }).nullish(),
  customFieldGroup: z
    .object({
      codeFields: z
        .array(z.object({ shortName: coerceText, nameCode: z.object({ codeValue: coerceText }).nullish() }))
        .nullish(),
    })
    .nullish(),
});

/** A company's career center on ADP Workforce Now: a list in pages of 20, and one request per posting for its text. */
export const adp = defineKind({
  kind: 'adp',
  summary: 'A company’s career center on ADP Workforce Now, by the public endpoints it is built on.',
  evidence: {
    requests: [],
    access: 'undocumented',
    robots: '',
    basis: [
      'https://developers.adp.com (the career center’s own endpoint, /careercenter/public/events/staffing/v1/job-requisitions)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'The career center and what it loads are public and need no key; robots.txt is obeyed and the pace is slow.',
  cost: {
    ...{ perRequest: pageSize, details: true },
    pageLimit: `The interface returns ${pageSize} postings at most, whatever is asked for.`,
  },
  addresses: [
    'workforcenow.adp.com/mascsr/default/mdf/recruitment/recruitment.html?cid={cid}&ccId={ccId}',
    'workforcenow.adp.com/mascsr/default/mdf/recruitment/recruitment.html?cid={cid}',
  ],
  settings,
  defaults: { perMinute: 60, timeoutSeconds: 600 },
  requests: (chosen) => [listRequest(chosen, 1)],
  parse(response, request, chosen) {
    if (request.role === 'detail') return { postings: [withText(response, request)], follow: [] };
    const { jobRequisitions: list, meta } = readShape(response, pageSchema, 'an object with jobRequisitions and meta');
    const { follow, flaws } = readListed(list, listedSchema, (job) => detailRequest(job, chosen));
    const next = Number(request.memo) + list.length;
    const more = list.length > 0 && next <= meta.totalNumber;
    return { postings: [], follow: [...follow, ...(more ? [listRequest(chosen, next)] : [])], flaws };
  },
});

const queryOf = ({ cid, ccId }: Settings): string => `cid=${cid}&ccId=${ccId}&lang=en_US`;

/** `id`: a posting; absent = the list. */
const addressOf = (chosen: Settings, id = ''): string =>
  `${chosen.baseUrl ?? 'https://workforcenow.adp.com'}/mascsr/default/careercenter/public/events/staffing/v1/job-requisitions${id}?${queryOf(chosen)}&locale=en_US`;

/** Postings are counted from 1. */
const listRequest = (chosen: Settings, from: number): PageRequest => ({
  url: `${addressOf(chosen)}&$top=${pageSize}&$skip=${from}`,
  ...{ role: 'listing', accept: 'json', memo: from },
});

function detailRequest(job: z.infer<typeof listedSchema>, chosen: Settings): PageRequest {
  const id = job.itemID;
  const page = `https://workforcenow.adp.com/mascsr/default/mdf/recruitment/recruitment.html?${queryOf(chosen)}&selectedMenuKey=CareerCenter&jobId=${id}`;
  const places = (job.requisitionLocations ?? []).map(({ nameCode }) => nameCode);
  return {
    ...{ url: addressOf(chosen, `/${id}`), role: 'detail', accept: 'json' },
    listed: {
      ...emptyPosting(job.requisitionTitle, page),
      sourceJobId: id,
      requisitionId: job.clientRequisitionID,
      company: { name: chosen.companyName ?? null, url: null, logoUrl: null },
      places: placeText(...new Set(places)),
      jobType: listOf(job.workLevelCode),
      postedAt: job.postDate,
    },
  };
}

function withText(response: PageResponse, { listed }: PageRequest): Posting {
  const detail = readShape(response, detailSchema, 'a requisition');
  const { minimumRate: low, maximumRate: high } = detail.payGradeRange ?? {};
  const [min, max] = [low?.amountValue ?? null, high?.amountValue ?? null];
  const currency = low?.currencyCode ?? high?.currencyCode ?? null;
  const fields = detail.customFieldGroup?.codeFields ?? [];
  const per = fields.find(({ nameCode }) => nameCode?.codeValue === 'SalaryType')?.shortName ?? null;
  return {
    ...(listed ?? emptyPosting('', '')),
    salary: min === null && max === null ? null : { text: null, min, max, currency, per },
    descriptionHtml: detail.requisitionDescription,
  };
}
