import { z } from 'zod';
import { coerceAmount, coerceText, coerceTexts, neededId, neededText, placeText } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { readShape } from '../../parse/read-shape.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings, defineKind } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('remoteok') });

const jobSchema = z.object({
  id: neededId,
  position: neededText,
  url: neededText,
  apply_url: coerceText,
  company: coerceText,
  company_logo: coerceText,
  logo: coerceText,
  date: coerceText,
  epoch: z.union([z.number(), z.string()]).nullish(),
  location: coerceText,
  tags: coerceTexts,
  description: coerceText,
  salary_min: coerceAmount,
  salary_max: coerceAmount,
});

/** The first element of the response is the owner's legal notice, not a posting. */
const noticeSchema = z.object({ legal: z.string() });

/**
 * Remote OK's remote jobs, complete in one request. Pay is stated in US dollars per year.
 * Documented by its own first element and at https://remoteok.com/api.
 */
export const remoteok = defineKind({
  kind: 'remoteok',
  summary: 'Remote OK’s remote jobs.',
  evidence: {
    requests: ['GET remoteok.com/api'],
    access: 'documented',
    robots: 'Allows everything with `Crawl-delay: 1`, except to AI crawlers.',
    basis: [
      'https://remoteok.com/api',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-remoteok)',
      'https://github.com/strelov1/freehire (internal/sources/remoteok.go)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Public; the owner requires a followed link back and its name as the source.',
  cost: { perRequest: 'all', details: false },
  attribution: 'Postings from Remote OK (https://remoteok.com).',
  defaults: { freshSeconds: 3600 },
  addresses: ['remoteok.com', 'remoteok.io'],
  settings,
  absence: 'newest',
  requests: ({ baseUrl = 'https://remoteok.com' }) => [
    { url: `${baseUrl}/api`, role: 'listing', accept: 'json', list: { member: null } },
  ],
  parse(response) {
    const list = readShape(response, z.array(z.unknown()), 'a list of postings');
    const entries = list.filter((entry) => !noticeSchema.safeParse(entry).success);
    const read = readEntries(entries, jobSchema, (job) => ({
      ...emptyPosting(job.position, job.url),
      sourceJobId: job.id,
      applyUrl: job.apply_url,
      company: { name: job.company, url: null, logoUrl: job.company_logo ?? job.logo },
      // The location of the company or the work; the API does not state where applicants must live.
      places: placeText(job.location?.replace(/(?<![\s,])[\s,]+$/, '') ?? null),
      workplace: ['remote'],
      salary:
        job.salary_min === null && job.salary_max === null
          ? null
          : { text: null, min: job.salary_min, max: job.salary_max, currency: 'USD', per: 'year' },
      postedAt: job.date ?? job.epoch ?? null,
      descriptionHtml: job.description,
      tags: job.tags,
    }));
    return { ...read, follow: [] };
  },
});
