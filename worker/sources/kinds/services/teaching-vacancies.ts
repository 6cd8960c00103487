import { z } from 'zod';
import type { LinkedData } from '../../../structured-data/json-ld.js';
import { coerceText, neededText } from '../../parse/coerce.js';
import { readJobPostingNode } from '../../parse/job-posting-node.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('teaching-vacancies') });

const pageSize = 100;

const nodeSchema = z.looseObject({
  title: neededText,
  url: neededText,
  baseSalary: z
    .object({ currency: coerceText, value: z.object({ value: coerceText, unitText: coerceText }).nullish() })
    .nullish(),
});

/**
 * Vacancies in schools in England, of the Department for Education, as schema.org JobPostings in pages of 100. The answer itself
 * states its licence and terms. Documented at https://teaching-vacancies.service.gov.uk/pages/api-specification.
 */
export const teachingVacancies = defineListing({
  kind: 'teaching-vacancies',
  summary: 'England: vacancies in schools, of the Department for Education’s Teaching Vacancies.',
  evidence: {
    requests: ['GET teaching-vacancies.service.gov.uk/api/v1/jobs.json?page={page}'],
    access: 'documented',
    robots: null,
    basis: [
      'https://teaching-vacancies.service.gov.uk/pages/api-specification',
      'https://github.com/DFE-Digital/teaching-vacancies (app/views/api/vacancies)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms:
    'Free under the Open Government Licence v3.0, as long as nobody charges for contacting, interviewing or hiring.',
  attribution: 'Contains public sector information licensed under the Open Government Licence v3.0.',
  cost: { perRequest: pageSize, details: false },
  addresses: ['teaching-vacancies.service.gov.uk'],
  settings,
  // Pages are sorted by the day of publication alone, so that some vacancies stand on two pages and others on none.
  absence: 'uncertain',
  defaults: { maxPages: 100, maxJobs: 10_000 },
  request: ({ baseUrl = 'https://teaching-vacancies.service.gov.uk' }, { page }) => ({
    url: `${baseUrl}/api/v1/jobs.json?page=${page + 1}`,
  }),
  page: z.object({ data: z.array(z.unknown()), links: z.object({ next: z.string().nullable() }) }),
  shape: 'a page with data and links',
  entriesOf: ({ data }) => data,
  hasMore: ({ links }) => links.next !== null,
  entry: nodeSchema,
  asPosting(node) {
    const posting = readJobPostingNode(node as LinkedData, node.url) ?? emptyPosting(node.title, node.url);
    return { ...posting, url: node.url, salary: salaryOf(node) };
  },
});

/** The amount is free text ("£31,650 to £49,084 a year"): it is parsed later. The period is stated as a year even for it, but "HOUR" is true. */
function salaryOf({ baseSalary }: z.infer<typeof nodeSchema>): Posting['salary'] {
  const text = baseSalary?.value?.value ?? null;
  const per = baseSalary?.value?.unitText === 'HOUR' ? 'hour' : null;
  return text === null ? null : { text, min: null, max: null, currency: baseSalary?.currency ?? null, per };
}
