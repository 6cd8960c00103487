import { z } from 'zod';
import { boardSetting, companyName } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import type { Members } from '../../parse/members.js';
import {
  companyNamed,
  emptyPosting,
  listOf,
  type Posting,
  type PostingPlace,
  payWith,
  placeWith,
} from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('ashby'),
  board: boardSetting(/^[\w .%-]{1,80}$/, 'board name, as in jobs.ashbyhq.com/BOARD'),
  company: companyName,
});

/**
 * A company's job board on Ashby, complete in one request.
 * Documented at https://developers.ashbyhq.com/docs/public-job-posting-api.
 */
export const ashby = defineListing({
  kind: 'ashby',
  summary: 'Job boards on Ashby, by the job posting API.',
  evidence: {
    requests: ['GET api.ashbyhq.com/posting-api/job-board/{board}?includeCompensation=true'],
    access: 'documented',
    robots: 'Answers 401, which RFC 9309 counts as no rules.',
    basis: [
      'https://developers.ashbyhq.com/docs/public-job-posting-api',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/ashby.py)',
      'https://github.com/santifer/career-ops (providers/ashby.mjs)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Public, made for other sites.',
  cost: { perRequest: 'all', details: false },
  addresses: ['jobs.ashbyhq.com/{board}', 'api.ashbyhq.com/posting-api/job-board/{board}'],
  settings,
  request: ({ baseUrl = 'https://api.ashbyhq.com', board }) => ({
    url: `${baseUrl}/posting-api/job-board/${encodeURIComponent(board)}?includeCompensation=true`,
  }),
  entries: 'jobs',
  inParts: [],
  // An unlisted posting has an address but is not meant to be found through a search.
  isShown: (job) => job.flag('isListed') !== false,
  asPosting: (job, { company, board }) => ({
    ...emptyPosting(job.needed('title'), job.needed('jobUrl')),
    sourceJobId: job.needed('id'),
    applyUrl: job.text('applyUrl'),
    company: companyNamed(company ?? board),
    places: [job, ...job.rows('secondaryLocations')].flatMap(placeOf),
    workplace: listOf(job.text('workplaceType') ?? (job.flag('isRemote') ? 'remote' : null)),
    jobType: job.texts('employmentType'),
    salary: payOf(job),
    postedAt: job.text('publishedAt'),
    descriptionHtml: job.text('descriptionHtml'),
    descriptionText: job.text('descriptionPlain'),
    tags: job.texts('department', 'team'),
  }),
});

function placeOf(stated: Members): PostingPlace[] {
  const text = stated.text('location');
  const country = stated.text('address.addressCountry', 'address.postalAddress.addressCountry');
  return text === null && country === null ? [] : [placeWith({ text, country })];
}

/** The salary among the components of a posting's pay (not equity or bonus), in parts if stated. */
function payOf(job: Members): Posting['salary'] {
  if (job.flag('shouldDisplayCompensationOnJobPostings') === false) return null;
  const pay = job.at('compensation');
  const salary = pay
    .rows('summaryComponents')
    .find((part) => part.text('compensationType') === 'Salary' && (part.amount('minValue') ?? part.amount('maxValue')));
  const interval = salary?.text('interval');
  return payWith({
    text: pay.text('scrapeableCompensationSalarySummary', 'compensationTierSummary'),
    ...(salary && {
      min: salary.amount('minValue'),
      max: salary.amount('maxValue'),
      currency: salary.text('currencyCode'),
      per: interval === 'NONE' ? null : (interval ?? null),
    }),
  });
}
