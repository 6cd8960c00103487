import type { Element } from 'domhandler';
import { z } from 'zod';
import { parseMarkup } from '../../../structured-data/parse-markup.js';
import { companyInstead, subdomainOf } from '../../parse/board-settings.js';
import type { Members } from '../../parse/members.js';
import { readEntries } from '../../parse/read-entries.js';
import { readXml, xmlParser } from '../../parse/read-xml.js';
import { readJobPage } from '../../parse/site-page.js';
import { companyNamed, emptyPosting, type Posting, placeParts } from '../../posting.js';
import {
  commonSettings,
  defineKind,
  type PageRequest,
  type PageResponse,
  type ParsedPage,
  pageAt,
} from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('jazzhr'),
  company: subdomainOf('applytojob.com'),
  companyName: companyInstead,
});
type Settings = z.infer<typeof settings>;

const parser = xmlParser({
  isArray: (name) => name === 'job',
});

/** The 14 digits of an id are the job's creation time: job_20260605135030_MBOOVQ…. */
const madeAt = /^job_(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)_/;

/**
 * A company's jobs on JazzHR: those that the company sends to job boards, complete in JazzHR's feed, and the others by
 * the list of all jobs on its page and by their own pages.
 */
export const jazzhr = defineKind({
  kind: 'jazzhr',
  summary: 'Jobs on JazzHR, by the XML feed, and by pages for jobs missing there.',
  evidence: {
    requests: [
      'GET app.jazz.co/feeds/export/jobs/{company}',
      'GET {company}.applytojob.com/apply/jobs',
      'GET {company}.applytojob.com/apply/{job}',
      'GET {company}.applytojob.com/apply/{job}/{title}',
      'GET {company}.applytojob.com/apply/jobs/details/{job}',
    ],
    access: 'page',
    robots: 'Most boards allow it, some forbid everything; unknown for app.jazz.co.',
    basis: [
      'https://github.com/konstantinosanagn/ergon-tracker (src/ergon_tracker/providers/jazzhr.py, the feed)',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/jazzhr.py, the list of all jobs)',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-ats-jazzhr, pages of jobs)',
    ],
    compared: '2026-11-28',
    recording: 'in part',
  },
  terms: 'Public and published for job boards; terms are not stated.',
  cost: { perRequest: 'all', details: false },
  addresses: [
    { address: '{company}.applytojob.com', except: ['app'] },
    'app.jazz.co/feeds/export/jobs/{company}',
    'app.jazz.co/widgets/basic/create/{company}',
  ],
  settings,
  requests: ({ baseUrl = 'https://app.jazz.co', company }) => [
    { url: `${baseUrl}/feeds/export/jobs/${company}`, role: 'listing', accept: 'xml' },
  ],
  parse(response, request, chosen) {
    if (request.role === 'detail') return readJobPage(response, request);
    return request.accept === 'page' ? readRest(response, request, chosen) : readFeed(response, chosen);
  },
});

function readFeed(response: PageResponse, chosen: Settings): ParsedPage {
  const feed = readXml(response, parser);
  const open = feed.elements('jobs', 'job').filter((job) => (job.text('status') ?? 'open').toLowerCase() === 'open');
  const name = chosen.companyName ?? feed.text('jobs.company') ?? chosen.company;
  const read = readEntries(open, (job) => asPosting(job, name));
  const codes = read.postings.flatMap(({ url }) => codeIn(url) ?? []);
  const memo: Memo = { codes, name };
  return { ...read, follow: [pageAt(`${pages(chosen)}/apply/jobs`, { memo })] };
}

const asPosting = (job: Members, company: string): Posting => ({
  ...emptyPosting(job.needed('title'), job.needed('url').replace(/^http:/, 'https:')),
  sourceJobId: job.text('id'),
  company: companyNamed(company),
  places: placeParts(job.text('city'), job.text('state'), job.text('country')),
  jobType: job.texts('type'),
  level: job.texts('experience'),
  postedAt: job.text('original_open_date') ?? job.text('id')?.match(madeAt)?.slice(1, 4).join('-') ?? null,
  descriptionHtml: job.text('description'),
  tags: job.texts('department'),
});

const pages = ({ baseUrl, company }: Settings): string => baseUrl ?? `https://${company}.applytojob.com`;

/** The code of a job in its address: /apply/CODE/Title or /apply/jobs/details/CODE. */
const codeIn = (address: string): string | undefined =>
  /\/apply\/(?:jobs\/details\/)?(?!jobs\b)([A-Za-z\d_-]{6,20})(?:[/?#]|$)/.exec(address)?.[1];

/** The codes of jobs in the feed, so that they are not read again, and the company. */
type Memo = { codes: string[]; name: string };

/** The list of all jobs: those missing from the feed are read by their own pages. */
function readRest({ body }: PageResponse, { memo }: PageRequest, chosen: Settings): ParsedPage {
  const { codes, name } = memo as Memo;
  const page = parseMarkup(body);
  const known = new Set(codes);
  const found: PageRequest[] = [];
  let listed = 0;
  for (const link of page<Element, string>('a[href*="/apply/"]').toArray()) {
    const url = new URL(link.attribs.href ?? '', `${pages(chosen)}/apply/jobs`);
    const code = codeIn(url.pathname);
    const title = page(link).text().replace(/\s+/g, ' ').trim();
    if (code === undefined || title === '') continue;
    listed += 1;
    if (known.has(code)) continue;
    known.add(code);
    const own = `https://${chosen.company}.applytojob.com${url.pathname}`;
    found.push(
      pageAt(`${pages(chosen)}${url.pathname}`, {
        role: 'detail',
        listed: { ...emptyPosting(title, own), sourceJobId: code, company: companyNamed(name) },
      }),
    );
  }
  // Boards without jobs have the list's frame; one with another template may have jobs that are missed.
  const isKnown = listed > 0 || /\b(?:job_listings_wrapper|jobs-list|jobs_table)\b/.test(body);
  const flaws = isKnown ? [] : [`${chosen.company}.applytojob.com/apply/jobs has no list of jobs that is known.`];
  return { postings: [], follow: found, flaws };
}
