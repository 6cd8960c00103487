import { z } from 'zod';
import { companyName } from '../../parse/board-settings.js';
import { coerceAmount, coerceText, listOf, neededText, placeParts, placeText } from '../../parse/coerce.js';
import { readJson } from '../../parse/read-json.js';
import { readListed, readShape } from '../../parse/read-shape.js';
import { readStated, readStatedAnswer } from '../../parse/read-stated.js';
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
const address = z.object({
  cityName: coerceText,
  countrySubdivisionLevel1: z.object({ codeValue: coerceText }).nullish(),
});
const listedSchema = z.object({
  itemID: z.string().regex(/^\d{1,32}_\d{1,12}$/, 'The id of a requisition.'),
  requisitionTitle: neededText,
  clientRequisitionID: coerceText,
  postDate: coerceText,
  workLevelCode: shortName,
  requisitionLocations: z.array(z.object({ nameCode: shortName, address: address.nullish() })).nullish(),
});
type Listed = z.infer<typeof listedSchema>;
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

const featuresSchema = z.object({ ClientName: coerceText });

/**
 * A company's career center on ADP Workforce Now: the name of the company, a list in pages of 20, and one request per posting for its
 * text.
 */
export const adp = defineKind({
  kind: 'adp',
  summary: 'Career centers on ADP Workforce Now, by their endpoints.',
  evidence: {
    requests: [
      'GET workforcenow.adp.com/mascsr/default/careercenter/public/events/staffing/client-features?cid={cid}&ccId={ccId}&lang=en_US',
      'GET workforcenow.adp.com/mascsr/default/careercenter/public/events/staffing/v1/job-requisitions?cid={cid}&ccId={ccId}&lang=en_US&locale=en_US&$top=20&$skip={skip}',
      'GET workforcenow.adp.com/mascsr/default/careercenter/public/events/staffing/v1/job-requisitions/{posting}?cid={cid}&ccId={ccId}&lang=en_US&locale=en_US',
    ],
    access: 'undocumented',
    robots: 'None: it leads to a login page.',
    basis: [
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/scrapers/adp.py)',
      'https://github.com/kalil0321/ats-scrapers (src/ats_scrapers/scrapers/adp.py)',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-ats-adp)',
    ],
    compared: '2026-11-28',
    recording: 'in part',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: pageSize, details: true },
  addresses: [
    'workforcenow.adp.com/mascsr/default/mdf/recruitment/recruitment.html?cid={cid}&ccId={ccId}',
    'workforcenow.adp.com/mascsr/default/mdf/recruitment/recruitment.html?cid={cid}',
  ],
  settings,
  defaults: { perMinute: 60, timeoutSeconds: 600 },
  requests: (chosen) => [
    chosen.companyName === undefined
      ? featuresRequest(chosen)
      : listRequest(chosen, { from: 1, company: chosen.companyName }),
  ],
  parse(response, request, chosen) {
    if (request.role === 'detail') return { postings: [withText(response, request)], follow: [] };
    if (request.memo === undefined) {
      const { value } = readStated(readJson(response), featuresSchema);
      const follow = [listRequest(chosen, { from: 1, company: value?.ClientName ?? null })];
      return { postings: [], follow, isIndex: true };
    }
    const { jobRequisitions: list, meta } = readShape(response, pageSchema, 'an object with jobRequisitions and meta');
    const memo = request.memo as Memo;
    const { follow, ...read } = readListed(list, listedSchema, (job) => detailRequest(job, memo.company, chosen));
    const from = memo.from + list.length;
    const more = list.length > 0 && from <= meta.totalNumber;
    return { postings: [], ...read, follow: [...follow, ...(more ? [listRequest(chosen, { ...memo, from })] : [])] };
  },
});

/** Postings are counted from 1. `company`: as the career center names it, if it does. */
type Memo = { from: number; company: string | null };

const queryOf = ({ cid, ccId }: Settings): string => `cid=${cid}&ccId=${ccId}&lang=en_US`;

const staffing = ({ baseUrl = 'https://workforcenow.adp.com' }: Settings): string =>
  `${baseUrl}/mascsr/default/careercenter/public/events/staffing`;

/** `id`: a posting; absent = the list. */
const addressOf = (chosen: Settings, id = ''): string =>
  `${staffing(chosen)}/v1/job-requisitions${id}?${queryOf(chosen)}&locale=en_US`;

/** The company, which postings do not state. */
const featuresRequest = (chosen: Settings): PageRequest => ({
  url: `${staffing(chosen)}/client-features?${queryOf(chosen)}`,
  role: 'listing',
  accept: 'json',
  otherwise: listRequest(chosen, { from: 1, company: null }),
});

const listRequest = (chosen: Settings, memo: Memo): PageRequest => ({
  url: `${addressOf(chosen)}&$top=${pageSize}&$skip=${memo.from}`,
  role: 'listing',
  accept: 'json',
  memo,
});

function detailRequest(job: Listed, company: string | null, chosen: Settings): PageRequest {
  const id = job.itemID;
  const page = `https://workforcenow.adp.com/mascsr/default/mdf/recruitment/recruitment.html?${queryOf(chosen)}&selectedMenuKey=CareerCenter&jobId=${id}`;
  return {
    url: addressOf(chosen, `/${id}`),
    role: 'detail',
    accept: 'json',
    listed: {
      ...emptyPosting(job.requisitionTitle, page),
      sourceJobId: id,
      requisitionId: job.clientRequisitionID,
      company: { name: company, url: null, logoUrl: null },
      places: placesOf(job),
      jobType: listOf(job.workLevelCode),
      postedAt: job.postDate,
    },
  };
}

/** The address of each place; its line ("Office, Boston, MA, US") where the address has no city. */
function placesOf({ requisitionLocations }: Listed): Posting['places'] {
  const places = (requisitionLocations ?? []).flatMap(({ nameCode: line, address: parts }) => {
    const city = parts?.cityName ?? null;
    const region = parts?.countrySubdivisionLevel1?.codeValue ?? null;
    if (city === null) return placeText(line);
    const country = /(?:^|, )([A-Z]{2})$/.exec(line ?? '')?.[1] ?? null;
    return placeParts(city, region, line === country || line?.endsWith(`${region}, ${country}`) ? country : null);
  });
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}

function withText(response: PageResponse, { listed }: PageRequest): Posting {
  const detail = readStatedAnswer(response, detailSchema, 'a requisition');
  const { minimumRate: low, maximumRate: high } = detail.payGradeRange ?? {};
  const [min, max] = [low?.amountValue ?? null, high?.amountValue ?? null];
  const currency = low?.currencyCode ?? high?.currencyCode ?? null;
  const fields = detail.customFieldGroup?.codeFields ?? [];
  const per = fields.find(({ nameCode }) => nameCode?.codeValue === 'SalaryType')?.shortName ?? null;
  return {
    ...(listed ?? emptyPosting('', '')),
    salary: min === null && max === null ? null : { text: null, min, max, currency, per },
    descriptionHtml: detail.requisitionDescription ?? listed?.descriptionHtml ?? null,
  };
}
