import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { coerceText, coerceTexts, listOf, neededId, neededText, placeText } from '../../parse/coerce.js';
import { readListed, readShape } from '../../parse/read-shape.js';
import { readStatedAnswer } from '../../parse/read-stated.js';
import { joined } from '../../parse/site-page.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest, type PageResponse, sourceChanged } from '../../source.js';

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

/** The server returns ten positions of one request, whatever is asked. */
const pageSize = 10;

const moment = z.union([z.string(), z.number()]).nullish();
const positionSchema = z.object({
  id: neededId,
  name: neededText,
  displayJobId: coerceText,
  department: coerceText,
  locations: coerceTexts,
  standardizedLocations: coerceTexts,
  workLocationOption: coerceText,
  postedTs: moment,
  positionUrl: coerceText,
  // The older interface's words.
  display_job_id: coerceText,
  location: coerceText,
  work_location_option: coerceText,
  t_create: moment,
  canonicalPositionUrl: coerceText,
});
const positions = z.array(z.unknown());
const listSchema = z.object({ data: z.object({ count: z.number(), positions }) });
const olderListSchema = z.object({ count: z.number().optional(), positions });
const detailSchema = z.object({ data: z.object({ jobDescription: coerceText }) });
const olderDetailSchema = z.object({ job_description: coerceText });

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
    chosen.domain === undefined ? careersRequest(chosen) : listRequest(chosen, { domain: chosen.domain, start: 0 }),
  ],
  parse(response, request, chosen) {
    if (request.accept === 'page')
      return { postings: [], follow: [listRequest(chosen, { domain: domainIn(response), start: 0 })], isIndex: true };
    const { pathname } = new URL(request.url);
    if (request.role === 'detail') return { postings: [withText(response, request, pathname)], follow: [] };
    const memo = request.memo as ListMemo;
    const { count, positions: list } = memo.isOlder
      ? readShape(response, olderListSchema, 'an object with positions')
      : readShape(response, listSchema, 'an object with data.count and data.positions').data;
    const { follow, ...read } = readListed(list, positionSchema, (listed) => detailRequest(listed, memo, chosen));
    const start = memo.start + list.length;
    // The older interface does not always say how many there are.
    const more = list.length > 0 && start < (count ?? Number.POSITIVE_INFINITY);
    return { postings: [], ...read, follow: [...follow, ...(more ? [listRequest(chosen, { ...memo, start })] : [])] };
  },
});

const origin = ({ baseUrl, company }: Settings): string => baseUrl ?? `https://${company}.eightfold.ai`;

/** `isOlder`: the site has refused the newer interface. */
type ListMemo = { domain: string; start: number; isOlder?: boolean };

const careersRequest = (chosen: Settings): PageRequest => ({
  ...{ url: `${origin(chosen)}/careers`, role: 'listing', accept: 'page', render: 'never' },
});

const marker = '_EF_GROUP_ID';
const named = /^ {0,4}= {0,4}["']([\w.-]{3,80})["']/;
const longestNaming = 120;
/** Pages without the marker name it in their data, whose quotation marks may be escaped. */
const dataName = /^domain(?:"|&#34;|&quot;) {0,2}: {0,2}(?:"|&#34;|&quot;)([\w.-]{3,80})(?:"|&)/;
/** Places of a page at which its data may name it. */
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

/** The domain under which the site's own scripts ask; it is not always that of the address (aexp.com for American Express). */
function domainIn({ body }: PageResponse): string {
  const at = body.indexOf(marker);
  const marked = at < 0 ? null : named.exec(body.slice(at + marker.length, at + longestNaming));
  const domain = marked?.[1] ?? domainInData(body);
  if (domain === undefined) throw sourceChanged('a careers page with _EF_GROUP_ID', body.slice(0, 80));
  return domain;
}

function listRequest(chosen: Settings, memo: ListMemo): PageRequest {
  const { domain, start, isOlder = false } = memo;
  const url = isOlder
    ? `${origin(chosen)}${olderPath}?domain=${domain}&start=${start}&num=${pageSize}`
    : `${origin(chosen)}/api/pcsx/search?domain=${domain}&query=&location=&start=${start}&sort_by=timestamp`;
  const request: PageRequest = { url, role: 'listing', accept: 'json', memo };
  // A site that has the newer interface for its first page has it for all.
  return isOlder || start > 0
    ? request
    : { ...request, otherwise: listRequest(chosen, { domain, start, isOlder: true }) };
}

const olderPath = '/api/apply/v2/jobs';

function detailRequest(
  listed: z.infer<typeof positionSchema>,
  { domain, isOlder = false }: ListMemo,
  chosen: Settings,
): PageRequest {
  const id = encodeURIComponent(listed.id);
  const places = [listed.standardizedLocations, listed.locations, listOf(listed.location)].find(
    ({ length }) => length > 0,
  );
  const option = listed.workLocationOption ?? listed.work_location_option;
  const own = listed.positionUrl ?? listed.canonicalPositionUrl;
  const page = `${origin(chosen)}/careers/job/${id}`;
  return {
    url: isOlder
      ? `${origin(chosen)}${olderPath}/${id}?domain=${domain}`
      : `${origin(chosen)}/api/pcsx/position_details?position_id=${id}&domain=${domain}&hl=en`,
    role: 'detail',
    accept: 'json',
    listed: {
      ...emptyPosting(listed.name, own !== null && URL.canParse(own, page) ? new URL(own, page).href : page),
      sourceJobId: listed.id,
      requisitionId: listed.displayJobId ?? listed.display_job_id,
      company: { name: chosen.companyName ?? chosen.company, url: null, logoUrl: null },
      places: placeText(...(places ?? [])),
      workplace: listOf(option === null ? null : (words[option.toLowerCase()] ?? option)),
      postedAt: listed.postedTs ?? listed.t_create ?? null,
      tags: listOf(listed.department),
    },
  };
}

function withText(response: PageResponse, { listed, url }: PageRequest, pathname: string): Posting {
  const descriptionHtml = pathname.startsWith(olderPath)
    ? readStatedAnswer(response, olderDetailSchema, 'an object with job_description').job_description
    : readStatedAnswer(response, detailSchema, 'an object with data.jobDescription').data.jobDescription;
  return joined(listed ?? null, { ...emptyPosting(listed?.title ?? '', url), descriptionHtml });
}
