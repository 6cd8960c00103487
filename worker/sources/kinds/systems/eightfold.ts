import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { coerceText, coerceTexts, listOf, neededId, neededText, placeText } from '../../parse/coerce.js';
import { readListed, readShape } from '../../parse/read-shape.js';
import { joined } from '../../parse/site-page.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest, type PageResponse } from '../../source.js';
import { sourceChanged } from '../../source-errors.js';

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

const positionSchema = z.object({
  id: neededId,
  name: neededText,
  displayJobId: coerceText,
  department: coerceText,
  locations: coerceTexts,
  standardizedLocations: coerceTexts,
  workLocationOption: coerceText,
  postedTs: z.number().nullish(),
  positionUrl: coerceText,
});
const listSchema = z.object({ data: z.object({ count: z.number(), positions: z.array(z.unknown()) }) });
const detailSchema = z.object({ data: z.object({ jobDescription: coerceText, publicUrl: coerceText }) });

/** Eightfold's words for the workplace. */
const words = tableOf<string>({
  onsite: 'on site',
  remote_local: 'remote',
  remote: 'remote',
  hybrid: 'hybrid',
});

/**
 * A career site on Eightfold: a list in pages of ten, and one detail request per position for its text.
 * The site's own endpoints: GET /api/pcsx/search and /api/pcsx/position_details.
 */
export const eightfold = defineKind({
  kind: 'eightfold',
  summary: 'A career site on Eightfold, by the public endpoints it is built on.',
  evidence: {
    requests: [],
    access: 'undocumented',
    robots: '',
    basis: ['https://docs.eightfold.ai (the career site’s own endpoints, /api/pcsx/search)'],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms:
    'The career site and what it loads are public and need no key; robots.txt is obeyed and the pace is slow. Sites that refuse automated clients stay unread.',
  cost: {
    perRequest: pageSize,
    details: true,
    pageLimit: 'The interface returns 10 postings at most, whatever is asked for.',
  },
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
  requests: (chosen) => [chosen.domain === undefined ? careersRequest(chosen) : listRequest(chosen, chosen.domain, 0)],
  parse(response, request, chosen) {
    if (request.accept === 'page')
      return { postings: [], follow: [listRequest(chosen, domainIn(response), 0)], isIndex: true };
    if (request.role === 'detail') {
      const { data } = readShape(response, detailSchema, 'an object with data.jobDescription');
      const detailPosting = {
        ...emptyPosting(request.listed?.title ?? '', request.url),
        descriptionHtml: data.jobDescription,
      };
      return { postings: [joined(request.listed ?? null, detailPosting)], follow: [] };
    }
    const { data } = readShape(response, listSchema, 'an object with data.count and data.positions');
    const { domain, start } = request.memo as ListMemo;
    const next = start + data.positions.length;
    const { follow, flaws } = readListed(data.positions, positionSchema, (listed) =>
      detailRequest(listed, domain, chosen),
    );
    const more = data.positions.length > 0 && next < data.count;
    return { postings: [], follow: [...follow, ...(more ? [listRequest(chosen, domain, next)] : [])], flaws };
  },
});

const origin = ({ baseUrl, company }: Settings): string => baseUrl ?? `https://${company}.eightfold.ai`;

type ListMemo = { domain: string; start: number };

const careersRequest = (chosen: Settings): PageRequest => ({
  ...{ url: `${origin(chosen)}/careers`, role: 'listing', accept: 'page', render: 'never' },
});

const marker = '_EF_GROUP_ID';
const named = /^ {0,4}= {0,4}["']([\w.-]{3,80})["']/;
const longestNaming = 120;

/** The domain under which the site's own scripts ask; it is not always that of the address (aexp.com for American Express). */
function domainIn({ body }: PageResponse): string {
  const at = body.indexOf(marker);
  const [, domain] = at < 0 ? [] : (named.exec(body.slice(at + marker.length, at + longestNaming)) ?? []);
  if (domain === undefined) throw sourceChanged('a careers page with _EF_GROUP_ID', body.slice(0, 80));
  return domain;
}

function listRequest(chosen: Settings, domain: string, start: number): PageRequest {
  const url = `${origin(chosen)}/api/pcsx/search?domain=${domain}&query=&location=&start=${start}&sort_by=timestamp`;
  return { url, role: 'listing', accept: 'json', memo: { domain, start } };
}

function detailRequest(listed: z.infer<typeof positionSchema>, domain: string, chosen: Settings): PageRequest {
  const id = encodeURIComponent(listed.id);
  const places = listed.standardizedLocations.length > 0 ? listed.standardizedLocations : listed.locations;
  const option = listed.workLocationOption;
  return {
    url: `${origin(chosen)}/api/pcsx/position_details?position_id=${id}&domain=${domain}&hl=en`,
    role: 'detail',
    accept: 'json',
    listed: {
      ...emptyPosting(listed.name, new URL(listed.positionUrl ?? `/careers/job/${id}`, origin(chosen)).href),
      sourceJobId: listed.id,
      requisitionId: listed.displayJobId,
      company: { name: chosen.companyName ?? chosen.company, url: null, logoUrl: null },
      places: placeText(...places),
      workplace: listOf(option === null ? null : (words[option.toLowerCase()] ?? option)),
      postedAt: listed.postedTs ?? null,
      tags: listOf(listed.department),
    },
  };
}
