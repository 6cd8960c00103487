import { z } from 'zod';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { coerceText, neededId, neededText } from '../../parse/coerce.js';
import { embeddedJson } from '../../parse/embedded-json.js';
import { readEntries } from '../../parse/read-entries.js';
import { readShape } from '../../parse/read-shape.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest, sourceChanged } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('cornerstone'),
  company: subdomainOf('csod.com'),
  site: z
    .string()
    .regex(/^\d{1,9}$/, 'The number in …/careersite/NUMBER/home.')
    .default('1')
    .describe('Number of the career site, as in …/ux/ats/careersite/NUMBER/home.'),
  corp: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'The name in …/home?c=NAME.')
    .optional()
    .describe('Name of the corporation, as in …/home?c=NAME; the subdomain unless given.'),
  companyName,
});
type Settings = z.infer<typeof settings>;

const pageSize = 100;

/** What the career site's page states for its own requests. The token counts for a short time. */
const contextSchema = z.object({
  token: z.string().min(20).max(20_000),
  cultureID: z.number(),
  cultureName: z.string().regex(/^[\w-]{2,20}$/),
  // The token is sent nowhere else.
  endpoints: z.object({ cloud: z.string().regex(/^https:\/\/(?:[a-z0-9-]{1,63}\.){0,3}csod\.com\/?$/) }),
});
type Context = z.infer<typeof contextSchema>;
type Memo = { context: Context; page: number; read: number };

const listSchema = z.object({
  data: z.object({ totalCount: z.number(), requisitions: z.array(z.unknown()) }),
});
const jobSchema = z.object({
  requisitionId: neededId,
  displayJobTitle: neededText,
  externalDescription: coerceText,
  postingEffectiveDate: coerceText,
  postingExpirationDate: coerceText,
  locations: z.array(z.object({ city: coerceText, state: coerceText, country: coerceText })).nullish(),
});

/**
 * A career site on Cornerstone OnDemand: its page states a token for reading, with which the search returns its jobs whole, in
 * pages of 100.
 */
export const cornerstone = defineKind({
  kind: 'cornerstone',
  summary: 'Career sites on Cornerstone, by their search.',
  evidence: {
    requests: [
      'GET {company}.csod.com/ux/ats/careersite/{site}/home?c={corp}',
      'POST {region}.api.csod.com/rec-job-search/external/jobs',
    ],
    access: 'undocumented',
    robots: null,
    basis: [
      'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/cornerstone.py, measured on 404 companies)',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/cornerstone.py)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public; the page contains the token that its search uses.',
  cost: { perRequest: pageSize, details: false },
  addresses: [
    '{company}.csod.com/ux/ats/careersite/{site}/home?c={corp}',
    '{company}.csod.com/ux/ats/careersite/{site}',
  ],
  settings,
  requests: (chosen) => [
    { url: `${originOf(chosen)}${homeOf(chosen)}`, role: 'listing', accept: 'page', render: 'never' },
  ],
  parse(response, { memo }, chosen) {
    if (memo === undefined) {
      const context = contextIn(response.body);
      return { postings: [], follow: [searchRequest(chosen, { context, page: 1, read: 0 })], isIndex: true };
    }
    const { context, page, read: before } = memo as Memo;
    const { totalCount, requisitions } = readShape(response, listSchema, 'an object with data.requisitions').data;
    const read = before + requisitions.length;
    const more = requisitions.length > 0 && read < totalCount;
    return {
      ...readEntries(requisitions, jobSchema, (job) => asPosting(job, context, chosen)),
      follow: more ? [searchRequest(chosen, { context, page: page + 1, read })] : [],
    };
  },
});

const originOf = ({ baseUrl, company }: Settings): string => baseUrl ?? `https://${company}.csod.com`;

const homeOf = ({ site, corp, company }: Settings, job = ''): string =>
  `/ux/ats/careersite/${site}/home${job}?c=${corp ?? company}`;

function contextIn(body: string): Context {
  const read = contextSchema.safeParse(embeddedJson(body, 'csod.context='));
  if (read.success) return read.data;
  // What the page states is not quoted: it may be the token.
  const [issue] = read.error.issues;
  throw sourceChanged('a page with the token and interface of its search', `another "${issue?.path.join('.')}"`);
}

function searchRequest({ baseUrl, site }: Settings, memo: Memo): PageRequest {
  const { token, cultureID, cultureName, endpoints } = memo.context;
  const id = Number(site);
  const none = { searchText: '', states: [], countryCodes: [], cities: [], placeID: '', radius: null };
  const unfiltered = {
    ...{ postingsWithinDays: null, customFieldCheckboxKeys: [], customFieldDropdowns: [], customFieldRadios: [] },
  };
  return {
    url: `${baseUrl ?? endpoints.cloud.replace(/\/$/, '')}/rec-job-search/external/jobs`,
    ...{ role: 'listing', method: 'POST', accept: 'json', memo },
    headers: { authorization: `Bearer ${token}`, 'csod-accept-language': cultureName },
    json: {
      ...{ careerSiteId: id, careerSitePageId: id, pageNumber: memo.page, pageSize, cultureId: cultureID, cultureName },
      ...{ ...none, ...unfiltered },
    },
  };
}

function asPosting(job: z.infer<typeof jobSchema>, { cultureName }: Context, chosen: Settings): Posting {
  const { requisitionId: id, locations } = job;
  return {
    ...emptyPosting(
      job.displayJobTitle,
      `https://${chosen.company}.csod.com${homeOf(chosen, `/requisition/${encodeURIComponent(id)}`)}`,
    ),
    sourceJobId: id,
    company: { name: chosen.companyName ?? chosen.company, url: null, logoUrl: null },
    places: (locations ?? []).map(({ city, state, country }) => ({ text: null, city, region: state, country })),
    postedAt: dayOf(job.postingEffectiveDate, cultureName),
    validUntil: dayOf(job.postingExpirationDate, cultureName),
    descriptionHtml: job.externalDescription,
  };
}

/** Days are written as in the site's language: 07/30/2026 in American English, 30/07/2026 elsewhere; "-" is none. */
function dayOf(text: string | null, cultureName: string): string | null {
  const [, first = '', second = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text ?? '') ?? [];
  if (year === '') return text !== null && /^\d{4}-\d{2}-\d{2}/.test(text) ? text : null;
  const [month, day] = cultureName.toLowerCase() === 'en-us' ? [first, second] : [second, first];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
