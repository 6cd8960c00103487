import { z } from 'zod';
import { careerHost, companyName } from '../../parse/board-settings.js';
import { coerceText, coerceTexts, listOf, neededId, neededText, placeText } from '../../parse/coerce.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting, type PostingPlace } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('jibe'),
  host: careerHost,
  path: z
    .string()
    .regex(/^[\w-]{1,40}(?:\/[\w-]{1,40})?$/, 'Such as jobs or careers-home/jobs.')
    .default('jobs')
    .describe('Path of its postings’ pages, such as jobs or careers-home/jobs.'),
  companyName,
});

const pageSize = 100;

const jobSchema = z.object({
  data: z.object({
    slug: neededId,
    title: neededText,
    req_id: coerceText,
    description: coerceText,
    full_location: coerceText,
    city: coerceText,
    state: coerceText,
    country: coerceText,
    employment_type: coerceText,
    posted_date: coerceText,
    apply_url: coerceText,
    hiring_organization: coerceText,
    tags1: coerceTexts.catch([]),
    categories: z.array(z.object({ name: coerceText })).nullish(),
  }),
});
type Job = z.infer<typeof jobSchema>['data'];

/**
 * A career site on iCIMS Attract (Jibe), with its postings whole, in pages of 100. The site's own endpoint: GET /api/jobs.
 */
export const jibe = defineListing({
  kind: 'jibe',
  summary: 'Career sites on iCIMS Attract (Jibe), by their endpoint.',
  evidence: {
    requests: ['GET {host}/api/jobs?page={page}&limit=100&sortBy=posted_date&descending=true&internal=false'],
    access: 'undocumented',
    robots: '1,138 of 1,143 sites allow `/api/jobs` with `Crawl-delay: 5`; five forbid it.',
    basis: [
      'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/jibe.py, measured on 277 companies)',
      'https://github.com/santifer/career-ops (providers/jibeapply.mjs)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: pageSize, details: false },
  addresses: [
    { address: '{_company}.jibeapply.com', settings: { host: '{_company}.jibeapply.com' } },
    '{host}/api/jobs?internal=false',
    { address: '{host}/careers-home/jobs', settings: { path: 'careers-home/jobs' } },
  ],
  pageMarks: [{ text: 'app.jibecdn.com', settings: { host: '{host}' } }],
  settings,
  request: ({ baseUrl, host }, { page }) => ({
    url: `${baseUrl ?? `https://${host}`}/api/jobs?page=${page + 1}&limit=${pageSize}&sortBy=posted_date&descending=true&internal=false`,
  }),
  page: z.object({ jobs: z.array(z.unknown()), totalCount: z.number() }),
  shape: 'a page with jobs and totalCount',
  entriesOf: ({ jobs }) => jobs,
  hasMore: ({ totalCount }, read) => read < totalCount,
  entry: jobSchema,
  asPosting: ({ data: job }, { host, path, companyName: name }) => ({
    ...emptyPosting(job.title, `https://${host}/${path}/${encodeURIComponent(job.slug)}`),
    sourceJobId: job.slug,
    requisitionId: job.req_id,
    applyUrl: job.apply_url,
    company: { name: name ?? job.hiring_organization ?? host, url: null, logoUrl: null },
    places: placesOf(job),
    jobType: listOf(job.employment_type?.replaceAll('_', ' ')),
    postedAt: job.posted_date,
    descriptionHtml: job.description,
    tags: listOf(...(job.categories ?? []).map(({ name: tag }) => tag)),
  }),
});

/** A posting with several places has them in one text, "Cork, Ireland; Galway, Ireland", and the parts of the first alone. */
function placesOf({ full_location: text, city, state, country }: Job): PostingPlace[] {
  const several = text?.split(';').map((place) => place.trim()) ?? [];
  if (several.length > 1) return placeText(...new Set(several));
  return [{ text: city === null ? text : null, city, region: state, country }];
}
