import { z } from 'zod';
import { coerceAmount, coerceText, listOf, neededId, neededText } from '../../parse/coerce.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting, type Posting, type PostingPlace } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('mycareersfuture') });

const pageSize = 100;

const named = z.object({ name: coerceText }).nullish();
const jobSchema = z.object({
  uuid: neededId,
  title: neededText,
  description: coerceText,
  hiringCompany: named,
  postedCompany: named,
  employmentTypes: z.array(z.object({ employmentType: coerceText })).nullish(),
  positionLevels: z.array(z.object({ position: coerceText })).nullish(),
  categories: z.array(z.object({ category: coerceText })).nullish(),
  salary: z
    .object({ minimum: coerceAmount, maximum: coerceAmount, type: z.object({ salaryType: coerceText }).nullish() })
    .nullish(),
  address: z
    .object({ districts: z.array(z.object({ location: coerceText })).nullish(), overseasCountry: coerceText })
    .nullish(),
  metadata: z
    .object({
      jobPostId: coerceText,
      newPostingDate: coerceText,
      expiryDate: coerceText,
      jobDetailsUrl: coerceText,
    })
    .nullish(),
});
type Job = z.infer<typeof jobSchema>;

/**
 * Jobs of Singapore's public job board, by the interface that its site is built on: a search in pages of 100.
 * Neither documentation nor terms of the interface are published.
 */
export const mycareersfuture = defineListing({
  kind: 'mycareersfuture',
  summary: 'Singapore: jobs of the public board MyCareersFuture, by its site’s interface.',
  evidence: {
    requests: [
      'GET api.mycareersfuture.gov.sg/v2/jobs?limit=100&page={page}&sortBy=new_posting_date[&search={keyword}]',
    ],
    access: 'undocumented',
    robots: null,
    basis: [
      'https://github.com/strelov1/freehire (internal/sources/mycareersfuture.go, mycareersfuture_test.go)',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-mycareersfuture)',
    ],
    compared: '2026-11-28',
    recording: 'in part',
  },
  terms: 'Public, without a key and without published terms: ask the owner before reading much of it.',
  cost: { perRequest: pageSize, details: false },
  addresses: ['mycareersfuture.gov.sg', 'api.mycareersfuture.gov.sg'],
  settings,
  absence: 'unknown',
  defaults: { maxPages: 20, perMinute: 30, concurrency: 1 },
  narrows: () => ['keyword'],
  request({ baseUrl = 'https://api.mycareersfuture.gov.sg' }, { page, narrow }) {
    const search = narrow.keyword ? `&search=${encodeURIComponent(narrow.keyword)}` : '';
    return { url: `${baseUrl}/v2/jobs?limit=${pageSize}&page=${page}&sortBy=new_posting_date${search}` };
  },
  page: z.object({ results: z.array(z.unknown()), total: z.number() }),
  shape: 'a page with results and total',
  entriesOf: ({ results }) => results,
  hasMore: ({ total }, read) => read < total,
  entry: jobSchema,
  asPosting: (job) => ({
    ...emptyPosting(job.title, job.metadata?.jobDetailsUrl ?? `https://www.mycareersfuture.gov.sg/job/${job.uuid}`),
    sourceJobId: job.uuid,
    requisitionId: job.metadata?.jobPostId ?? null,
    company: { name: job.hiringCompany?.name ?? job.postedCompany?.name ?? null, url: null, logoUrl: null },
    places: placesOf(job),
    jobType: listOf(...(job.employmentTypes ?? []).map(({ employmentType }) => employmentType)),
    level: listOf(...(job.positionLevels ?? []).map(({ position }) => position)),
    salary: payOf(job),
    postedAt: job.metadata?.newPostingDate ?? null,
    validUntil: job.metadata?.expiryDate ?? null,
    descriptionHtml: job.description,
    tags: listOf(...(job.categories ?? []).map(({ category }) => category)),
  }),
});

function placesOf({ address }: Job): PostingPlace[] {
  const country = address?.overseasCountry ?? null;
  if (country !== null) return [{ text: null, city: null, region: null, country }];
  const [district] = listOf(...(address?.districts ?? []).map(({ location }) => location));
  return [{ text: null, city: 'Singapore', region: district ?? null, country: 'SG' }];
}

function payOf({ salary }: Job): Posting['salary'] {
  if (!salary || (salary.minimum === null && salary.maximum === null)) return null;
  const { minimum: min, maximum: max, type } = salary;
  return { text: null, min, max, currency: 'SGD', per: type?.salaryType ?? null };
}
