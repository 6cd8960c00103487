import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { answerOf, type Members } from '../../parse/members.js';
import { readListed } from '../../parse/read-entries.js';
import { joined } from '../../parse/site-page.js';
import { companyNamed, emptyPosting, listOf, type Posting, placeText } from '../../posting.js';
import {
  commonSettings,
  defineKind,
  jsonAt,
  leadingTo,
  type PageRequest,
  type PageResponse,
  pageAt,
  sourceChanged,
} from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('eightfold'),
  company: subdomainOf('eightfold.ai'),
  domain: z
    .string()
    .regex(/^[\w.-]{3,80}$/, 'The company’s domain, such as acme.com.')
    .optional()
    .describe('The company’s domain, as in …/careers?domain=DOMAIN; the careers page names it without this.'),
  companyName,
});
type Settings = z.infer<typeof settings>;

/** The server returns ten positions per request, whatever is requested. */
const pageSize = 10;

/** Eightfold's words for the workplace. */
const words = tableOf<string>({
  onsite: 'on site',
  remote_local: 'remote',
  remote: 'remote',
  hybrid: 'hybrid',
});

/**
 * A career site on Eightfold: a list in pages of ten, and one detail request per position for its text, by the endpoints of the site
 * itself. Each site has one of two interfaces, and refuses the other.
 */
export const eightfold = defineKind({
  kind: 'eightfold',
  summary: 'Career sites on Eightfold, by their endpoints.',
  evidence: {
    requests: [
      'GET {company}.eightfold.ai/careers',
      'GET {company}.eightfold.ai/api/pcsx/search?domain={domain}&query=&location=&start={start}&sort_by=timestamp',
      'GET {company}.eightfold.ai/api/pcsx/position_details?position_id={position}&domain={domain}&hl=en',
      'GET {company}.eightfold.ai/api/apply/v2/jobs?domain={domain}&start={start}&num=10',
      'GET {company}.eightfold.ai/api/apply/v2/jobs/{position}?domain={domain}',
    ],
    access: 'undocumented',
    robots: 'Sites allow /careers, most /api/pcsx; some forbid the older interface.',
    basis: [
      'https://github.com/scottmcghee/jobhunt (src/jobhunt/sources/eightfold.py, both interfaces)',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/eightfold.py)',
      'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/eightfold.py)',
    ],
    compared: '2026-11-28',
    recording: 'in part',
  },
  terms: 'Public, without a key. Sites that refuse automated clients are not read.',
  cost: { perRequest: pageSize, details: true },
  addresses: [
    '{company}.eightfold.ai/careers?domain={domain}',
    '{company}.eightfold.ai/careers/job?domain={domain}',
    '{company}.eightfold.ai/api/apply/v2/jobs?domain={domain}',
    '{company}.eightfold.ai/api/pcsx/search?domain={domain}',
    '{company}.eightfold.ai/careers',
  ],
  // On a host of the company's own the page names the domain, too.
  pageMarks: [{ text: '_EF_GROUP_ID', settings: { company: '{site}', baseUrl: '{origin}' } }],
  settings,
  defaults: { perMinute: 60, timeoutSeconds: 600, maxPages: 200 },
  requests: (chosen) => [
    chosen.domain === undefined
      ? pageAt(`${origin(chosen)}/careers`)
      : listRequest(chosen, { domain: chosen.domain, start: 0 }),
  ],
  parse(response, request, chosen) {
    if (request.accept === 'page') return leadingTo(listRequest(chosen, { domain: domainIn(response), start: 0 }));
    const answer = answerOf(response);
    if (request.role === 'detail') return { postings: [withText(answer, request)], follow: [] };
    const memo = request.memo as ListMemo;
    const list = answer.list(memo.isOlder ? 'positions' : 'data.positions');
    const start = memo.start + list.length;
    // The older interface does not always state the total.
    const count = memo.isOlder ? (answer.number('count') ?? Number.POSITIVE_INFINITY) : answer.count('data.count');
    return readListed(
      list,
      (listed) => detailRequest(listed, memo, chosen),
      list.length > 0 && start < count ? listRequest(chosen, { ...memo, start }) : null,
    );
  },
});

const origin = ({ baseUrl, company }: Settings): string => baseUrl ?? `https://${company}.eightfold.ai`;

/** `isOlder`: the site has refused the newer interface. */
type ListMemo = { domain: string; start: number; isOlder?: boolean };

const marker = '_EF_GROUP_ID';
const named = /^ {0,4}= {0,4}["']([\w.-]{3,80})["']/;
const longestNaming = 120;
/** Pages without the marker name it in their data, whose quotation marks may be escaped. */
const dataName = /^domain(?:"|&#34;|&quot;) {0,2}: {0,2}(?:"|&#34;|&quot;)([\w.-]{3,80})(?:"|&)/;
/** Maximum places of a page where its data may name it. */
const mostPlaces = 500;

function domainInData(body: string): string | undefined {
  let places = 0;
  for (let at = body.indexOf('domain'); at >= 0 && places < mostPlaces; at = body.indexOf('domain', at + 1)) {
    places += 1;
    const found = dataName.exec(body.slice(at, at + longestNaming))?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The domain in requests of the site's scripts; may differ from its address (aexp.com for American Express). */
function domainIn({ body }: PageResponse): string {
  const at = body.indexOf(marker);
  const marked = at < 0 ? null : named.exec(body.slice(at + marker.length, at + longestNaming));
  const domain = marked?.[1] ?? domainInData(body);
  if (domain === undefined) throw sourceChanged('a careers page with _EF_GROUP_ID', body.slice(0, 80));
  return domain;
}

function listRequest(chosen: Settings, memo: ListMemo): PageRequest {
  const { domain, start, isOlder = false } = memo;
  if (isOlder) return jsonAt(`${origin(chosen)}${olderPath}?domain=${domain}&start=${start}&num=${pageSize}`, { memo });
  const search = `domain=${domain}&query=&location=&start=${start}&sort_by=timestamp`;
  // A site with the newer interface for its first page has it for all.
  const otherwise = start > 0 ? {} : { otherwise: listRequest(chosen, { domain, start, isOlder: true }) };
  return jsonAt(`${origin(chosen)}/api/pcsx/search?${search}`, { memo, ...otherwise });
}

const olderPath = '/api/apply/v2/jobs';

/** Members of the newer interface take precedence over those of the older one. */
function detailRequest(listed: Members, { domain, isOlder = false }: ListMemo, chosen: Settings): PageRequest {
  const id = encodeURIComponent(listed.needed('id'));
  const places = ['standardizedLocations', 'locations', 'location'].map((name) => listed.texts(name));
  const option = listed.text('workLocationOption', 'work_location_option');
  const own = listed.text('positionUrl', 'canonicalPositionUrl');
  const page = `${origin(chosen)}/careers/job/${id}`;
  const url = isOlder
    ? `${origin(chosen)}${olderPath}/${id}?domain=${domain}`
    : `${origin(chosen)}/api/pcsx/position_details?position_id=${id}&domain=${domain}&hl=en`;
  return jsonAt(url, {
    role: 'detail',
    listed: {
      ...emptyPosting(listed.needed('name'), own !== null && URL.canParse(own, page) ? new URL(own, page).href : page),
      sourceJobId: listed.needed('id'),
      requisitionId: listed.text('displayJobId', 'display_job_id'),
      company: companyNamed(chosen.companyName ?? chosen.company),
      places: placeText(...(places.find(({ length }) => length > 0) ?? [])),
      workplace: listOf(option === null ? null : (words[option.toLowerCase()] ?? option)),
      postedAt: listed.moment('postedTs', 't_create'),
      tags: listed.texts('department'),
    },
  });
}

function withText(answer: Members, { listed, url }: PageRequest): Posting {
  const isOlder = new URL(url).pathname.startsWith(olderPath);
  const descriptionHtml = isOlder
    ? answer.object().text('job_description')
    : answer.object('data').text('jobDescription');
  return joined(listed ?? null, { ...emptyPosting(listed?.title ?? '', url), descriptionHtml });
}
