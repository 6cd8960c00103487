import { z } from 'zod';
import { boardNameIn, companyName, companyNameAtMost } from '../../parse/board-settings.js';
import { answerOf, type Members } from '../../parse/members.js';
import { readListed } from '../../parse/read-entries.js';
import { joined } from '../../parse/site-page.js';
import { companyNamed, emptyPosting, type Posting, placeText } from '../../posting.js';
import { commonSettings, defineKind, jsonAt, leadingTo, type PageRequest, sourceChanged } from '../../source.js';

const label = z.string().regex(/^[\w-]{1,80}$/);
const settings = commonSettings.extend({
  kind: z.literal('oracle'),
  tenant: label.describe('Tenant, as in TENANT.fa.us2.oraclecloud.com.'),
  region: label.default('ocs').describe('Region, the part after ".fa." of the host, such as us2, em2 or ocs.'),
  site: boardNameIn('…/CandidateExperience/en/sites/SITE').default('CX_1'),
  companyName,
});
type Settings = z.infer<typeof settings>;

/** The API returns at most this many requisitions per request. */
const pageSize = 200;

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
    const answer = answerOf(response);
    const item = answer.item(answer.list('items')[0]).object();
    if (request.role === 'detail') return { postings: [readDetail(item, request, chosen)], follow: [] };
    const list = item.list('requisitionList');
    const total = item.count('TotalJobsCount');
    const memo = request.memo as Memo;
    const read = readListed(list, (listed) => detailRequest(listed, chosen));
    const [first] = read.follow;
    if (first !== undefined && first.url === memo.first) {
      if (memo.beside) throw sourceChanged(`requisitions from ${memo.offset} on`, 'the first ones again');
      return leadingTo(listRequest(chosen, { ...memo, beside: true }));
    }
    const next = { ...memo, offset: memo.offset + list.length, first: memo.first ?? first?.url ?? null };
    const more = list.length > 0 && next.offset < total;
    return { ...read, follow: [...read.follow, ...(more ? [listRequest(chosen, next)] : [])] };
  },
});

/**
 * `first`: the first requisition of the first page, which is repeated if a tenant ignores the offset in `finder`;
 * `beside`: then it is sent next to it.
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
  return jsonAt(`${resource(chosen, expand, finder)}${paging}`, { memo });
}

function detailRequest(listed: Members, chosen: Settings): PageRequest {
  const id = listed.needed('Id');
  const finder = `ById;Id=%22${encodeURIComponent(id)}%22,siteNumber=${chosen.site}`;
  const address = `${origin(chosen)}/hcmUI/CandidateExperience/en/sites/${chosen.site}/job/${encodeURIComponent(id)}`;
  return jsonAt(resource(chosen, 'recruitingCEJobRequisitionDetails?onlyData=true&expand=all', finder), {
    role: 'detail',
    listed: {
      ...emptyPosting(listed.needed('Title'), address),
      ...factsOf(listed),
      sourceJobId: id,
      requisitionId: id,
      company: companyNamed(chosen.companyName ?? null),
      postedAt: listed.text('PostedDate'),
      validUntil: listed.text('PostingEndDate'),
      descriptionHtml: listed.text('ShortDescriptionStr'),
    },
  });
}

function readDetail(detail: Members, request: PageRequest, chosen: Settings): Posting {
  const sections = ['Description', 'Responsibilities', 'Qualifications'].map((name) => `External${name}Str`);
  return joined(request.listed ?? null, {
    ...emptyPosting(detail.needed('Title'), origin(chosen)),
    ...factsOf(detail),
    requisitionId: detail.text('Id'),
    company: companyNamed(chosen.companyName ?? companyOf(detail)),
    postedAt: detail.text('ExternalPostedStartDate'),
    validUntil: detail.text('ExternalPostedEndDate'),
    descriptionHtml: detail.texts(...sections, 'CorporateDescriptionStr').join('\n') || null,
  });
}

/** The organisation if stated by name; most tenants replace it with a text about it. */
function companyOf(detail: Members): string | null {
  const organisation = detail.text('OrganizationDescriptionStr');
  const isName =
    organisation !== null &&
    organisation.length <= companyNameAtMost &&
    !/[<>]|(?<!Inc|Ltd|Co|Corp)[.!?]$/.test(organisation);
  return detail.text('LegalEmployer') ?? (isName ? organisation : null);
}

const factsOf = (stated: Members): Pick<Posting, 'places' | 'workplace' | 'jobType' | 'tags'> => ({
  places: placeText(...stated.texts('PrimaryLocation', 'secondaryLocations.Name')),
  workplace: stated.texts('WorkplaceType'),
  jobType: stated.texts('JobSchedule', 'ContractType'),
  tags: stated.texts('JobFamily', 'JobFunction'),
});
