import { z } from 'zod';
import { emptyPosting } from '../posting.js';
import { sourceChanged } from '../source-errors.js';
import { looseFlag, looseText, placeText, told } from './loose.js';
import { readEntries } from './read-entries.js';
import { readJson } from './read-json.js';
import { commonSettings, defineKind } from './source.js';

const settings = commonSettings.extend({
  kind: z.literal('ashby'),
  board: z
    .string()
    .regex(/^[\w .%-]{1,80}$/, 'The board name: the last part of jobs.ashbyhq.com/BOARD.')
    .describe('Board name, as in jobs.ashbyhq.com/BOARD.'),
  company: z.string().min(1).max(120).optional().describe('Company name; Ashby’s postings do not state it.'),
});

const jobSchema = z.object({
  id: z.string(),
  title: z.string(),
  jobUrl: z.string(),
  applyUrl: looseText,
  location: looseText,
  secondaryLocations: z.array(z.object({ location: looseText })).nullish(),
  department: looseText,
  team: looseText,
  employmentType: looseText,
  isRemote: looseFlag,
  workplaceType: looseText,
  publishedAt: looseText,
  descriptionHtml: looseText,
  compensation: z
    .object({ scrapeableCompensationSalarySummary: looseText, compensationTierSummary: looseText })
    .nullish(),
});

const unlisted = z.object({ isListed: z.literal(false) });

/**
 * A company's job board on Ashby, whole in one request.
 * Documented at https://developers.ashbyhq.com/docs/public-job-posting-api.
 */
export const ashby = defineKind({
  kind: 'ashby',
  summary: 'A company’s job board on Ashby, by its public job posting API.',
  documentation: 'https://developers.ashbyhq.com/docs/public-job-posting-api',
  terms: 'The job posting API is public and made for showing a company’s openings elsewhere.',
  settings,
  narrows: () => [],
  wing: () => 'http',
  ask: ({ baseUrl = 'https://api.ashbyhq.com', board }) => [
    {
      url: `${baseUrl}/posting-api/job-board/${encodeURIComponent(board)}?includeCompensation=true`,
      role: 'listing',
      accept: 'json',
    },
  ],
  read(answer, _ask, { company, board }) {
    const page = z.object({ jobs: z.array(z.unknown()) }).safeParse(readJson(answer));
    if (!page.success) throw sourceChanged('an object with a list "jobs"', answer.body.slice(0, 80));
    // An unlisted posting has an address but is not meant to be found.
    const listed = page.data.jobs.filter((job) => !unlisted.safeParse(job).success);
    const read = readEntries(listed, jobSchema, (job) => {
      const pay =
        job.compensation?.scrapeableCompensationSalarySummary ?? job.compensation?.compensationTierSummary ?? null;
      return {
        ...emptyPosting(job.title, job.jobUrl),
        sourceJobId: job.id,
        applyUrl: job.applyUrl,
        company: { name: company ?? board, url: null, logoUrl: null },
        places: placeText(job.location, ...(job.secondaryLocations ?? []).map(({ location }) => location)),
        workplace: told(job.workplaceType, job.workplaceType === null && job.isRemote ? 'remote' : null),
        jobType: told(job.employmentType),
        salary: pay === null ? null : { text: pay, min: null, max: null, currency: null, per: null },
        postedAt: job.publishedAt,
        descriptionHtml: job.descriptionHtml,
        tags: told(job.department, job.team),
      };
    });
    return { ...read, follow: [] };
  },
});
