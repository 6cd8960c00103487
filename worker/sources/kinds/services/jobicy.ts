import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { coerceAmount, coerceText, coerceTexts, listOf, neededId, neededText } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { readShape } from '../../parse/read-shape.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('jobicy') });

const jobSchema = z.object({
  id: neededId,
  url: neededText,
  jobTitle: neededText,
  companyName: coerceText,
  companyLogo: coerceText,
  jobIndustry: coerceTexts,
  jobType: coerceTexts,
  jobGeo: coerceText,
  jobLevel: coerceText,
  jobDescription: coerceText,
  jobExcerpt: coerceText,
  pubDate: coerceText,
  annualSalaryMin: coerceAmount,
  annualSalaryMax: coerceAmount,
  salaryMin: coerceAmount,
  salaryMax: coerceAmount,
  salaryCurrency: coerceText,
  salaryPeriod: coerceText,
});
type Job = z.infer<typeof jobSchema>;

/**
 * Jobicy's remote jobs, the newest hundred in one request.
 * Documented at https://github.com/Jobicy/remote-jobs-api (GET /api/v2/remote-jobs?count=, 1 to 100), which asks for at
 * most one request per hour.
 */
export const jobicy = defineKind({
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
  requests: ({ baseUrl = 'https://jobicy.com' }) => [
    { url: `${baseUrl}/api/v2/remote-jobs?count=100`, role: 'listing', accept: 'json' },
  ],
  parse(response) {
    const { jobs } = readShape(response, z.object({ jobs: z.array(z.unknown()) }), 'an object with a list "jobs"');
    const read = readEntries(jobs, jobSchema, (job) => ({
      ...emptyPosting(job.jobTitle, job.url),
      sourceJobId: job.id,
      company: { name: job.companyName, url: null, logoUrl: job.companyLogo },
      remoteRegions: listOf(...(job.jobGeo ?? '').split(/(?:(?<!\s)\s+)?,\s*/)),
      workplace: ['remote'],
      jobType: job.jobType,
      level: listOf(levels[job.jobLevel ?? ''] ?? job.jobLevel).filter((level) => level !== 'Any'),
      salary: payOf(job),
      postedAt: job.pubDate,
      descriptionHtml: job.jobDescription ?? job.jobExcerpt,
      tags: job.jobIndustry,
    }));
    return { ...read, follow: [] };
  },
});

/** Levels for which Jobicy uses its own word. */
const levels: Readonly<Record<string, string>> = tableOf({ Midweight: 'Mid level' });

/** Older responses state yearly pay in separate fields. */
function payOf(job: Job): Posting['salary'] {
  const yearly = { min: job.annualSalaryMin, max: job.annualSalaryMax };
  const { min, max } = yearly.min === null && yearly.max === null ? { min: job.salaryMin, max: job.salaryMax } : yearly;
  if (min === null && max === null) return null;
  const per = yearly.min === null && yearly.max === null ? job.salaryPeriod : 'year';
  return { text: null, min, max, currency: job.salaryCurrency, per };
}
