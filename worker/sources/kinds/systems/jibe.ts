import { z } from 'zod';
import { careerHost, companyName } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import type { Members } from '../../parse/members.js';
import { companyNamed, emptyPosting, listOf, type PostingPlace, placeIn, placeText } from '../../posting.js';
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

/**
 * A career site on iCIMS Attract (Jibe), with its complete postings, in pages of 100. The site's own endpoint: GET /api/jobs.
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
  entries: 'jobs',
  hasMore: (page, read) => read < page.count('totalCount'),
  asPosting(entry, { host, path, companyName: name }) {
    const job = entry.object('data');
    return {
      ...emptyPosting(job.needed('title'), `https://${host}/${path}/${encodeURIComponent(job.needed('slug'))}`),
      sourceJobId: job.needed('slug'),
      requisitionId: job.text('req_id'),
      applyUrl: job.text('apply_url'),
      company: companyNamed(name ?? job.text('hiring_organization') ?? host),
      places: placesOf(job),
      jobType: listOf(job.text('employment_type')?.replaceAll('_', ' ')),
      postedAt: job.text('posted_date'),
      descriptionHtml: job.text('description'),
      tags: job.texts('categories.name'),
    };
  },
});

/** A posting with several places has them in one text, "Cork, Ireland; Galway, Ireland", and the parts of only the first. */
function placesOf(job: Members): PostingPlace[] {
  const text = job.text('full_location');
  const several = text?.split(';').map((place) => place.trim()) ?? [];
  if (several.length > 1) return placeText(...new Set(several));
  return [placeIn(text, { city: job.text('city'), region: job.text('state'), country: job.text('country') })];
}
