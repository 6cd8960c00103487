import { z } from 'zod';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { coerceText, listOf, neededId, neededText, placeParts } from '../../parse/coerce.js';
import { elementJson } from '../../parse/embedded-json.js';
import { readEntries } from '../../parse/read-entries.js';
import { asShape, readShape } from '../../parse/read-shape.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest, type ParsedPage } from '../../source.js';

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
type Settings = z.infer<typeof settings>;

/** A page or an answer contains at most this many openings, and there is no further one. */
const mostListed = 750;

const openingSchema = z.object({
  id: neededId,
  Posting_Title: neededText,
  Job_Opening_ID: coerceText,
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
  $url: coerceText,
});
type Opening = z.infer<typeof openingSchema>;

const openings = z.array(z.unknown());
const titled = z.object({ Posting_Title: z.unknown() }).refine(({ Posting_Title: title }) => title !== undefined);

/** What the answer has besides the fields that the career page shows. */
const extraFields = ['State', 'Salary', 'Industry', 'Remote_Job', 'Job_Description'];

/**
 * A careers page on Zoho Recruit, whose element input#jobs contains its openings as JSON, complete in one request; newer pages
 * contain their ids alone, and load them by an interface of the site.
 */
export const zohoRecruit = defineKind({
  kind: 'zoho-recruit',
  summary: `Careers pages on Zoho Recruit, at most ${mostListed} openings.`,
  evidence: {
    requests: [
      'GET {company}.zohorecruit.{region}/jobs/{page}',
      'GET {company}.zohorecruit.{region}/recruit/v2/public/Job_Openings?pagename={page}&source=CareerSite&extra_fields={fields}',
    ],
    access: 'page',
    robots: null,
    basis: [
      'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/zoho.py)',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-ats-zohorecruit)',
      'https://github.com/satwikmishra1107/110-Scraper (custom/zoho.mjs, what the site loads)',
      'https://github.com/peviitor-ro/based_scraper_py (sites/tickbird.py, what the site loads)',
    ],
    compared: '2026-11-28',
    recording: 'in part',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: 'all', details: false },
  addresses: ['com', 'eu', 'in', 'com.au', 'ca'].map((region) => ({
    address: `{company}.zohorecruit.${region}/jobs/{page}`,
    settings: { region },
  })),
  settings,
  absence: 'uncertain',
  requests: (chosen) => [{ url: pageUrl(chosen), role: 'listing', accept: 'page', render: 'never' }],
  parse(response, request, chosen) {
    if (request.accept === 'json') {
      const { data } = readShape(response, z.object({ data: openings }), 'an object with a list "data"');
      return readOpenings(data, chosen);
    }
    const list = asShape(elementJson(response.body, 'input#jobs@value'), openings, 'a list of openings');
    const hasIdsOnly = list.length > 0 && !list.some((each) => titled.safeParse(each).success);
    if (!hasIdsOnly) return readOpenings(list, chosen);
    return { postings: [], follow: [loadRequest(chosen)], isIndex: true };
  },
});

const origin = ({ baseUrl, company, region }: Settings): string =>
  baseUrl ?? `https://${company}.zohorecruit.${region}`;
const pageUrl = (chosen: Settings): string => `${origin(chosen)}/jobs/${chosen.page}`;

function loadRequest(chosen: Settings): PageRequest {
  const query = new URLSearchParams({
    pagename: chosen.page,
    source: 'CareerSite',
    extra_fields: JSON.stringify(extraFields),
  });
  return {
    url: `${origin(chosen)}/recruit/v2/public/Job_Openings?${query}`,
    role: 'listing',
    accept: 'json',
    list: { member: 'data' },
  };
}

const readOpenings = (list: readonly unknown[], chosen: Settings): ParsedPage => ({
  ...readEntries(list, openingSchema, (opening) => asPosting(opening, chosen)),
  follow: [],
  ...(list.length >= mostListed && { truncated: true }),
});

function asPosting(opening: Opening, chosen: Settings): Posting {
  const ownPage = `${pageUrl({ ...chosen, baseUrl: undefined })}/${encodeURIComponent(opening.id)}`;
  return {
    ...emptyPosting(opening.Posting_Title, opening.$url ?? ownPage),
    sourceJobId: opening.id,
    requisitionId: opening.Job_Opening_ID,
    company: { name: chosen.companyName ?? chosen.company, url: null, logoUrl: null },
    places: placeParts(opening.City, opening.State, opening.Country),
    workplace: listOf(/^(?:true|yes)$/i.test(String(opening.Remote_Job ?? '')) ? 'remote' : null),
    jobType: listOf(opening.Job_Type),
    level: listOf(opening.Work_Experience),
    salary: opening.Salary === null ? null : { text: opening.Salary, min: null, max: null, currency: null, per: null },
    postedAt: opening.Date_Opened,
    descriptionHtml: opening.Job_Description,
    tags: listOf(opening.Industry),
  };
}
