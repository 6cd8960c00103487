import { z } from 'zod';
import { boardNameIn, companyName, companyNameAtMost } from '../../parse/board-settings.js';
import { coerceText, listOf, neededId, neededText, placeText } from '../../parse/coerce.js';
import { readListed, readShape } from '../../parse/read-shape.js';
import { readStated } from '../../parse/read-stated.js';
import { joined } from '../../parse/site-page.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest, sourceChanged } from '../../source.js';

const label = z.string().regex(/^[\w-]{1,80}$/);
const settings = commonSettings.extend({
  kind: z.literal('oracle'),
  tenant: label.describe('Tenant, as in TENANT.fa.us2.oraclecloud.com.'),
  region: label.default('ocs').describe('Region, the part after ".fa." of the host, such as us2, em2 or ocs.'),
  site: boardNameIn('…/CandidateExperience/en/sites/SITE').default('CX_1'),
  companyName,
});
type Settings = z.infer<typeof settings>;

/** The API gives out at most this many requisitions of one request. */
const pageSize = 200;

const places = z.array(z.object({ Name: coerceText })).nullish();
const facts = {
  PrimaryLocation: coerceText,
  WorkplaceType: coerceText,
  JobSchedule: coerceText,
  ContractType: coerceText,
  JobFamily: coerceText,
  JobFunction: coerceText,
  secondaryLocations: places,
};
const listedSchema = z.object({
  Id: neededId,
  Title: neededText,
  PostedDate: coerceText,
  PostingEndDate: coerceText,
  ShortDescriptionStr: coerceText,
  ...facts,
});
const detailSchema = z.object({
  Id: coerceText,
  Title: neededText,
  OrganizationDescriptionStr: coerceText,
  LegalEmployer: coerceText,
  ExternalPostedStartDate: coerceText,
  ExternalPostedEndDate: coerceText,
  CorporateDescriptionStr: coerceText,
  ExternalDescriptionStr: coerceText,
  ExternalResponsibilitiesStr: coerceText,
  ExternalQualificationsStr: coerceText,
  ...facts,
});
type Detail = z.infer<typeof detailSchema>;
type Facts = Pick<Detail, keyof typeof facts>;

const listSchema = z.object({
  items: z.tuple([z.object({ TotalJobsCount: z.number(), requisitionList: z.array(z.unknown()) })], z.unknown()),
});
const detailPage = z.object({ items: z.tuple([z.unknown()], z.unknown()) });

/**
 * A career site on Oracle Recruiting Cloud: a list in pages of 200, and one detail request per posting for its text. Resources
 * recruitingCEJobRequisitions and recruitingCEJobRequisitionDetails; paging only works inside of `finder`.
 * Documented at https://docs.oracle.com/en/cloud/saas/human-resources/farws/op-recruitingcejobrequisitions-get.html.
 */
export const oracle = defineKind({
  kind: 'oracle',
  summary: 'Career sites on Oracle Recruiting Cloud, by their interface.',
  evidence: {
    requests: [
      'GET {tenant}.fa.{region}.oraclecloud.com/hcmRestApi/resources/latest/recruitingCEJobRequisitions?onlyData=true&expand=requisitionList.secondaryLocations&finder={finder}[&limit=200&offset={offset}]',
      'GET {tenant}.fa.{region}.oraclecloud.com/hcmRestApi/resources/latest/recruitingCEJobRequisitionDetails?onlyData=true&expand=all&finder={finder}',
    ],
    access: 'undocumented',
    robots: 'None, or answers 403, which RFC 9309 counts as no rules.',
    basis: [
      'https://docs.oracle.com/en/cloud/saas/human-resources/farws/op-recruitingcejobrequisitions-get.html',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/oracle_hcm.py)',
      'https://github.com/kalil0321/ats-scrapers (src/ats_scrapers/scrapers/oracle.py)',
      'https://github.com/santifer/career-ops (providers/oraclecloud.mjs)',
    ],
    compared: '2026-11-28',
    recording: 'in part',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: pageSize, details: true },
  addresses: [
    '{tenant}.fa.{region}.oraclecloud.com/hcmUI/CandidateExperience/[locale]/sites/{site}',
    '{tenant}.fa.{region}.oraclecloud.com',
    ...[
      '{tenant}.fa.{region}.oraclecloud.eu',
      '{tenant}.fa.{region}.oraclecloud26.com',
      '{tenant}.fa.oraclecloud.com',
    ].map((host) => ({
      address: `${host}/hcmUI/CandidateExperience/[locale]/sites/{site}`,
      settings: { baseUrl: `https://${host}` },
    })),
  ],
  settings,
  defaults: { perMinute: 60, timeoutSeconds: 600 },
  requests: (chosen) => [listRequest(chosen, { offset: 0, first: null })],
  parse(response, request, chosen) {
    if (request.role === 'detail') {
      const { items } = readShape(response, detailPage, 'a page with one item');
      return { postings: [readDetail(items[0], request, chosen)], follow: [] };
    }
    const { items } = readShape(response, listSchema, 'an item with TotalJobsCount and requisitionList');
    const { TotalJobsCount: total, requisitionList: list } = items[0];
    const { follow, ...read } = readListed(list, listedSchema, (listed) => detailRequest(listed, chosen));
    const memo = request.memo as Memo;
    const [first] = follow;
    if (first !== undefined && first.url === memo.first) {
      if (memo.beside) throw sourceChanged(`requisitions from ${memo.offset} on`, 'the first ones again');
      return { postings: [], follow: [listRequest(chosen, { ...memo, beside: true })], isIndex: true };
    }
    const next = { ...memo, offset: memo.offset + list.length, first: memo.first ?? first?.url ?? null };
    const more = list.length > 0 && next.offset < total;
    return { postings: [], ...read, follow: [...follow, ...(more ? [listRequest(chosen, next)] : [])] };
  },
});

/**
 * `first`: the first requisition of the first page, which comes again where a tenant does not heed the offset in `finder`;
 * `beside`: it is then sent beside it.
 */
type Memo = { offset: number; first: string | null; beside?: boolean };

const origin = ({ baseUrl, tenant, region }: Settings): string =>
  baseUrl ?? `https://${tenant}.fa.${region}.oraclecloud.com`;
const resource = (chosen: Settings, name: string, finder: string): string =>
  `${origin(chosen)}/hcmRestApi/resources/latest/${name}&finder=${finder}`;

function listRequest(chosen: Settings, memo: Memo): PageRequest {
  const { offset, beside = false } = memo;
  const expand = 'recruitingCEJobRequisitions?onlyData=true&expand=requisitionList.secondaryLocations';
  const finder = `findReqs;siteNumber=${chosen.site},limit=${pageSize},offset=${offset},sortBy=POSTING_DATES_DESC`;
  const paging = beside ? `&limit=${pageSize}&offset=${offset}` : '';
  return { url: `${resource(chosen, expand, finder)}${paging}`, role: 'listing', accept: 'json', memo };
}

function detailRequest(listed: z.infer<typeof listedSchema>, chosen: Settings): PageRequest {
  const { Id: id } = listed;
  const finder = `ById;Id=%22${encodeURIComponent(id)}%22,siteNumber=${chosen.site}`;
  const address = `${origin(chosen)}/hcmUI/CandidateExperience/en/sites/${chosen.site}/job/${encodeURIComponent(id)}`;
  return {
    url: resource(chosen, 'recruitingCEJobRequisitionDetails?onlyData=true&expand=all', finder),
    role: 'detail',
    accept: 'json',
    listed: {
      ...emptyPosting(listed.Title, address),
      ...factsOf(listed),
      sourceJobId: id,
      requisitionId: id,
      company: { name: chosen.companyName ?? null, url: null, logoUrl: null },
      postedAt: listed.PostedDate,
      validUntil: listed.PostingEndDate,
      descriptionHtml: listed.ShortDescriptionStr,
    },
  };
}

function readDetail(item: unknown, request: PageRequest, chosen: Settings): Posting {
  const { value: detail, problem } = readStated(item, detailSchema);
  if (problem !== null) throw sourceChanged('a detail with a Title', problem);
  const sections = listOf(
    detail.ExternalDescriptionStr,
    detail.ExternalResponsibilitiesStr,
    detail.ExternalQualificationsStr,
    detail.CorporateDescriptionStr,
  );
  return joined(request.listed ?? null, {
    ...emptyPosting(detail.Title, origin(chosen)),
    ...factsOf(detail),
    requisitionId: detail.Id,
    company: { name: chosen.companyName ?? companyOf(detail), url: null, logoUrl: null },
    postedAt: detail.ExternalPostedStartDate,
    validUntil: detail.ExternalPostedEndDate,
    descriptionHtml: sections.join('\n') || null,
  });
}

/** The organisation where it is stated by its name, which most tenants replace by a text about it. */
function companyOf({ LegalEmployer: employer, OrganizationDescriptionStr: organisation }: Detail): string | null {
  const isName =
    organisation !== null &&
    organisation.length <= companyNameAtMost &&
    !/[<>]|(?<!Inc|Ltd|Co|Corp)[.!?]$/.test(organisation);
  return employer ?? (isName ? organisation : null);
}

const factsOf = (stated: Facts): Pick<Posting, 'places' | 'workplace' | 'jobType' | 'tags'> => ({
  places: placeText(stated.PrimaryLocation, ...(stated.secondaryLocations ?? []).map(({ Name: name }) => name)),
  workplace: listOf(stated.WorkplaceType),
  jobType: listOf(stated.JobSchedule, stated.ContractType),
  tags: listOf(stated.JobFamily, stated.JobFunction),
});
