import type { Element } from 'domhandler';
import { z } from 'zod';
import { parseMarkup } from '../../../structured-data/parse-markup.js';
import { companyInstead, subdomainOf } from '../../parse/board-settings.js';
import { listOf, neededText, placeParts } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { asShape } from '../../parse/read-shape.js';
import { cdataName, readXml, xmlParser, xmlText } from '../../parse/read-xml.js';
import { readJobPage } from '../../parse/site-page.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest, type PageResponse, type ParsedPage } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('jazzhr'),
  company: subdomainOf('applytojob.com'),
  companyName: companyInstead,
});
type Settings = z.infer<typeof settings>;

const parser = xmlParser({
  ignoreAttributes: true,
  processEntities: false,
  parseTagValue: false,
  cdataPropName: cdataName,
  isArray: (name) => name === 'job',
});

const feedSchema = z.object({
  jobs: z.union([z.object({ company: xmlText, job: z.array(z.unknown()).optional() }), z.literal('')]),
});
const jobSchema = z.object({
  id: xmlText,
  title: xmlText.pipe(neededText),
  url: xmlText.pipe(neededText),
  department: xmlText,
  city: xmlText,
  state: xmlText,
  country: xmlText,
  type: xmlText,
  experience: xmlText,
  original_open_date: xmlText,
  description: xmlText,
});

const closed = z.object({ status: xmlText.refine((status) => status !== null && status.toLowerCase() !== 'open') });

/** The 14 digits of an id say when the job was made: job_20260605135030_MBOOVQ…. */
const madeAt = /^job_(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)_/;

/**
 * A company's jobs on JazzHR: whole in the feed that JazzHR publishes for job boards, which has those that the company sends to job
 * boards, and the others by the list of all jobs on its page and by their own pages.
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
  const { jobs } = asShape(readXml(response, parser), feedSchema, 'a feed with an element "jobs"');
  const feed = jobs === '' ? { company: null, job: [] } : jobs;
  const open = (feed.job ?? []).filter((job) => !closed.safeParse(job).success);
  const name = chosen.companyName ?? feed.company ?? chosen.company;
  const read = readEntries(open, jobSchema, (job) => asPosting(job, name));
  const codes = read.postings.flatMap(({ url }) => codeIn(url) ?? []);
  const rest: PageRequest = {
    url: `${pages(chosen)}/apply/jobs`,
    role: 'listing',
    accept: 'page',
    render: 'never',
    memo: { codes, name } satisfies Memo,
  };
  return { ...read, follow: [rest] };
}

const asPosting = (job: z.infer<typeof jobSchema>, company: string): Posting => ({
  ...emptyPosting(job.title, job.url.replace(/^http:/, 'https:')),
  sourceJobId: job.id,
  company: { name: company, url: null, logoUrl: null },
  places: placeParts(job.city, job.state, job.country),
  jobType: listOf(job.type),
  level: listOf(job.experience),
  postedAt: job.original_open_date ?? job.id?.match(madeAt)?.slice(1, 4).join('-') ?? null,
  descriptionHtml: job.description,
  tags: listOf(job.department),
});

const pages = ({ baseUrl, company }: Settings): string => baseUrl ?? `https://${company}.applytojob.com`;

/** The code of a job in its address: /apply/CODE/Title or /apply/jobs/details/CODE. */
const codeIn = (address: string): string | undefined =>
  /\/apply\/(?:jobs\/details\/)?(?!jobs\b)([A-Za-z\d_-]{6,20})(?:[/?#]|$)/.exec(address)?.[1];

/** What the feed had: the codes of its jobs, so that they are not read again, and the company. */
type Memo = { codes: string[]; name: string };

/** The list of all jobs: those that the feed leaves out are read by their own pages. */
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
    const company = { name, url: null, logoUrl: null };
    const own = `https://${chosen.company}.applytojob.com${url.pathname}`;
    found.push({
      url: `${pages(chosen)}${url.pathname}`,
      role: 'detail',
      accept: 'page',
      render: 'never',
      listed: { ...emptyPosting(title, own), sourceJobId: code, company },
    });
  }
  // Boards without jobs have the list's frame; one of another template may have jobs that are not seen.
  const isKnown = listed > 0 || /\b(?:job_listings_wrapper|jobs-list|jobs_table)\b/.test(body);
  const flaws = isKnown ? [] : [`${chosen.company}.applytojob.com/apply/jobs has no list of jobs that is known.`];
  return { postings: [], follow: found, flaws };
}
