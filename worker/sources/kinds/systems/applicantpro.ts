import { decodeHTML } from 'entities';
import { z } from 'zod';
import { companyInstead, subdomainOf } from '../../parse/board-settings.js';
import { answerOf, type Members } from '../../parse/members.js';
import { readListed } from '../../parse/read-entries.js';
import { joined } from '../../parse/site-page.js';
import { companyNamed, emptyPosting, payWith, placeIn } from '../../posting.js';
import {
  commonSettings,
  defineKind,
  jsonAt,
  leadingTo,
  type PageRequest,
  pageAt,
  sourceChanged,
} from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('applicantpro'),
  company: subdomainOf('applicantpro.com'),
  companyName: companyInstead,
});
type Settings = z.infer<typeof settings>;

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
  requests: (chosen) => [pageAt(`${origin(chosen)}/jobs/`)],
  parse(response, request, chosen) {
    if (request.role === 'detail') {
      const data = dataOf(answerOf(response));
      const text = data.text('advertisingDescriptionHtml', 'description', 'advertisingDescription');
      const detailPosting = { ...emptyPosting(request.listed?.title ?? '', request.url), descriptionHtml: text };
      return { postings: [joined(request.listed ?? null, detailPosting)], follow: [] };
    }
    if (request.memo === undefined) return leadingTo(listRequest(chosen, boardOf(response.body)));
    const board = request.memo as Board;
    return readListed(dataOf(answerOf(response)).list('jobs'), (job) => detailRequest(job, board, chosen));
  },
});

/** The data of an answer, which says that it is successful. */
function dataOf(answer: Members): Members {
  if (answer.flag('success') === true) return answer.object('data');
  throw sourceChanged('a successful answer with data', JSON.stringify(answer.raw)?.slice(0, 80) ?? 'nothing');
}

const origin = ({ baseUrl, company }: Settings): string => baseUrl ?? `https://${company}.applicantpro.com`;

/** The number of a board, and the company's name, which only the title of its page states ("Job Listings - Acme Jobs"). */
type Board = { number: string; company: string | null };

function boardOf(body: string): Board {
  const number = /\bdomain_?id["']? ?[:=] ?["']?(\d{1,12})/i.exec(body)?.[1];
  if (number === undefined) throw sourceChanged('a page that states domainId', `"${body.trim().slice(0, 60)}"`);
  const company = /<title>Job Listings - ([^<]{1,120}) Jobs<\/title>/i.exec(body)?.[1];
  return { number, company: company === undefined ? null : decodeHTML(company) };
}

const listRequest = (chosen: Settings, board: Board): PageRequest =>
  jsonAt(`${origin(chosen)}/core/jobs/${board.number}?getParams=%7B%7D`, { memo: board });

function detailRequest(job: Members, board: Board, chosen: Settings): PageRequest {
  const id = encodeURIComponent(job.needed('id'));
  return jsonAt(`${origin(chosen)}/core/jobs/${board.number}/${id}/job-details`, {
    role: 'detail',
    listed: {
      ...emptyPosting(job.needed('title'), job.text('jobUrl') ?? `${origin(chosen)}/jobs/${id}`),
      sourceJobId: job.needed('id'),
      company: companyNamed(chosen.companyName ?? board.company ?? chosen.company),
      places: [
        placeIn(job.text('jobLocation'), {
          city: job.text('city'),
          region: job.text('abbreviation'),
          country: job.text('iso3'),
        }),
      ],
      workplace: job.texts('workplaceType'),
      jobType: job.texts('employmentType'),
      // Amounts come without a currency.
      salary: payWith({
        min: job.amount('minSalary'),
        max: job.amount('maxSalary'),
        per: job.text('payTypeFrame'),
      }),
      postedAt: job.text('startDateRef'),
      tags: job.texts('orgTitle', 'classification'),
    },
  });
}
