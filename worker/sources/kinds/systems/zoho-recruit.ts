import { z } from 'zod';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { coerceText, listOf, neededId, neededText } from '../../parse/coerce.js';
import { elementJson } from '../../parse/embedded-json.js';
import { readEntries } from '../../parse/read-entries.js';
import { asShape } from '../../parse/read-shape.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings, defineKind } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('zoho-recruit'),
  company: subdomainOf('zohorecruit.com'),
  region: z
    .enum(['com', 'eu', 'in', 'com.au', 'ca'])
    .default('com')
    .describe('End of the host: com, eu, in, com.au or ca.'),
  page: z
    .string()
    .regex(/^[\w-]{1,60}$/)
    .default('Careers')
    .describe('Name of the careers page, as in /jobs/NAME.'),
  companyName,
});

/** The page contains at most this many openings, and has no further pages. */
const mostListed = 50;

const openingSchema = z.object({
  id: neededId,
  Posting_Title: neededText,
  Job_Opening_ID: coerceText.catch(null),
  City: coerceText,
  State: coerceText,
  Country: coerceText,
  Remote_Job: z.union([z.boolean(), z.string()]).nullish(),
  Job_Type: coerceText,
  Work_Experience: coerceText,
  Salary: coerceText,
  Industry: coerceText,
  Date_Opened: coerceText,
  Job_Description: coerceText,
});

/**
 * A careers page on Zoho Recruit, which contains its openings as JSON: complete in one request up to 50 openings.
 * The page's element: input#jobs.
 */
export const zohoRecruit = defineKind({
  kind: 'zoho-recruit',
  summary: 'A company’s careers page on Zoho Recruit, by the openings it contains (50 at most).',
  evidence: {
    requests: [],
    access: 'undocumented',
    robots: '',
    basis: ['https://help.zoho.com/portal/en/kb/recruit (the careers page, /jobs/Careers)'],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'The careers page is public and needs no key; robots.txt is obeyed.',
  cost: { perRequest: 'all', details: false },
  addresses: ['com', 'eu', 'in', 'com.au', 'ca'].map((region) => ({
    address: `{company}.zohorecruit.${region}/jobs/{page}`,
    settings: { region },
  })),
  settings,
  absence: 'uncertain',
  requests: (chosen) => [{ url: pageUrl(chosen), role: 'listing', accept: 'page', render: 'never' }],
  parse(response, _request, chosen) {
    const list = asShape(elementJson(response.body, 'input#jobs@value'), z.array(z.unknown()), 'a list of openings');
    const read = readEntries(list, openingSchema, (opening) => ({
      ...emptyPosting(opening.Posting_Title, `${pageUrl({ ...chosen, baseUrl: undefined })}/${opening.id}`),
      sourceJobId: opening.id,
      requisitionId: opening.Job_Opening_ID,
      company: { name: chosen.companyName ?? chosen.company, url: null, logoUrl: null },
      places: [{ text: null, city: opening.City, region: opening.State, country: opening.Country }],
      workplace: listOf(opening.Remote_Job === true || opening.Remote_Job === 'true' ? 'remote' : null),
      jobType: listOf(opening.Job_Type),
      level: listOf(opening.Work_Experience),
      salary:
        opening.Salary === null ? null : { text: opening.Salary, min: null, max: null, currency: null, per: null },
      postedAt: opening.Date_Opened,
      descriptionHtml: opening.Job_Description,
      tags: listOf(opening.Industry),
    }));
    return { ...read, follow: [], ...(list.length >= mostListed ? { truncated: true } : {}) };
  },
});

const pageUrl = ({ baseUrl, company, region, page }: z.infer<typeof settings>): string =>
  `${baseUrl ?? `https://${company}.zohorecruit.${region}`}/jobs/${page}`;
