import { z } from 'zod';
import { boardNameIn, companyName } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import type { Members } from '../../parse/members.js';
import { companyNamed, emptyPosting, listOf, placeIn } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('jobscore'),
  board: boardNameIn('careers.jobscore.com/careers/BOARD'),
  companyName,
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
  // The owner allows one request of a feed per hour.
  defaults: { freshSeconds: 3600 },
  addresses: ['careers.jobscore.com/careers/{board}', 'careers.jobscore.com/jobs/{board}'],
  settings,
  request: ({ baseUrl = 'https://careers.jobscore.com', board }) => ({ url: `${baseUrl}/jobs/${board}/feed.json` }),
  entries: 'jobs',
  inParts: ['company_name'],
  asPosting(job, { board, companyName: name }, page) {
    const id = job.needed('id');
    return {
      ...emptyPosting(
        job.needed('title'),
        job.text('detail_url') ?? `https://careers.jobscore.com/careers/${board}/jobs/${id}`,
      ),
      sourceJobId: id,
      applyUrl: job.text('apply_url'),
      company: companyNamed(name ?? page.text('company_name') ?? board),
      places: [
        placeIn(job.text('location'), {
          city: job.text('city'),
          region: job.text('state'),
          country: job.text('country'),
        }),
      ],
      workplace: listOf(workplaceOf(job)),
      jobType: job.texts('job_type'),
      level: job.texts('experience_level'),
      postedAt: job.text('opened_date'),
      descriptionHtml: job.text('description'),
      tags: job.texts('department'),
    };
  },
});

/** A flag, or "Yes | Can work remotely some of the time", "No | Must be able to work onsite all of the time". */
function workplaceOf(job: Members): string | null {
  const stated = job.flag('remote');
  const remote = stated === null ? (job.text('remote') ?? '') : stated ? 'Yes' : 'No';
  if (/^no\b/i.test(remote)) return 'on site';
  return /^yes\b/i.test(remote) ? (/\bsome of the time/i.test(remote) ? 'hybrid' : 'remote') : null;
}
