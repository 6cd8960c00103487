import { z } from 'zod';
import { boardSetting, companyName } from '../../parse/board-settings.js';
import { embeddedJson } from '../../parse/embedded-json.js';
import { answerOf, Members } from '../../parse/members.js';
import { readListed } from '../../parse/read-entries.js';
import { joined } from '../../parse/site-page.js';
import {
  companyNamed,
  emptyPosting,
  listOf,
  type Posting,
  type PostingPlace,
  payWith,
  placeParts,
  placeText,
} from '../../posting.js';
import { commonSettings, defineKind, jsonAt, type PageRequest, pageAt } from '../../source.js';

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

/** The words for the numbers of `JobLocationType`. */
const workplaces = ['hybrid', 'on site', 'remote'];

/** The script of an opening's page with its facts. */
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
    const answer = answerOf(response);
    const list = answer.list('opportunities');
    const next = Number(request.memo) + list.length;
    const more = next < answer.count('totalCount') && list.length > 0;
    return readListed(list, (listed) => detailRequest(listed, chosen), more ? listRequest(chosen, next) : null);
  },
});

const boardUrl = ({ baseUrl, host, tenant, board }: Settings): string =>
  `${baseUrl ?? `https://${host}`}/${tenant}/JobBoard/${board}`;

function listRequest(chosen: Settings, offset: number): PageRequest {
  const order = [{ Value: 'postedDateDesc', PropertyName: 'PostedDate', Ascending: false }];
  const search = { Top: pageSize, Skip: offset, QueryString: '', OrderBy: order, Filters: [] };
  return jsonAt(`${boardUrl(chosen)}/JobBoardView/LoadSearchResults`, {
    method: 'POST',
    json: { opportunitySearch: search },
    memo: offset,
  });
}

function detailRequest(listed: Members, chosen: Settings): PageRequest {
  const id = listed.needed('Id');
  const url = `${boardUrl(chosen)}/OpportunityDetail?opportunityId=${encodeURIComponent(id)}`;
  return pageAt(url, {
    role: 'detail',
    listed: {
      ...emptyPosting(listed.needed('Title'), url),
      ...factsOf(listed),
      sourceJobId: id,
      company: companyNamed(chosen.companyName ?? chosen.tenant),
      descriptionHtml: listed.text('BriefDescription'),
    },
  });
}

function readDetail(body: string, request: PageRequest): Posting {
  const detail = new Members(embeddedJson(body, marker));
  return joined(request.listed ?? null, {
    ...emptyPosting(detail.needed('Title'), request.url),
    ...factsOf(detail),
    salary: payOf(detail),
    descriptionHtml: detail.text('Description'),
  });
}

/** Pay per year, per hour, or the displayed range. */
function payOf(detail: Members): Posting['salary'] {
  // Some boards use a number for the currency.
  const currency =
    detail
      .texts('CompensationCurrencyCode', 'PayRangeCurrencyCode', 'CompensationCurrency')
      .find((code) => /^[A-Z]{3}$/.test(code)) ?? null;
  const range = (path: string, per: string | null): Posting['salary'] =>
    payWith({ min: detail.amount(`${path}Minimum`), max: detail.amount(`${path}Maximum`), currency, per });
  return (
    range('CompensationAnnual', 'year') ??
    range('CompensationHourly', 'hour') ??
    (detail.flag('PayRangeVisible') ? range('PayRange.PayRange', null) : null)
  );
}

function factsOf(
  stated: Members,
): Pick<Posting, 'requisitionId' | 'places' | 'workplace' | 'jobType' | 'postedAt' | 'tags'> {
  const isFullTime = stated.flag('FullTime');
  return {
    requisitionId: stated.text('RequisitionNumber'),
    places: stated.rows('Locations').flatMap(placeOf),
    workplace: listOf(workplaces[stated.number('JobLocationType') ?? -1]),
    jobType: isFullTime === null ? [] : [isFullTime ? 'full time' : 'part time'],
    postedAt: stated.text('PostedDate'),
    tags: stated.texts('JobCategoryName'),
  };
}

/** The address of a place; its name ("Head office") only without one. */
function placeOf(place: Members): PostingPlace[] {
  const address = place.at('Address');
  const parts = placeParts(
    address.text('City'),
    address.text('State.Code', 'State.Name'),
    address.text('Country.Name', 'Country.Code'),
  );
  return parts.length > 0 ? parts : placeText(place.text('LocalizedName'));
}
