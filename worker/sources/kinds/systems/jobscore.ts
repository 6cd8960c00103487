import { z } from 'zod';
import { boardNameIn, companyName } from '../../parse/board-settings.js';
import { coerceText, listOf, neededId, neededText } from '../../parse/coerce.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('jobscore'),
  board: boardNameIn('careers.jobscore.com/careers/BOARD'),
  companyName,
});

const jobSchema = z.object({
  id: neededId,
  title: neededText,
  detail_url: coerceText,
  apply_url: coerceText,
  description: coerceText,
  opened_date: coerceText,
  job_type: coerceText,
  experience_level: coerceText,
  department: coerceText,
  location: coerceText,
  city: coerceText,
  state: coerceText,
  country: coerceText,
  remote: z.union([z.string(), z.boolean().transform((isRemote) => (isRemote ? 'Yes' : 'No'))]).nullish(),
});

/**
 * A company's job board on JobScore, complete in one request.
 * Documented at https://support.jobscore.com/hc/en-us/articles/202001320-Developers-Guide-to-Job-Feed-APIs.
 */
export const jobscore = defineListing({
  kind: 'jobscore',
  summary: 'Job boards on JobScore, by the job feed.',
  evidence: {
    requests: ['GET careers.jobscore.com/jobs/{board}/feed.json'],
    access: 'documented',
    robots: null,
    basis: [
      'https://support.jobscore.com/hc/en-us/articles/202001320-Developers-Guide-to-Job-Feed-APIs',
      'https://github.com/strelov1/freehire (internal/sources/jobscore.go)',
      'https://github.com/strelov1/freehire (internal/sources/jobscore_test.go)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Made for showing openings on other sites, at most one request an hour.',
  cost: { perRequest: 'all', details: false },
  // The owner allows one request of a feed an hour.
  defaults: { freshSeconds: 3600 },
  addresses: ['careers.jobscore.com/careers/{board}', 'careers.jobscore.com/jobs/{board}'],
  settings,
  request: ({ baseUrl = 'https://careers.jobscore.com', board }) => ({ url: `${baseUrl}/jobs/${board}/feed.json` }),
  page: z.object({ company_name: coerceText, jobs: z.array(z.unknown()) }),
  shape: 'an object with a list "jobs"',
  list: { member: 'jobs', beside: ['company_name'] },
  entriesOf: ({ jobs }) => jobs,
  entry: jobSchema,
  asPosting: (job, { board, companyName: name }, page) => ({
    ...emptyPosting(job.title, job.detail_url ?? `https://careers.jobscore.com/careers/${board}/jobs/${job.id}`),
    sourceJobId: job.id,
    applyUrl: job.apply_url,
    company: { name: name ?? page.company_name ?? board, url: null, logoUrl: null },
    places: [
      { text: job.city === null ? job.location : null, city: job.city, region: job.state, country: job.country },
    ],
    workplace: listOf(workplaceOf(job.remote)),
    jobType: listOf(job.job_type),
    level: listOf(job.experience_level),
    postedAt: job.opened_date,
    descriptionHtml: job.description,
    tags: listOf(job.department),
  }),
});

/** "Yes | Can work remotely some of the time", "No | Must be able to work onsite all of the time". */
function workplaceOf(remote: string | null | undefined): string | null {
  if (!remote) return null;
  if (/^no\b/i.test(remote)) return 'on site';
  return /^yes\b/i.test(remote) ? (/\bsome of the time/i.test(remote) ? 'hybrid' : 'remote') : null;
}
