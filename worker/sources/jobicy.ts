import { z } from 'zod';
import { emptyPosting } from '../posting.js';
import { sourceChanged } from '../source-errors.js';
import { looseAmount, looseText, looseTexts, told } from './loose.js';
import { readEntries } from './read-entries.js';
import { readJson } from './read-json.js';
import { commonSettings, defineKind } from './source.js';

const settings = commonSettings.extend({ kind: z.literal('jobicy') });

const jobSchema = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  url: z.string(),
  jobTitle: z.string(),
  companyName: looseText,
  companyLogo: looseText,
  jobIndustry: looseTexts,
  jobType: looseTexts,
  jobGeo: looseText,
  jobLevel: looseText,
  jobDescription: looseText,
  jobExcerpt: looseText,
  pubDate: looseText,
  annualSalaryMin: looseAmount,
  annualSalaryMax: looseAmount,
  salaryMin: looseAmount,
  salaryMax: looseAmount,
  salaryCurrency: looseText,
  salaryPeriod: looseText,
});

/**
 * Jobicy's remote jobs, the newest hundred in one request.
 * Documented at https://jobi.cy/apidocs (GET /api/v2/remote-jobs?count=).
 */
export const jobicy = defineKind({
  kind: 'jobicy',
  summary: 'Jobicy’s remote jobs, the newest hundred.',
  documentation: 'https://jobi.cy/apidocs',
  terms: 'The API is public; its owner asks for clear credit with a link and for no more than a few requests a day.',
  attribution: 'Postings from Jobicy (https://jobicy.com).',
  defaults: { freshSeconds: 21_600 },
  settings,
  narrows: () => [],
  wing: () => 'http',
  ask: ({ baseUrl = 'https://jobicy.com' }) => [
    { url: `${baseUrl}/api/v2/remote-jobs?count=100`, role: 'listing', accept: 'json' },
  ],
  read(answer) {
    const page = z.object({ jobs: z.array(z.unknown()) }).safeParse(readJson(answer));
    if (!page.success) throw sourceChanged('an object with a list "jobs"', answer.body.slice(0, 80));
    const read = readEntries(page.data.jobs, jobSchema, (job) => {
      const min = job.annualSalaryMin ?? job.salaryMin;
      const max = job.annualSalaryMax ?? job.salaryMax;
      const per = job.annualSalaryMin === null && job.annualSalaryMax === null ? job.salaryPeriod : 'year';
      return {
        ...emptyPosting(job.jobTitle, job.url),
        sourceJobId: job.id,
        company: { name: job.companyName, url: null, logoUrl: job.companyLogo },
        remoteRegions: told(job.jobGeo),
        workplace: ['remote'],
        jobType: job.jobType,
        level: told(job.jobLevel === 'Any' ? null : job.jobLevel),
        salary: min === null && max === null ? null : { text: null, min, max, currency: job.salaryCurrency, per },
        postedAt: job.pubDate,
        descriptionHtml: job.jobDescription ?? job.jobExcerpt,
        tags: job.jobIndustry,
      };
    });
    return { ...read, follow: [] };
  },
});
