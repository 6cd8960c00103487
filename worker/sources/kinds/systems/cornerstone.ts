import { z } from 'zod';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { embeddedJson } from '../../parse/embedded-json.js';
import { answerOf, type Members } from '../../parse/members.js';
import { readEntries } from '../../parse/read-entries.js';
import { companyNamed, emptyPosting, type Posting, placeWith } from '../../posting.js';
import {
  commonSettings,
  defineKind,
  jsonAt,
  leadingTo,
  type PageRequest,
  pageAt,
  sourceChanged,
} from '../../source.js';

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

/** The parameters of a career site's page for its own requests. The token is short-lived. */
const contextSchema = z.object({
  token: z.string().min(20).max(20_000),
  cultureID: z.number(),
  cultureName: z.string().regex(/^[\w-]{2,20}$/),
  // The token is sent nowhere else.
  endpoints: z.object({ cloud: z.string().regex(/^https:\/\/(?:[a-z0-9-]{1,63}\.){0,3}csod\.com\/?$/) }),
});

type Context = z.infer<typeof contextSchema>;

type Memo = { context: Context; page: number; read: number };

/**
 * A career site on Cornerstone OnDemand: its page states a token for reading, with which the search returns its complete jobs, in
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
  requests: (chosen) => [pageAt(`${originOf(chosen)}${homeOf(chosen)}`)],
  parse(response, { memo }, chosen) {
    if (memo === undefined)
      return leadingTo(searchRequest(chosen, { context: contextIn(response.body), page: 1, read: 0 }));
    const { context, page, read: before } = memo as Memo;
    const answer = answerOf(response);
    const requisitions = answer.list('data.requisitions');
    const read = before + requisitions.length;
    const more = read < answer.count('data.totalCount') && requisitions.length > 0;
    return readEntries(
      requisitions,
      (job) => asPosting(job, context, chosen),
      more ? searchRequest(chosen, { context, page: page + 1, read }) : null,
    );
  },
});

const originOf = ({ baseUrl, company }: Settings): string => baseUrl ?? `https://${company}.csod.com`;

const homeOf = ({ site, corp, company }: Settings, job = ''): string =>
  `/ux/ats/careersite/${site}/home${job}?c=${corp ?? company}`;

function contextIn(body: string): Context {
  const read = contextSchema.safeParse(embeddedJson(body, 'csod.context='));
  if (read.success) return read.data;
  // The page's parameters are not quoted: they may include the token.
  const [issue] = read.error.issues;
  throw sourceChanged('a page with the token and interface of its search', `another "${issue?.path.join('.')}"`);
}

function searchRequest({ baseUrl, site }: Settings, memo: Memo): PageRequest {
  const { token, cultureID, cultureName, endpoints } = memo.context;
  const id = Number(site);
  const none = { searchText: '', states: [], countryCodes: [], cities: [], placeID: '', radius: null };
  const unfiltered = {
    postingsWithinDays: null,
    customFieldCheckboxKeys: [],
    customFieldDropdowns: [],
    customFieldRadios: [],
  };
  return jsonAt(`${baseUrl ?? endpoints.cloud.replace(/\/$/, '')}/rec-job-search/external/jobs`, {
    method: 'POST',
    memo,
    headers: { authorization: `Bearer ${token}`, 'csod-accept-language': cultureName },
    json: {
      careerSiteId: id,
      careerSitePageId: id,
      pageNumber: memo.page,
      pageSize,
      cultureId: cultureID,
      cultureName,
      ...none,
      ...unfiltered,
    },
  });
}

function asPosting(job: Members, { cultureName }: Context, chosen: Settings): Posting {
  const id = job.needed('requisitionId');
  const page = homeOf(chosen, `/requisition/${encodeURIComponent(id)}`);
  return {
    ...emptyPosting(job.needed('displayJobTitle'), `https://${chosen.company}.csod.com${page}`),
    sourceJobId: id,
    company: companyNamed(chosen.companyName ?? chosen.company),
    places: job
      .rows('locations')
      .map((place) =>
        placeWith({ city: place.text('city'), region: place.text('state'), country: place.text('country') }),
      ),
    postedAt: dayOf(job.text('postingEffectiveDate'), cultureName),
    validUntil: dayOf(job.text('postingExpirationDate'), cultureName),
    descriptionHtml: job.text('externalDescription'),
  };
}

/** Days are in the site's format: 07/30/2026 in American English, 30/07/2026 elsewhere; "-" is none. */
function dayOf(text: string | null, cultureName: string): string | null {
  const [, first = '', second = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text ?? '') ?? [];
  if (year === '') return text !== null && /^\d{4}-\d{2}-\d{2}/.test(text) ? text : null;
  const [month, day] = cultureName.toLowerCase() === 'en-us' ? [first, second] : [second, first];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
