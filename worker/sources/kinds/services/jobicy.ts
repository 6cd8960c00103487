import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { defineListing } from '../../parse/listing-kind.js';
import type { Members } from '../../parse/members.js';
import { companyNamed, emptyPosting, listOf, type Posting, payWith } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('jobicy') });

/**
 * Jobicy's remote jobs, the newest hundred in one request.
 * Documented at https://github.com/Jobicy/remote-jobs-api (GET /api/v2/remote-jobs?count=, 1 to 100), which requests at
 * most one request per hour.
 */
export const jobicy = defineListing({
  kind: 'jobicy',
  summary: 'Jobicy’s remote jobs, the newest hundred.',
  evidence: {
    requests: ['GET jobicy.com/api/v2/remote-jobs?count=100'],
    access: 'documented',
    robots: 'Answers 403 with a bot check; the interface itself answers.',
    basis: [
      'https://github.com/Jobicy/remote-jobs-api',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-jobicy)',
      'https://github.com/santifer/career-ops (providers/jobicy.mjs)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms:
    'Public; the owner requests credit with a link, at most one request an hour, and no forwarding to other job sites.',
  cost: { perRequest: 'all', details: false },
  attribution: 'Postings from Jobicy (https://jobicy.com).',
  defaults: { freshSeconds: 21_600 },
  addresses: ['jobicy.com'],
  settings,
  absence: 'newest',
  request: ({ baseUrl = 'https://jobicy.com' }) => ({ url: `${baseUrl}/api/v2/remote-jobs?count=100` }),
  entries: 'jobs',
  asPosting: (job) => ({
    ...emptyPosting(job.needed('jobTitle'), job.needed('url')),
    sourceJobId: job.needed('id'),
    company: companyNamed(job.text('companyName'), { logoUrl: job.text('companyLogo') }),
    remoteRegions: listOf(...(job.text('jobGeo') ?? '').split(/(?:(?<!\s)\s+)?,\s*/)),
    workplace: ['remote'],
    jobType: job.texts('jobType'),
    level: job
      .texts('jobLevel')
      .map((level) => levels[level] ?? level)
      .filter((level) => level !== 'Any'),
    // Older responses state yearly pay in separate fields.
    salary: payOf(job, 'annualSalary', 'year') ?? payOf(job, 'salary', job.text('salaryPeriod')),
    postedAt: job.text('pubDate'),
    descriptionHtml: job.text('jobDescription', 'jobExcerpt'),
    tags: job.texts('jobIndustry'),
  }),
});

/** Jobicy's own words for levels. */
const levels: Readonly<Record<string, string>> = tableOf({ Midweight: 'Mid level' });

const payOf = (job: Members, name: string, per: string | null): Posting['salary'] =>
  payWith({
    min: job.amount(`${name}Min`),
    max: job.amount(`${name}Max`),
    currency: job.text('salaryCurrency'),
    per,
  });
