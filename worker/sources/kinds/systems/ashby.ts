import { z } from 'zod';
import { boardSetting, companyName } from '../../parse/board-settings.js';
import { coerceAmount, coerceFlag, coerceText, listOf, neededText } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { readJson } from '../../parse/read-json.js';
import { emptyPosting, type Posting, type PostingPlace } from '../../posting.js';
import { commonSettings, defineKind, sourceChanged } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('ashby'),
  board: boardSetting(/^[\w .%-]{1,80}$/, 'board name, as in jobs.ashbyhq.com/BOARD'),
  company: companyName,
});

const address = z
  .object({ postalAddress: z.object({ addressCountry: coerceText }).nullish() })
  .nullish()
  .transform((value) => value?.postalAddress?.addressCountry ?? null);
const secondaryAddress = z
  .object({ addressCountry: coerceText, postalAddress: z.object({ addressCountry: coerceText }).nullish() })
  .nullish()
  .transform((value) => value?.addressCountry ?? value?.postalAddress?.addressCountry ?? null);
const component = z.object({
  compensationType: coerceText,
  interval: coerceText,
  currencyCode: coerceText,
  minValue: coerceAmount,
  maxValue: coerceAmount,
});
const jobSchema = z.object({
  id: neededText,
  title: neededText,
  jobUrl: neededText,
  applyUrl: coerceText,
  location: coerceText,
  address,
  secondaryLocations: z.array(z.object({ location: coerceText, address: secondaryAddress })).nullish(),
  department: coerceText,
  team: coerceText,
  employmentType: coerceText,
  isRemote: coerceFlag,
  workplaceType: coerceText,
  publishedAt: coerceText,
  descriptionHtml: coerceText,
  descriptionPlain: coerceText,
  shouldDisplayCompensationOnJobPostings: coerceFlag,
  compensation: z
    .object({
      scrapeableCompensationSalarySummary: coerceText,
      compensationTierSummary: coerceText,
      summaryComponents: z.array(component).nullish(),
    })
    .nullish(),
});
type Job = z.infer<typeof jobSchema>;

const unlisted = z.object({ isListed: z.literal(false) });

/**
 * A company's job board on Ashby, complete in one request.
 * Documented at https://developers.ashbyhq.com/docs/public-job-posting-api.
 */
export const ashby = defineKind({
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
  requests: ({ baseUrl = 'https://api.ashbyhq.com', board }) => [
    {
      url: `${baseUrl}/posting-api/job-board/${encodeURIComponent(board)}?includeCompensation=true`,
      role: 'listing',
      accept: 'json',
      list: { member: 'jobs' },
    },
  ],
  parse(response, _ask, { company, board }) {
    const page = z.object({ jobs: z.array(z.unknown()) }).safeParse(readJson(response));
    if (!page.success) throw sourceChanged('an object with a list "jobs"', response.body.slice(0, 80));
    // An unlisted posting has an address but is not meant to be found through a search.
    const listed = page.data.jobs.filter((job) => !unlisted.safeParse(job).success);
    const read = readEntries(listed, jobSchema, (job) => ({
      ...emptyPosting(job.title, job.jobUrl),
      sourceJobId: job.id,
      applyUrl: job.applyUrl,
      company: { name: company ?? board, url: null, logoUrl: null },
      places: [
        ...place(job.location, job.address),
        ...(job.secondaryLocations ?? []).flatMap((each) => place(each.location, each.address)),
      ],
      workplace: listOf(job.workplaceType, job.workplaceType === null && job.isRemote ? 'remote' : null),
      jobType: listOf(job.employmentType),
      salary: payOf(job),
      postedAt: job.publishedAt,
      descriptionHtml: job.descriptionHtml,
      descriptionText: job.descriptionPlain,
      tags: listOf(job.department, job.team),
    }));
    return { ...read, follow: [] };
  },
});

function place(text: string | null, country: string | null): PostingPlace[] {
  return text === null && country === null ? [] : [{ text, city: null, region: null, country }];
}

/** The salary among the components of a posting's pay (equity and bonus are not salary), in parts where Ashby states them. */
function payOf({ compensation, shouldDisplayCompensationOnJobPostings: shown }: Job): Posting['salary'] {
  if (!compensation || shown === false) return null;
  const text = compensation.scrapeableCompensationSalarySummary ?? compensation.compensationTierSummary;
  const [salary] = (compensation.summaryComponents ?? []).filter(
    ({ compensationType, minValue, maxValue }) => compensationType === 'Salary' && (minValue ?? maxValue) !== null,
  );
  if (salary === undefined) return text === null ? null : { text, min: null, max: null, currency: null, per: null };
  const { minValue: min, maxValue: max, currencyCode: currency, interval } = salary;
  return { text, min, max, currency, per: interval === 'NONE' ? null : interval };
}
