import { z } from 'zod';
import { emptyPosting } from '../posting.js';
import { sourceChanged } from '../source-errors.js';
import { looseFlag, looseText, placeParts, told } from './loose.js';
import { readEntries } from './read-entries.js';
import { readJson } from './read-json.js';
import { commonSettings, defineKind } from './source.js';

const settings = commonSettings.extend({
  kind: z.literal('workable'),
  account: z
    .string()
    .regex(/^[\w-]{1,80}$/, 'The account, as in apply.workable.com/ACCOUNT.')
    .describe('Account, as in apply.workable.com/ACCOUNT.'),
});

const location = z.object({
  country: looseText,
  countryCode: looseText,
  city: looseText,
  region: looseText,
  hidden: looseFlag,
});
const jobSchema = z.object({
  title: z.string(),
  shortcode: z.string(),
  url: z.string(),
  application_url: looseText,
  code: looseText,
  employment_type: looseText,
  experience: looseText,
  telecommuting: looseFlag,
  department: looseText,
  industry: looseText,
  function: looseText,
  published_on: looseText,
  created_at: looseText,
  country: looseText,
  city: looseText,
  state: looseText,
  locations: z.array(location).nullish(),
  description: looseText,
});

/**
 * A company's openings on Workable, whole in one request.
 * Documented at https://help.workable.com/hc/en-us/articles/115012771647 (the careers page widget's endpoint).
 */
export const workable = defineKind({
  kind: 'workable',
  summary: 'A company’s openings on Workable, by the public endpoint of its careers widget.',
  documentation: 'https://help.workable.com/hc/en-us/articles/115012771647',
  terms: 'The widget endpoint is public and made for showing a company’s openings on other pages.',
  settings,
  narrows: () => [],
  wing: () => 'http',
  ask: ({ baseUrl = 'https://apply.workable.com', account }) => [
    { url: `${baseUrl}/api/v1/widget/accounts/${account}?details=true`, role: 'listing', accept: 'json' },
  ],
  read(answer, _ask, { account }) {
    const page = z.object({ name: looseText, jobs: z.array(z.unknown()) }).safeParse(readJson(answer));
    if (!page.success) throw sourceChanged('an object with a list "jobs"', answer.body.slice(0, 80));
    const read = readEntries(page.data.jobs, jobSchema, (job) => {
      const shown = (job.locations ?? []).filter(({ hidden }) => hidden !== true);
      const places = shown.flatMap((each) => placeParts(each.city, each.region, each.country ?? each.countryCode));
      return {
        ...emptyPosting(job.title, job.url),
        sourceJobId: job.shortcode,
        requisitionId: job.code,
        applyUrl: job.application_url,
        company: { name: page.data.name ?? account, url: null, logoUrl: null },
        places: places.length > 0 ? places : placeParts(job.city, job.state, job.country),
        workplace: told(job.telecommuting ? 'remote' : null),
        jobType: told(job.employment_type),
        level: told(job.experience),
        postedAt: job.published_on ?? job.created_at,
        descriptionHtml: job.description,
        tags: told(job.department, job.function, job.industry),
      };
    });
    return { ...read, follow: [] };
  },
});
