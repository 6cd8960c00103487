import { z } from 'zod';
import { emptyPosting } from '../posting.js';
import { sourceChanged } from '../source-errors.js';
import { looseAmount, looseText, placeParts, placeText, told } from './loose.js';
import { readEntries } from './read-entries.js';
import { readJson } from './read-json.js';
import { commonSettings, defineKind } from './source.js';

const settings = commonSettings.extend({
  kind: z.literal('pinpoint'),
  company: z
    .string()
    .regex(/^[\w-]{1,80}$/, 'The subdomain, as in COMPANY.pinpointhq.com.')
    .describe('Subdomain, as in COMPANY.pinpointhq.com.'),
});

const jobSchema = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  title: z.string(),
  url: z.string(),
  description: looseText,
  key_responsibilities: looseText,
  skills_knowledge_expertise: looseText,
  benefits: looseText,
  employment_type: looseText,
  employment_type_text: looseText,
  workplace_type: looseText,
  compensation: looseText,
  compensation_minimum: looseAmount,
  compensation_maximum: looseAmount,
  compensation_currency: looseText,
  compensation_frequency: looseText,
  deadline_at: looseText,
  location: z.object({ city: looseText, name: looseText, province: looseText }).nullish(),
  job: z.object({ department: z.object({ name: looseText }).nullish(), requisition_id: looseText }).nullish(),
});

/**
 * A company's careers site on Pinpoint, whole in one request.
 * Documented at https://developers.pinpointhq.com (GET /postings.json of a careers site).
 */
export const pinpoint = defineKind({
  kind: 'pinpoint',
  summary: 'A company’s careers site on Pinpoint, by its public postings feed.',
  documentation: 'https://developers.pinpointhq.com',
  terms: 'postings.json is public and made for showing a company’s postings on other pages.',
  settings,
  narrows: () => [],
  wing: () => 'http',
  ask: ({ baseUrl, company }) => [
    { url: `${baseUrl ?? `https://${company}.pinpointhq.com`}/postings.json`, role: 'listing', accept: 'json' },
  ],
  read(answer, _ask, { company }) {
    const page = z.object({ data: z.array(z.unknown()) }).safeParse(readJson(answer));
    if (!page.success) throw sourceChanged('an object with a list "data"', answer.body.slice(0, 80));
    const read = readEntries(page.data.data, jobSchema, (job) => {
      const inParts = placeParts(job.location?.city ?? null, job.location?.province ?? null, null);
      const parts = told(job.description, job.key_responsibilities, job.skills_knowledge_expertise, job.benefits);
      const amounts = {
        min: job.compensation_minimum,
        max: job.compensation_maximum,
        currency: job.compensation_currency,
        per: job.compensation_frequency,
      };
      return {
        ...emptyPosting(job.title, job.url),
        sourceJobId: job.id,
        requisitionId: job.job?.requisition_id ?? null,
        company: { name: company, url: null, logoUrl: null },
        places: inParts.length > 0 ? inParts : placeText(job.location?.name ?? null),
        workplace: told(job.workplace_type),
        jobType: told(job.employment_type_text ?? job.employment_type?.replaceAll('_', ' ')),
        salary:
          amounts.min !== null || amounts.max !== null || job.compensation !== null
            ? { text: job.compensation, ...amounts }
            : null,
        validUntil: job.deadline_at,
        descriptionHtml: parts.join('\n') || null,
        tags: told(job.job?.department?.name),
      };
    });
    return { ...read, follow: [] };
  },
});
