import { z } from 'zod';
import { answerOf, type Members } from '../../parse/members.js';
import { readEntries } from '../../parse/read-entries.js';
import { companyNamed, emptyPosting, type Posting, payWith } from '../../posting.js';
import { commonSettings, defineKind, jsonAt, type PageRequest } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('himalayas') });

/** The API returns at most this many postings per page. */
const pageSize = 20;

const home = 'https://himalayas.app';

/**
 * Himalayas' remote jobs, newest first, in pages of 20 linked by a cursor; after a response without one, by offset.
 * Documented at https://himalayas.app/docs/remote-jobs-api (GET /jobs/api?limit=&cursor=), which says that the data is
 * updated once a day.
 */
export const himalayas = defineKind({
  kind: 'himalayas',
  summary: 'Himalayas’ remote jobs, the newest first.',
  evidence: {
    requests: ['GET himalayas.app/jobs/api?limit=20[&offset={offset}][&cursor={cursor}]'],
    access: 'documented',
    robots: 'Forbids `/apply` and `?page=` of its listings.',
    basis: [
      'https://himalayas.app/docs/remote-jobs-api',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-himalayas)',
      'https://github.com/strelov1/freehire (internal/sources/himalayas.go)',
      'https://github.com/santifer/career-ops (providers/himalayas.mjs)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Public; the owner requests a link back and its name as the source.',
  cost: { perRequest: pageSize, details: false },
  attribution: 'Postings from Himalayas (https://himalayas.app).',
  defaults: { freshSeconds: 43_200, maxPages: 25 },
  addresses: ['himalayas.app'],
  settings,
  requests: ({ baseUrl = home }) => [pageRequest(baseUrl, 'offset=0', 0)],
  parse(response, { memo }, { baseUrl = home }) {
    const answer = answerOf(response);
    const jobs = answer.list('jobs');
    const before = Number(memo) + jobs.length;
    const byOffset = before < answer.count('totalCount') ? `offset=${before}` : null;
    // The last page has no cursor.
    const cursor = answer.text('nextCursor');
    const next = cursor === null ? byOffset : `cursor=${encodeURIComponent(cursor)}`;
    return readEntries(jobs, asPosting, jobs.length > 0 && next !== null ? pageRequest(baseUrl, next, before) : null);
  },
});

const asPosting = (job: Members): Posting => ({
  ...emptyPosting(job.needed('title'), job.needed('guid')),
  sourceJobId: job.needed('guid'),
  applyUrl: job.text('applicationLink'),
  company: companyNamed(job.text('companyName'), { logoUrl: job.text('companyLogo') }),
  remoteRegions: job.texts('locationRestrictions', 'locationRestrictions.name'),
  workplace: ['remote'],
  jobType: job.texts('employmentType'),
  level: job.texts('seniority'),
  salary: payWith({
    min: job.amount('minSalary'),
    max: job.amount('maxSalary'),
    currency: job.text('currency'),
    per: job.text('salaryPeriod'),
  }),
  postedAt: job.moment('pubDate'),
  validUntil: job.moment('expiryDate'),
  descriptionHtml: job.text('description', 'excerpt'),
  tags: job.texts('parentCategories', 'categories').map((category) => category.replaceAll('-', ' ')),
});

const pageRequest = (baseUrl: string, from: string, before: number): PageRequest =>
  jsonAt(`${baseUrl}/jobs/api?limit=${pageSize}&${from}`, { memo: before });
