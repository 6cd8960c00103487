import { z } from 'zod';
import { boardSetting, companyName } from '../../parse/board-settings.js';
import { coerceAmount, coerceFlag, coerceText, listOf, neededId, neededText } from '../../parse/coerce.js';
import { embeddedJson } from '../../parse/embedded-json.js';
import { readListed, readShape } from '../../parse/read-shape.js';
import { readStated } from '../../parse/read-stated.js';
import { joined } from '../../parse/site-page.js';
import { emptyPosting, type Posting, type PostingPlace } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest, sourceChanged } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('ukg'),
  host: z
    .string()
    .regex(
      /^(?:recruiting\d{0,2}\.ultipro\.(?:com|ca)|[a-z\d-]{1,60}\.rec\.pro\.ukg\.net)$/,
      'The host, such as recruiting2.ultipro.com or acme.rec.pro.ukg.net.',
    )
    .default('recruiting.ultipro.com')
    .describe('Host of the board, such as recruiting2.ultipro.com or acme.rec.pro.ukg.net.'),
  tenant: boardSetting(/^\w{1,40}$/, 'tenant, as in recruiting.ultipro.com/TENANT/JobBoard'),
  board: z.guid('The board, as in …/JobBoard/BOARD.').describe('Board, as in …/JobBoard/BOARD.'),
  companyName,
});
type Settings = z.infer<typeof settings>;

const pageSize = 50;

const named = z.object({ Name: coerceText, Code: coerceText }).nullish();
const facts = {
  FullTime: coerceFlag,
  JobCategoryName: coerceText,
  RequisitionNumber: coerceText,
  PostedDate: coerceText,
  JobLocationType: z.number().nullish(),
  Locations: z
    .array(
      z.object({
        LocalizedName: coerceText,
        Address: z.object({ City: coerceText, State: named, Country: named }).nullish(),
      }),
    )
    .nullish(),
};
const listedSchema = z.object({ Id: neededId, Title: neededText, BriefDescription: coerceText, ...facts });
const detailSchema = z.object({
  Id: neededId,
  Title: neededText,
  Description: coerceText,
  CompensationAnnualMinimum: coerceAmount,
  CompensationAnnualMaximum: coerceAmount,
  CompensationHourlyMinimum: coerceAmount,
  CompensationHourlyMaximum: coerceAmount,
  CompensationCurrencyCode: coerceText,
  CompensationCurrency: coerceText,
  PayRange: z.object({ PayRangeMinimum: coerceAmount, PayRangeMaximum: coerceAmount }).nullish(),
  PayRangeVisible: coerceFlag,
  PayRangeCurrencyCode: coerceText,
  ...facts,
});
type Detail = z.infer<typeof detailSchema>;
type Facts = Pick<z.infer<typeof listedSchema>, keyof typeof facts>;
const listSchema = z.object({ totalCount: z.number(), opportunities: z.array(z.unknown()) });

/** The words for the numbers of `JobLocationType`. */
const workplaces = ['hybrid', 'on site', 'remote'];

/** The script of an opening's page that states its facts. */
const marker = 'new US.Opportunity.CandidateOpportunityDetail(';

/**
 * A job board on UKG Pro Recruiting (UltiPro): a list in pages of 50, and one page per opening, whose script states its facts.
 * The board's own endpoints: POST …/JobBoardView/LoadSearchResults and GET …/OpportunityDetail?opportunityId=.
 */
export const ukg = defineKind({
  kind: 'ukg',
  summary: 'Job boards on UKG Pro Recruiting (UltiPro), by their endpoints.',
  evidence: {
    requests: [
      'POST {host}/{tenant}/JobBoard/{board}/JobBoardView/LoadSearchResults',
      'GET {host}/{tenant}/JobBoard/{board}/OpportunityDetail?opportunityId={opening}',
    ],
    access: 'undocumented',
    robots: 'recruiting.ultipro.com forbids `*/JobBoardView`, the list; unknown for rec.pro.ukg.net.',
    basis: [
      'https://github.com/kalil0321/ats-scrapers (src/ats_scrapers/scrapers/ukg.py)',
      'https://github.com/konstantinosanagn/ergon-tracker (src/ergon_tracker/providers/ukg.py)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, without a key. A board on recruiting.ultipro.com is read only with the setting "allowed".',
  cost: { perRequest: pageSize, details: true },
  addresses: [
    { address: '{_pod}.ultipro.com/{tenant}/JobBoard/{board}', settings: { host: '{_pod}.ultipro.com' } },
    { address: '{_pod}.ultipro.ca/{tenant}/JobBoard/{board}', settings: { host: '{_pod}.ultipro.ca' } },
    { address: '{_pod}.rec.pro.ukg.net/{tenant}/JobBoard/{board}', settings: { host: '{_pod}.rec.pro.ukg.net' } },
  ],
  settings,
  defaults: { perMinute: 60, timeoutSeconds: 600 },
  requests: (chosen) => [listRequest(chosen, 0)],
  parse(response, request, chosen) {
    if (request.role === 'detail') return { postings: [readDetail(response.body, request)], follow: [] };
    const list = readShape(response, listSchema, 'a page with totalCount and opportunities');
    const next = Number(request.memo) + list.opportunities.length;
    const { follow, ...read } = readListed(list.opportunities, listedSchema, (listed) => detailRequest(listed, chosen));
    const more = list.opportunities.length > 0 && next < list.totalCount;
    return { postings: [], ...read, follow: [...follow, ...(more ? [listRequest(chosen, next)] : [])] };
  },
});

const boardUrl = ({ baseUrl, host, tenant, board }: Settings): string =>
  `${baseUrl ?? `https://${host}`}/${tenant}/JobBoard/${board}`;

function listRequest(chosen: Settings, offset: number): PageRequest {
  const order = [{ Value: 'postedDateDesc', PropertyName: 'PostedDate', Ascending: false }];
  const search = { Top: pageSize, Skip: offset, QueryString: '', OrderBy: order, Filters: [] };
  return {
    url: `${boardUrl(chosen)}/JobBoardView/LoadSearchResults`,
    role: 'listing',
    method: 'POST',
    accept: 'json',
    json: { opportunitySearch: search },
    memo: offset,
  };
}

function detailRequest(listed: z.infer<typeof listedSchema>, chosen: Settings): PageRequest {
  const url = `${boardUrl(chosen)}/OpportunityDetail?opportunityId=${encodeURIComponent(listed.Id)}`;
  return {
    url,
    role: 'detail',
    accept: 'page',
    render: 'never',
    listed: {
      ...emptyPosting(listed.Title, url),
      ...factsOf(listed),
      sourceJobId: listed.Id,
      company: { name: chosen.companyName ?? chosen.tenant, url: null, logoUrl: null },
      descriptionHtml: listed.BriefDescription,
    },
  };
}

function readDetail(body: string, request: PageRequest): Posting {
  const { value: detail, problem } = readStated(embeddedJson(body, marker), detailSchema);
  if (problem !== null) throw sourceChanged('an opening with Id and Title', problem);
  return joined(request.listed ?? null, {
    ...emptyPosting(detail.Title, request.url),
    ...factsOf(detail),
    salary: payOf(detail),
    descriptionHtml: detail.Description,
  });
}

/** Pay for a year, for an hour, or the range that is shown. */
function payOf(detail: Detail): Posting['salary'] {
  const { PayRange: range, PayRangeVisible: isShown } = detail;
  const stated = [
    { min: detail.CompensationAnnualMinimum, max: detail.CompensationAnnualMaximum, per: 'year' },
    { min: detail.CompensationHourlyMinimum, max: detail.CompensationHourlyMaximum, per: 'hour' },
    ...(range && isShown ? [{ min: range.PayRangeMinimum, max: range.PayRangeMaximum, per: null }] : []),
  ].find(({ min, max }) => min !== null || max !== null);
  // A number stands for the currency on some boards.
  const currency = [detail.CompensationCurrencyCode, detail.PayRangeCurrencyCode, detail.CompensationCurrency].find(
    (code) => /^[A-Z]{3}$/.test(code ?? ''),
  );
  return stated === undefined ? null : { text: null, ...stated, currency: currency ?? null };
}

function factsOf(
  stated: Facts,
): Pick<Posting, 'requisitionId' | 'places' | 'workplace' | 'jobType' | 'postedAt' | 'tags'> {
  return {
    requisitionId: stated.RequisitionNumber,
    places: (stated.Locations ?? []).flatMap(placeOf),
    workplace: listOf(workplaces[stated.JobLocationType ?? -1]),
    jobType: stated.FullTime === null ? [] : [stated.FullTime ? 'full time' : 'part time'],
    postedAt: stated.PostedDate,
    tags: listOf(stated.JobCategoryName),
  };
}

/** The address of a place; its name ("Head office") only when there is none. */
function placeOf({ LocalizedName: name, Address: address }: NonNullable<Facts['Locations']>[number]): PostingPlace[] {
  const city = address?.City ?? null;
  const region = address?.State?.Code ?? address?.State?.Name ?? null;
  const country = address?.Country?.Name ?? address?.Country?.Code ?? null;
  if (city !== null || region !== null || country !== null) return [{ text: null, city, region, country }];
  return name === null ? [] : [{ text: name, city: null, region: null, country: null }];
}
