import { z } from 'zod';
import { coerceText, coerceTexts, listOf, neededId, neededText, placeText } from '../../parse/coerce.js';
import { embeddedLiteral } from '../../parse/embedded-json.js';
import { asShape, readListed } from '../../parse/read-shape.js';
import { readJobPage } from '../../parse/site-page.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings, defineKind } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('jobylon'),
  board: z
    .string()
    .regex(/^(?:companies|company-groups)\/\d{1,10}(?:-[\w-]{1,80})?$/, 'Such as companies/1955 or company-groups/241.')
    .describe('Company or group, as in cdn.jobylon.com/jobs/companies/NUMBER/embed/v2/: companies/NUMBER.'),
});

const jobSchema = z.object({
  id: neededId,
  title: neededText,
  url: neededText,
  company: coerceText,
  locations: coerceTexts,
  workspace: coerceText,
  experience: coerceText,
  employment_type: coerceText,
  function: coerceText,
});

const internal = z.object({ is_internal: z.literal(true) });

/**
 * A company's jobs on Jobylon: all in the page that is embedded in its careers page, as a literal of JavaScript, and one page per
 * posting, which contains a JobPosting.
 */
export const jobylon = defineKind({
  kind: 'jobylon',
  summary: 'Jobs on Jobylon, by the embedded page and pages with JobPosting.',
  evidence: {
    requests: [
      'GET cdn.jobylon.com/jobs/companies/{company}/embed/v2/?page_size=1000',
      'GET cdn.jobylon.com/jobs/company-groups/{group}/embed/v2/?page_size=1000',
      'GET emp.jobylon.com/jobs/{posting}/',
    ],
    access: 'page',
    robots: null,
    basis: [
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/jobylon.py)',
      'https://github.com/colophon-group/jobseek (apps/crawler/tests/fixtures/jobylon_mcdonalds_se.html)',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-ats-jobylon)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Public, made for other sites.',
  cost: { perRequest: 'all', details: true },
  addresses: [
    { address: 'cdn.jobylon.com/jobs/companies/{_id}/embed', settings: { board: 'companies/{_id}' } },
    { address: 'cdn.jobylon.com/jobs/company-groups/{_id}/embed', settings: { board: 'company-groups/{_id}' } },
    { address: 'emp.jobylon.com/companies/{_id}', settings: { board: 'companies/{_id}' } },
  ],
  settings,
  defaults: { perMinute: 60, timeoutSeconds: 600 },
  requests: ({ baseUrl = 'https://cdn.jobylon.com', board }) => [
    {
      ...{ url: `${baseUrl}/jobs/${/^[a-z-]+\/\d+/.exec(board)?.[0] ?? ''}/embed/v2/?page_size=1000` },
      ...{ role: 'listing', accept: 'page', render: 'never' },
    },
  ],
  parse(response, request, { baseUrl = 'https://emp.jobylon.com' }) {
    if (request.role === 'detail') return readJobPage(response, request);
    const data = embeddedLiteral(response.body, "JBL.embed_v2['jobs'] =");
    const open = asShape(data, z.array(z.unknown()), 'a list of jobs').filter(
      (job) => !internal.safeParse(job).success,
    );
    return {
      postings: [],
      ...readListed(open, jobSchema, (job) => {
        const { pathname } = new URL(job.url, baseUrl);
        return {
          url: `${baseUrl}${pathname}`,
          role: 'detail',
          accept: 'page',
          render: 'never',
          listed: {
            ...emptyPosting(job.title, `https://emp.jobylon.com${pathname}`),
            sourceJobId: job.id,
            company: { name: job.company, url: null, logoUrl: null },
            places: placeText(...job.locations),
            workplace: listOf(job.workspace),
            jobType: listOf(job.employment_type),
            level: listOf(job.experience),
            tags: listOf(job.function),
          },
        };
      }),
    };
  },
});
