import { z } from 'zod';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { elementJson } from '../../parse/embedded-json.js';
import { answerOf, Members } from '../../parse/members.js';
import { readEntries } from '../../parse/read-entries.js';
import { companyNamed, emptyPosting, listOf, type Posting, payWith, placeParts } from '../../posting.js';
import {
  commonSettings,
  defineKind,
  jsonAt,
  leadingTo,
  type PageRequest,
  type ParsedPage,
  pageAt,
} from '../../source.js';

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

/** A page or an answer contains at most this many openings, and there is no second one. */
const mostListed = 750;

/** The answer's fields beyond those shown on the career page. */
const extraFields = ['State', 'Salary', 'Industry', 'Remote_Job', 'Job_Description'];

/**
 * A careers page on Zoho Recruit, whose element input#jobs contains its openings as JSON, complete in one request;
 * newer pages contain only their ids, and load them by an interface of the site.
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
  requests: (chosen) => [pageAt(pageUrl(chosen))],
  parse(response, request, chosen) {
    if (request.accept === 'json') return readOpenings(answerOf(response).list('data'), chosen);
    const page = new Members(elementJson(response.body, 'input#jobs@value'));
    const list = page.list();
    const hasIdsOnly = list.length > 0 && !list.some((each) => page.item(each).at('Posting_Title').raw !== undefined);
    return hasIdsOnly ? leadingTo(loadRequest(chosen)) : readOpenings(list, chosen);
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
  return jsonAt(`${origin(chosen)}/recruit/v2/public/Job_Openings?${query}`, { list: { member: 'data' } });
}

const readOpenings = (list: readonly unknown[], chosen: Settings): ParsedPage => ({
  ...readEntries(list, (opening) => asPosting(opening, chosen)),
  ...(list.length >= mostListed && { truncated: true }),
});

function asPosting(opening: Members, chosen: Settings): Posting {
  const id = opening.needed('id');
  const ownPage = `${pageUrl({ ...chosen, baseUrl: undefined })}/${encodeURIComponent(id)}`;
  const isRemote = opening.flag('Remote_Job') ?? /^(?:true|yes)$/i.test(opening.text('Remote_Job') ?? '');
  return {
    ...emptyPosting(opening.needed('Posting_Title'), opening.text('$url') ?? ownPage),
    sourceJobId: id,
    requisitionId: opening.text('Job_Opening_ID'),
    company: companyNamed(chosen.companyName ?? chosen.company),
    places: placeParts(opening.text('City'), opening.text('State'), opening.text('Country')),
    workplace: listOf(isRemote ? 'remote' : null),
    jobType: opening.texts('Job_Type'),
    level: opening.texts('Work_Experience'),
    salary: payWith({ text: opening.text('Salary') }),
    postedAt: opening.text('Date_Opened'),
    descriptionHtml: opening.text('Job_Description'),
    tags: opening.texts('Industry'),
  };
}
