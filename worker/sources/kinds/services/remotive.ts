import { z } from 'zod';
import { coerceText, coerceTexts, listOf, neededId, neededText } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { readShape } from '../../parse/read-shape.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings, defineKind } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('remotive') });

const jobSchema = z.object({
  id: neededId,
  title: neededText,
  url: neededText,
  company_name: coerceText,
  company_logo: coerceText,
  company_logo_url: coerceText,
  category: coerceText,
  tags: coerceTexts,
  job_type: coerceText,
  publication_date: coerceText,
  candidate_required_location: coerceText,
  salary: coerceText,
  description: coerceText,
});

/**
 * Remotive's remote jobs, complete in one request.
 * Documented at https://github.com/remotive-com/remote-jobs-api (GET /api/remote-jobs).
 */
export const remotive = defineKind({
  kind: 'remotive',
  summary: 'Remotive’s remote jobs.',
  evidence: {
    requests: ['GET remotive.com/api/remote-jobs'],
    access: 'documented',
    robots: 'Several projects of 2026 report that remotive.com forbids `/api/*` and `/*search=` to every client.',
    basis: [
      'https://github.com/remotive-com/remote-jobs-api',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-remotive)',
      'https://github.com/strelov1/freehire (internal/sources/remotive.go)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms:
    'The API is public; its owner asks for at most four requests a day, a link back to Remotive and its name as the source, and not to pass its jobs on to other job sites.',
  cost: { perRequest: 'all', details: false },
  attribution: 'Postings from Remotive (https://remotive.com).',
  defaults: { freshSeconds: 21_600 },
  addresses: ['remotive.com', 'remotive.io'],
  settings: settings.refine(({ freshSeconds = 21_600 }) => freshSeconds >= 21_600, {
    path: ['freshSeconds'],
    message: 'Remotive allows four fetches a day: at least 21600.',
  }),
  requests: ({ baseUrl = 'https://remotive.com' }) => [
    { url: `${baseUrl}/api/remote-jobs`, role: 'listing', accept: 'json', list: { member: 'jobs' } },
  ],
  parse(response) {
    const { jobs } = readShape(response, z.object({ jobs: z.array(z.unknown()) }), 'an object with a list "jobs"');
    const read = readEntries(jobs, jobSchema, (job) => ({
      ...emptyPosting(job.title, job.url),
      sourceJobId: job.id,
      company: { name: job.company_name, url: null, logoUrl: job.company_logo_url ?? job.company_logo },
      remoteRegions: regionsOf(job.candidate_required_location),
      workplace: ['remote'],
      jobType: listOf(job.job_type === 'other' ? null : job.job_type?.replaceAll('_', ' ')),
      salary: job.salary === null ? null : { text: job.salary, min: null, max: null, currency: null, per: null },
      postedAt: job.publication_date,
      descriptionHtml: job.description,
      tags: [...listOf(job.category), ...job.tags],
    }));
    return { ...read, follow: [] };
  },
});

/** "USA, Canada, CST (UTC-6)": regions, and sometimes a time zone, which is not a region. */
function regionsOf(text: string | null): string[] {
  return listOf(...(text ?? '').split(/(?:(?<!\s)\s+)?[,;]\s*/)).filter(
    (part) => !/\b(?:UTC|GMT)\b|timezone/i.test(part),
  );
}
