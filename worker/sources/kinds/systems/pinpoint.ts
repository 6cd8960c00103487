import { z } from 'zod';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import {
  coerceAmount,
  coerceFlag,
  coerceText,
  listOf,
  neededId,
  neededText,
  placeParts,
  placeText,
} from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { readShape } from '../../parse/read-shape.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('pinpoint'),
  company: subdomainOf('pinpointhq.com'),
  companyName,
});

const jobSchema = z.object({
  id: neededId,
  title: neededText,
  url: neededText,
  description: coerceText,
  key_responsibilities_header: coerceText,
  key_responsibilities: coerceText,
  skills_knowledge_expertise_header: coerceText,
  skills_knowledge_expertise: coerceText,
  benefits_header: coerceText,
  benefits: coerceText,
  employment_type: coerceText,
  employment_type_text: coerceText,
  workplace_type: coerceText,
  workplace_type_text: coerceText,
  compensation: coerceText,
  compensation_minimum: coerceAmount,
  compensation_maximum: coerceAmount,
  compensation_currency: coerceText,
  compensation_frequency: coerceText,
  compensation_visible: coerceFlag,
  deadline_at: coerceText,
  location: z.object({ city: coerceText, name: coerceText, province: coerceText }).nullish(),
  job: z.object({ department: z.object({ name: coerceText }).nullish(), requisition_id: coerceText }).nullish(),
});
type Job = z.infer<typeof jobSchema>;

/**
 * A company's careers site on Pinpoint, complete in one request.
 * Documented at https://developers.pinpointhq.com (the job postings JSON endpoint: GET /postings.json of a careers site).
 * It states neither the company's name nor the date of a posting.
 */
export const pinpoint = defineKind({
  kind: 'pinpoint',
  summary: 'Career sites on Pinpoint, by the postings feed.',
  evidence: {
    requests: ['GET {company}.pinpointhq.com/postings.json'],
    access: 'documented',
    robots: null,
    basis: [
      'https://developers.pinpointhq.com',
      'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/pinpoint.py, measured on 13,419 postings)',
      'https://github.com/santifer/career-ops (providers/pinpoint.mjs)',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/pinpoint.py)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, made for other sites.',
  cost: { perRequest: 'all', details: false },
  addresses: ['{company}.pinpointhq.com'],
  settings,
  requests: ({ baseUrl, company }) => [
    {
      url: `${baseUrl ?? `https://${company}.pinpointhq.com`}/postings.json`,
      role: 'listing',
      accept: 'json',
      list: { member: 'data' },
    },
  ],
  parse(response, _ask, { company, companyName }) {
    const { data } = readShape(response, z.object({ data: z.array(z.unknown()) }), 'an object with a list "data"');
    const read = readEntries(data.map(withAddress), jobSchema, (job) => ({
      ...emptyPosting(job.title, new URL(job.url, `https://${company}.pinpointhq.com`).href),
      sourceJobId: job.id,
      requisitionId: job.job?.requisition_id ?? null,
      company: { name: companyName ?? company, url: null, logoUrl: null },
      places: placesOf(job),
      workplace: listOf(job.workplace_type_text ?? job.workplace_type),
      jobType: listOf(job.employment_type_text ?? job.employment_type?.replaceAll('_', ' ')),
      salary: payOf(job),
      validUntil: job.deadline_at,
      descriptionHtml: descriptionOf(job),
      tags: listOf(job.job?.department?.name),
    }));
    return { ...read, follow: [] };
  },
});

const pathSchema = z.looseObject({ url: z.undefined().or(z.null()), path: neededText });

/** Some sites give the path of a posting alone. */
function withAddress(entry: unknown): unknown {
  const { data } = pathSchema.safeParse(entry);
  return data === undefined ? entry : { ...data, url: data.path };
}

/** The address if there is one, otherwise the location's name ("Head Office"). */
function placesOf({ location }: Job): Posting['places'] {
  const inParts = placeParts(location?.city ?? null, location?.province ?? null, null);
  return inParts.length > 0 ? inParts : placeText(location?.name ?? null);
}

/** The feed contains amounts even when the company hides them; hidden amounts are not used. */
function payOf(job: Job): Posting['salary'] {
  const { compensation: text, compensation_minimum: min, compensation_maximum: max } = job;
  if (job.compensation_visible === false || (text === null && min === null && max === null)) return null;
  return { text, min, max, currency: job.compensation_currency, per: job.compensation_frequency };
}

/** The sections with their headings, in the order in which Pinpoint shows them. */
function descriptionOf(job: Job): string | null {
  const section = (header: string | null, text: string | null): string | null =>
    text === null || header === null ? text : `<h3>${header}</h3>${text}`;
  return (
    listOf(
      job.description,
      section(job.key_responsibilities_header, job.key_responsibilities),
      section(job.skills_knowledge_expertise_header, job.skills_knowledge_expertise),
      section(job.benefits_header, job.benefits),
    ).join('\n') || null
  );
}
