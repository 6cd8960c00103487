import { z } from 'zod';
import { defineListing } from '../../parse/listing-kind.js';
import type { Members } from '../../parse/members.js';
import { companyNamed, emptyPosting, type PostingPlace, payWith, placeWith } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('mycareersfuture') });

const pageSize = 100;

/**
 * Jobs of Singapore's public job board, by its site's own interface: a search in pages of 100. Neither documentation
 * nor terms of the interface are published.
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
  entries: 'results',
  hasMore: (page, read) => read < page.count('total'),
  asPosting(job) {
    const uuid = job.needed('uuid');
    return {
      ...emptyPosting(
        job.needed('title'),
        job.text('metadata.jobDetailsUrl') ?? `https://www.mycareersfuture.gov.sg/job/${uuid}`,
      ),
      sourceJobId: uuid,
      requisitionId: job.text('metadata.jobPostId'),
      company: companyNamed(job.text('hiringCompany.name', 'postedCompany.name')),
      places: [placeOf(job.at('address'))],
      jobType: job.texts('employmentTypes.employmentType'),
      level: job.texts('positionLevels.position'),
      salary: payWith({
        min: job.amount('salary.minimum'),
        max: job.amount('salary.maximum'),
        currency: 'SGD',
        per: job.text('salary.type.salaryType'),
      }),
      postedAt: job.text('metadata.newPostingDate'),
      validUntil: job.text('metadata.expiryDate'),
      descriptionHtml: job.text('description'),
      tags: job.texts('categories.category'),
    };
  },
});

function placeOf(address: Members): PostingPlace {
  const country = address.text('overseasCountry');
  if (country !== null) return placeWith({ country });
  const [region = null] = address.texts('districts.location');
  return placeWith({ city: 'Singapore', region, country: 'SG' });
}
