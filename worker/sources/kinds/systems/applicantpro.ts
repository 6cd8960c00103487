import { decodeHTML } from 'entities';
import { z } from 'zod';
import { companyInstead, subdomainOf } from '../../parse/board-settings.js';
import { coerceAmount, coerceText, listOf, neededId, neededText } from '../../parse/coerce.js';
import { readListed, readShape } from '../../parse/read-shape.js';
import { readStatedAnswer } from '../../parse/read-stated.js';
import { joined } from '../../parse/site-page.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest, sourceChanged } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('applicantpro'),
  company: subdomainOf('applicantpro.com'),
  companyName: companyInstead,
});
type Settings = z.infer<typeof settings>;

const jobSchema = z.object({
  id: neededId,
  title: neededText,
  jobLocation: coerceText,
  city: coerceText,
  abbreviation: coerceText,
  iso3: coerceText,
  employmentType: coerceText,
  workplaceType: coerceText,
  jobUrl: coerceText,
  orgTitle: coerceText,
  classification: coerceText,
  startDateRef: coerceText,
  minSalary: coerceAmount,
  maxSalary: coerceAmount,
  payTypeFrame: coerceText,
});
const listSchema = z.object({ success: z.literal(true), data: z.object({ jobs: z.array(z.unknown()) }) });
const detailSchema = z.object({
  success: z.literal(true),
  data: z.object({
    advertisingDescriptionHtml: coerceText,
    description: coerceText,
    advertisingDescription: coerceText,
  }),
});

/**
 * A company's job board on ApplicantPro (isolved): its page, which states the board's number, the list, and one detail request
 * per posting for its text. The board's own endpoints: GET /core/jobs/{number} and …/{id}/job-details.
 */
export const applicantpro = defineKind({
  kind: 'applicantpro',
  summary: 'Job boards on ApplicantPro (isolved), by their endpoints.',
  evidence: {
    requests: [
      'GET {company}.applicantpro.com/jobs/',
      'GET {company}.applicantpro.com/core/jobs/{board}?getParams=%7B%7D',
      'GET {company}.applicantpro.com/core/jobs/{board}/{id}/job-details',
    ],
    access: 'undocumented',
    robots: null,
    basis: [
      'https://github.com/kalil0321/ats-scrapers (src/ats_scrapers/scrapers/applicantpro.py)',
      'https://github.com/kalil0321/ats-scrapers (tests/test_applicantpro.py)',
      'https://github.com/tima2k6/OpenPostings (server/ats/applicantpro/service.js)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: 'all', details: true },
  addresses: [
    '{company}.applicantpro.com',
    { address: '{company}.isolvedhire.com', settings: { baseUrl: 'https://{company}.isolvedhire.com' } },
  ],
  settings,
  defaults: { perMinute: 60, timeoutSeconds: 600 },
  requests: (chosen) => [{ url: `${origin(chosen)}/jobs/`, role: 'listing', accept: 'page', render: 'never' }],
  parse(response, request, chosen) {
    if (request.role === 'detail') {
      const { data } = readStatedAnswer(response, detailSchema, 'a successful answer with data');
      const text = data.advertisingDescriptionHtml ?? data.description ?? data.advertisingDescription;
      const detailPosting = { ...emptyPosting(request.listed?.title ?? '', request.url), descriptionHtml: text };
      return { postings: [joined(request.listed ?? null, detailPosting)], follow: [] };
    }
    if (request.memo === undefined)
      return { postings: [], follow: [listRequest(chosen, boardOf(response.body))], isIndex: true };
    const board = request.memo as Board;
    const { data } = readShape(response, listSchema, 'a successful answer with data.jobs');
    return { postings: [], ...readListed(data.jobs, jobSchema, (job) => detailRequest(job, board, chosen)) };
  },
});

const origin = ({ baseUrl, company }: Settings): string => baseUrl ?? `https://${company}.applicantpro.com`;

/** The number of a board, and the company's name, which only the title of its page states ("Job Listings - Acme Jobs"). */
type Board = { number: string; company: string | null };

function boardOf(body: string): Board {
  const number = /\bdomain_?id["']? ?[:=] ?["']?(\d{1,12})/i.exec(body)?.[1];
  if (number === undefined) throw sourceChanged('a page that states domainId', `"${body.trim().slice(0, 60)}"`);
  const company = /<title>Job Listings - ([^<]{1,120}) Jobs<\/title>/i.exec(body)?.[1];
  return { number, company: company === undefined ? null : decodeHTML(company) };
}

function listRequest(chosen: Settings, board: Board): PageRequest {
  const url = `${origin(chosen)}/core/jobs/${board.number}?getParams=%7B%7D`;
  return { url, role: 'listing', accept: 'json', memo: board };
}

function detailRequest(job: z.infer<typeof jobSchema>, board: Board, chosen: Settings): PageRequest {
  const id = encodeURIComponent(job.id);
  return {
    url: `${origin(chosen)}/core/jobs/${board.number}/${id}/job-details`,
    role: 'detail',
    accept: 'json',
    listed: {
      ...emptyPosting(job.title, job.jobUrl ?? `${origin(chosen)}/jobs/${id}`),
      sourceJobId: job.id,
      company: { name: chosen.companyName ?? board.company ?? chosen.company, url: null, logoUrl: null },
      places: [
        {
          text: job.city === null ? job.jobLocation : null,
          city: job.city,
          region: job.abbreviation,
          country: job.iso3,
        },
      ],
      workplace: listOf(job.workplaceType),
      jobType: listOf(job.employmentType),
      salary: payOf(job),
      postedAt: job.startDateRef,
      tags: listOf(job.orgTitle, job.classification),
    },
  };
}

/** Amounts come without a currency. */
function payOf({ minSalary: min, maxSalary: max, payTypeFrame: per }: z.infer<typeof jobSchema>): Posting['salary'] {
  return min === null && max === null ? null : { text: null, min, max, currency: null, per };
}
