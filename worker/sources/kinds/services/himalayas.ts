import { z } from 'zod';
import { coerceAmount, coerceText, coerceTexts, listOf, neededText } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { readShape } from '../../parse/read-shape.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('himalayas') });

/** The API returns at most this many postings per page. */
const pageSize = 20;

const home = 'https://himalayas.app';

/** The last page has no cursor. */
const pageSchema = z.object({
  totalCount: z.number(),
  nextCursor: z.string().nullish(),
  jobs: z.array(z.unknown()),
});

const moment = z.union([z.number(), z.string()]).nullish();
const jobSchema = z.object({
  title: neededText,
  guid: neededText,
  applicationLink: coerceText,
  companyName: coerceText,
  companyLogo: coerceText,
  employmentType: coerceText,
  minSalary: coerceAmount,
  maxSalary: coerceAmount,
  salaryPeriod: coerceText,
  currency: coerceText,
  seniority: coerceTexts,
  locationRestrictions: z
    .array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]))
    .nullish()
    .transform((regions) => regions ?? []),
  categories: coerceTexts,
  parentCategories: coerceTexts,
  description: coerceText,
  excerpt: coerceText,
  pubDate: moment,
  expiryDate: moment,
});

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
    const expected = 'an object with totalCount and a list "jobs"';
    const { totalCount, nextCursor, jobs } = readShape(response, pageSchema, expected);
    const read = readEntries(jobs, jobSchema, (job) => ({
      ...emptyPosting(job.title, job.guid),
      sourceJobId: job.guid,
      applyUrl: job.applicationLink,
      company: { name: job.companyName, url: null, logoUrl: job.companyLogo },
      remoteRegions: job.locationRestrictions,
      workplace: ['remote'],
      jobType: listOf(job.employmentType),
      level: job.seniority,
      salary:
        job.minSalary === null && job.maxSalary === null
          ? null
          : { text: null, min: job.minSalary, max: job.maxSalary, currency: job.currency, per: job.salaryPeriod },
      postedAt: job.pubDate ?? null,
      validUntil: job.expiryDate ?? null,
      descriptionHtml: job.description ?? job.excerpt,
      tags: [...job.parentCategories, ...job.categories].map((category) => category.replaceAll('-', ' ')),
    }));
    const before = Number(memo) + jobs.length;
    const byOffset = before < totalCount ? `offset=${before}` : null;
    const next = nextCursor ? `cursor=${encodeURIComponent(nextCursor)}` : byOffset;
    return { ...read, follow: jobs.length > 0 && next !== null ? [pageRequest(baseUrl, next, before)] : [] };
  },
});

function pageRequest(baseUrl: string, from: string, before: number): PageRequest {
  return { url: `${baseUrl}/jobs/api?limit=${pageSize}&${from}`, role: 'listing', accept: 'json', memo: before };
}
