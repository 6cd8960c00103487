import { z } from 'zod';
import { emptyPosting } from '../posting.js';
import { sourceChanged } from '../source-errors.js';
import { looseAmount, looseText, looseTexts, told } from './loose.js';
import { readEntries } from './read-entries.js';
import { readJson } from './read-json.js';
import { type Ask, commonSettings, defineKind } from './source.js';

const settings = commonSettings.extend({ kind: z.literal('himalayas') });

/** The interface gives at most this many postings a page. */
const pageSize = 20;

const moment = z.union([z.number(), z.string()]).nullish();
const jobSchema = z.object({
  title: z.string(),
  guid: z.string(),
  applicationLink: looseText,
  companyName: looseText,
  companyLogo: looseText,
  employmentType: looseText,
  minSalary: looseAmount,
  maxSalary: looseAmount,
  salaryPeriod: looseText,
  currency: looseText,
  seniority: looseTexts,
  locationRestrictions: looseTexts,
  categories: looseTexts,
  description: looseText,
  pubDate: moment,
  expiryDate: moment,
});

/**
 * Himalayas' remote jobs, newest first, page by page.
 * Documented at https://himalayas.app/api (GET /jobs/api?limit=&offset=).
 */
export const himalayas = defineKind({
  kind: 'himalayas',
  summary: 'Himalayas’ remote jobs, the newest first.',
  documentation: 'https://himalayas.app/api',
  terms: 'The API is public; its owner asks for a link back and for its name as the source.',
  attribution: 'Postings from Himalayas (https://himalayas.app).',
  defaults: { freshSeconds: 3600, maxPages: 25 },
  settings,
  narrows: () => [],
  wing: () => 'http',
  ask: ({ baseUrl = 'https://himalayas.app' }) => [pageAsk(baseUrl, 0)],
  read(answer, _ask, { baseUrl = 'https://himalayas.app' }) {
    const page = z
      .object({ offset: z.number().default(0), totalCount: z.number().default(0), jobs: z.array(z.unknown()) })
      .safeParse(readJson(answer));
    if (!page.success) throw sourceChanged('an object with a list "jobs"', answer.body.slice(0, 80));
    const read = readEntries(page.data.jobs, jobSchema, (job) => ({
      ...emptyPosting(job.title, job.guid),
      sourceJobId: job.guid,
      applyUrl: job.applicationLink,
      company: { name: job.companyName, url: null, logoUrl: job.companyLogo },
      remoteRegions: job.locationRestrictions,
      workplace: ['remote'],
      jobType: told(job.employmentType),
      level: job.seniority,
      salary:
        job.minSalary === null && job.maxSalary === null
          ? null
          : { text: null, min: job.minSalary, max: job.maxSalary, currency: job.currency, per: job.salaryPeriod },
      postedAt: job.pubDate ?? null,
      validUntil: job.expiryDate ?? null,
      descriptionHtml: job.description,
      tags: job.categories.map((category) => category.replaceAll('-', ' ')),
    }));
    const next = page.data.offset + pageSize;
    return {
      ...read,
      follow: page.data.jobs.length > 0 && next < page.data.totalCount ? [pageAsk(baseUrl, next)] : [],
    };
  },
});

function pageAsk(baseUrl: string, offset: number): Ask {
  return { url: `${baseUrl}/jobs/api?limit=${pageSize}&offset=${offset}`, role: 'listing', accept: 'json' };
}
