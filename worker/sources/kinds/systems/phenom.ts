import { z } from 'zod';
import { careerHost, companyInstead } from '../../parse/board-settings.js';
import { coerceText, listOf, neededId, neededText } from '../../parse/coerce.js';
import { readListed, readShape } from '../../parse/read-shape.js';
import { readJobPage } from '../../parse/site-page.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('phenom'),
  host: careerHost,
  site: z
    .string()
    .regex(/^[a-z]{2,10}\/[a-z-]{2,10}$/, 'Country and language, such as us/en or global/en.')
    .default('us/en')
    .describe('Country and language of the site as in its addresses, such as us/en or global/en.'),
  companyName: companyInstead,
});
type Settings = z.infer<typeof settings>;

const pageSize = 100;

/** Beyond it the interface answers an empty page and a total of 0: `from` and `size` together stay below 10,000. */
const searchEnd = 9999;

/** `total`: that of the first page. */
type Memo = { from: number; total?: number };

const jobSchema = z.object({
  jobId: neededId,
  title: neededText,
  reqId: coerceText,
  companyName: coerceText,
  city: coerceText,
  state: coerceText,
  country: coerceText,
  cityStateCountry: coerceText,
  type: coerceText,
  category: coerceText,
  postedDate: coerceText,
  descriptionTeaser: coerceText,
  applyUrl: coerceText,
});
const listSchema = z.object({
  refineSearch: z.object({ totalHits: z.number(), data: z.object({ jobs: z.array(z.unknown()) }) }),
});

/**
 * A career site on Phenom: a list in pages of 100, and one page per posting, which contains a JobPosting.
 * The site's own endpoint: POST /widgets with the key refineSearch.
 */
export const phenom = defineKind({
  kind: 'phenom',
  summary: 'Career sites on Phenom, by their endpoint and pages with JobPosting.',
  evidence: {
    requests: ['POST {host}/widgets', 'GET {host}/{site}/job/{jobId}'],
    access: 'undocumented',
    robots: null,
    basis: [
      'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/phenom.py, measured on 91 sites)',
      'https://github.com/santifer/career-ops (providers/phenom.mjs)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: pageSize, details: true },
  addresses: [
    {
      address: '{host}/{_country}/{_language}/search-results',
      settings: { site: '{_country}/{_language}' },
    },
  ],
  pageMarks: [{ text: 'cdn.phenompeople.com', settings: { host: '{host}' } }],
  settings,
  defaults: { perMinute: 60, timeoutSeconds: 600 },
  requests: (chosen) => [listRequest(chosen, { from: 0 })],
  parse(response, request, chosen) {
    if (request.role === 'detail') return readJobPage(response, request);
    const { refineSearch: found } = readShape(response, listSchema, 'an object with refineSearch.data.jobs');
    const { jobs } = found.data;
    const { from, total = found.totalHits } = request.memo as Memo;
    const next = from + jobs.length;
    const { follow, ...read } = readListed(jobs, jobSchema, (job) => detailRequest(job, chosen));
    const more = jobs.length > 0 && next < Math.min(total, searchEnd);
    return {
      ...read,
      postings: [],
      follow: [...follow, ...(more ? [listRequest(chosen, { from: next, total })] : [])],
      ...(total > searchEnd
        ? { truncated: true, doubts: [`Phenom shows ${searchEnd} of the site’s ${total} postings.`] }
        : {}),
    };
  },
});

const origin = ({ baseUrl, host }: Settings): string => baseUrl ?? `https://${host}`;

function listRequest(chosen: Settings, memo: Memo): PageRequest {
  const { from } = memo;
  const [country = 'us', language = 'en'] = chosen.site.split('/');
  const search = { ddoKey: 'refineSearch', pageName: 'search-results', siteType: 'external', deviceType: 'desktop' };
  const page = {
    from,
    size: Math.min(pageSize, searchEnd - from),
    jobs: true,
    counts: false,
    all_fields: [],
    selected_fields: {},
    keywords: '',
  };
  return {
    url: `${origin(chosen)}/widgets`,
    role: 'listing',
    method: 'POST',
    accept: 'json',
    json: { ...search, ...page, lang: `${language}_${country}`, country, global: true, sortBy: '' },
    memo,
  };
}

function detailRequest(job: z.infer<typeof jobSchema>, chosen: Settings): PageRequest {
  const url = `${origin(chosen)}/${chosen.site}/job/${encodeURIComponent(job.jobId)}`;
  return {
    url,
    role: 'detail',
    accept: 'page',
    render: 'never',
    listed: {
      ...emptyPosting(job.title, url),
      sourceJobId: job.jobId,
      requisitionId: job.reqId,
      applyUrl: job.applyUrl,
      company: { name: chosen.companyName ?? job.companyName ?? chosen.host, url: null, logoUrl: null },
      places: [
        {
          text: job.city === null ? job.cityStateCountry : null,
          city: job.city,
          region: job.state,
          country: job.country,
        },
      ],
      jobType: listOf(job.type),
      postedAt: job.postedDate,
      descriptionHtml: job.descriptionTeaser,
      tags: listOf(job.category),
    },
  };
}
