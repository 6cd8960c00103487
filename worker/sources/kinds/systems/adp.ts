import { z } from 'zod';
import { companyName } from '../../parse/board-settings.js';
import { answerOf, type Members } from '../../parse/members.js';
import { readListed } from '../../parse/read-entries.js';
import { companyNamed, emptyPosting, listOf, type Posting, payWith, placeParts, placeText } from '../../posting.js';
import { commonSettings, defineKind, jsonAt, leadingTo, type PageRequest } from '../../source.js';

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
    const answer = answerOf(response).object();
    if (request.role === 'detail') return { postings: [withText(answer, request)], follow: [] };
    if (request.memo === undefined)
      return leadingTo(listRequest(chosen, { from: 1, company: answer.text('ClientName') }));
    const list = answer.list('jobRequisitions');
    const memo = request.memo as Memo;
    const from = memo.from + list.length;
    const more = from <= answer.count('meta.totalNumber') && list.length > 0;
    return readListed(
      list,
      (job) => detailRequest(job, memo.company, chosen),
      more ? listRequest(chosen, { ...memo, from }) : null,
    );
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

/** The request for the company, which postings do not state. */
const featuresRequest = (chosen: Settings): PageRequest =>
  jsonAt(`${staffing(chosen)}/client-features?${queryOf(chosen)}`, {
    otherwise: listRequest(chosen, { from: 1, company: null }),
  });

const listRequest = (chosen: Settings, memo: Memo): PageRequest =>
  jsonAt(`${addressOf(chosen)}&$top=${pageSize}&$skip=${memo.from}`, { memo });

function detailRequest(job: Members, company: string | null, chosen: Settings): PageRequest {
  const id = job.needed('itemID', /^\d{1,32}_\d{1,12}$/);
  const page = `https://workforcenow.adp.com/mascsr/default/mdf/recruitment/recruitment.html?${queryOf(chosen)}&selectedMenuKey=CareerCenter&jobId=${id}`;
  return jsonAt(addressOf(chosen, `/${id}`), {
    role: 'detail',
    listed: {
      ...emptyPosting(job.needed('requisitionTitle'), page),
      sourceJobId: id,
      requisitionId: job.text('clientRequisitionID'),
      company: companyNamed(company),
      places: placesOf(job),
      jobType: listOf(shortName(job.at('workLevelCode'))),
      postedAt: job.text('postDate'),
    },
  });
}

const shortName = (named: Members): string | null =>
  named.text('shortName')?.replace(/\s+/g, ' ').replaceAll(' ,', ',').trim() ?? null;

/** The address of each place; its line ("Office, Boston, MA, US") where the address has no city. */
function placesOf(job: Members): Posting['places'] {
  const places = job.rows('requisitionLocations').flatMap((place) => {
    const line = shortName(place.at('nameCode'));
    const city = place.text('address.cityName');
    const region = place.text('address.countrySubdivisionLevel1.codeValue');
    if (city === null) return placeText(line);
    const country = /(?:^|, )([A-Z]{2})$/.exec(line ?? '')?.[1] ?? null;
    return placeParts(city, region, line === country || line?.endsWith(`${region}, ${country}`) ? country : null);
  });
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}

function withText(detail: Members, { listed }: PageRequest): Posting {
  const range = detail.at('payGradeRange');
  const fields = detail.rows('customFieldGroup.codeFields');
  return {
    ...(listed ?? emptyPosting('', '')),
    salary: payWith({
      min: range.amount('minimumRate.amountValue'),
      max: range.amount('maximumRate.amountValue'),
      currency: range.text('minimumRate.currencyCode', 'maximumRate.currencyCode'),
      per: fields.find((field) => field.text('nameCode.codeValue') === 'SalaryType')?.text('shortName') ?? null,
    }),
    descriptionHtml: detail.text('requisitionDescription') ?? listed?.descriptionHtml ?? null,
  };
}
