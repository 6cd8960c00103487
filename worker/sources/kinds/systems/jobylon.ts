import { z } from 'zod';
import { embeddedLiteral } from '../../parse/embedded-json.js';
import { Members } from '../../parse/members.js';
import { readListed } from '../../parse/read-entries.js';
import { readJobPage } from '../../parse/site-page.js';
import { companyNamed, emptyPosting, placeText } from '../../posting.js';
import { commonSettings, defineKind, pageAt } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('jobylon'),
  board: z
    .string()
    .regex(/^(?:companies|company-groups)\/\d{1,10}(?:-[\w-]{1,80})?$/, 'Such as companies/1955 or company-groups/241.')
    .describe('Company or group, as in cdn.jobylon.com/jobs/companies/NUMBER/embed/v2/: companies/NUMBER.'),
});

/**
 * A company's jobs on Jobylon: all in the page embedded in its careers page, as a JavaScript literal, and one page per
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
    pageAt(`${baseUrl}/jobs/${/^[a-z-]+\/\d+/.exec(board)?.[0] ?? ''}/embed/v2/?page_size=1000`),
  ],
  parse(response, request, { baseUrl = 'https://emp.jobylon.com' }) {
    if (request.role === 'detail') return readJobPage(response, request);
    const page = new Members(embeddedLiteral(response.body, "JBL.embed_v2['jobs'] ="));
    const open = page.list().filter((job) => page.item(job).flag('is_internal') !== true);
    return readListed(open, (job) => {
      const { pathname } = new URL(job.needed('url'), baseUrl);
      return pageAt(`${baseUrl}${pathname}`, {
        role: 'detail',
        listed: {
          ...emptyPosting(job.needed('title'), `https://emp.jobylon.com${pathname}`),
          sourceJobId: job.needed('id'),
          company: companyNamed(job.text('company')),
          places: placeText(...job.texts('locations')),
          workplace: job.texts('workspace'),
          jobType: job.texts('employment_type'),
          level: job.texts('experience'),
          tags: job.texts('function'),
        },
      });
    });
  },
});
