import { z } from 'zod';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { coerceText, coerceTexts, listOf, neededId, neededText, placeText } from '../../parse/coerce.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('personio-json'),
  company: subdomainOf('jobs.personio.com'),
  domain: z.enum(['jobs.personio.de', 'jobs.personio.com']).default('jobs.personio.de').describe('End of the host.'),
  language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .default('en')
    .describe('Language of the texts.'),
  companyName,
});

const positionSchema = z.object({
  id: neededId,
  name: neededText,
  office: coerceText,
  offices: coerceTexts,
  department: coerceText,
  subcompany: coerceText,
  employment_type: coerceText,
  schedule: coerceText,
  seniority: coerceText,
  created_at: coerceText,
  createdAt: coerceText,
  description: coerceText,
});

/**
 * A company's openings on Personio, complete in one request, by the list that its careers page searches: for companies that
 * have not switched on the XML feed that the kind `personio` reads, which states more.
 */
export const personioJson = defineListing({
  kind: 'personio-json',
  summary: 'Openings on Personio, by the careers page, for companies without the XML feed.',
  evidence: {
    requests: ['GET {company}.{domain}/search.json?language={language}'],
    access: 'undocumented',
    robots: null,
    basis: [
      'https://github.com/kalil0321/ats-scrapers (src/ats_scrapers/scrapers/personio.py)',
      'https://developer.personio.de/docs/retrieving-open-job-positions',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: 'all', details: false },
  settings,
  request: ({ baseUrl, company, domain, language }) => ({
    url: `${baseUrl ?? `https://${company}.${domain}`}/search.json?language=${language}`,
  }),
  page: z.array(z.unknown()),
  shape: 'a list of positions',
  list: { member: null },
  entriesOf: (page) => page,
  entry: positionSchema,
  asPosting: (position, { company, domain, companyName: name }) => ({
    ...emptyPosting(position.name, `https://${company}.${domain}/job/${position.id}`),
    sourceJobId: position.id,
    company: { name: name ?? position.subcompany ?? company, url: null, logoUrl: null },
    places: placeText(...(position.offices.length > 0 ? position.offices : [position.office])),
    jobType: listOf(position.schedule, position.employment_type),
    level: listOf(position.seniority),
    postedAt: position.created_at ?? position.createdAt,
    descriptionHtml: position.description,
    tags: listOf(position.department),
  }),
});
