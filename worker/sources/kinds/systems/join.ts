import { z } from 'zod';
import { boardNameIn } from '../../parse/board-settings.js';
import { elementJson } from '../../parse/embedded-json.js';
import { answerOf, Members } from '../../parse/members.js';
import { readListed } from '../../parse/read-entries.js';
import { readJobPage } from '../../parse/site-page.js';
import { companyNamed, emptyPosting, placeWith } from '../../posting.js';
import {
  commonSettings,
  defineKind,
  jsonAt,
  leadingTo,
  type PageRequest,
  pageAt,
  sourceChanged,
} from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('join'), company: boardNameIn('join.com/companies/COMPANY') });
type Settings = z.infer<typeof settings>;

const pageSize = 100;

/** The company, as named by its page. */
type Memo = { id: string; name: string; page: number };

/**
 * A company's jobs on JOIN: its page, which states its id, a list in pages of 100, and one page per job, which contains a
 * JobPosting. The page's own endpoint: GET /api/public/companies/{id}/jobs.
 */
export const join = defineKind({
  kind: 'join',
  summary: 'Jobs on JOIN, by the page’s endpoint and pages with JobPosting.',
  evidence: {
    requests: [
      'GET join.com/companies/{company}',
      'GET join.com/api/public/companies/{id}/jobs?locale=en-us&page={page}&pageSize=100&sort=%2Btitle',
      'GET join.com/companies/{company}/{job}',
    ],
    access: 'undocumented',
    robots: null,
    basis: [
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/join.py)',
      'https://github.com/kalil0321/ats-scrapers (src/ats_scrapers/scrapers/join_com.py)',
      'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/join.py)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: pageSize, details: true },
  addresses: ['join.com/companies/{company}'],
  settings,
  defaults: { perMinute: 60, timeoutSeconds: 600 },
  requests: (chosen) => [pageAt(`${origin(chosen)}/companies/${chosen.company}`)],
  parse(response, request, chosen) {
    if (request.role === 'detail') return readJobPage(response, request);
    if (request.memo === undefined) return leadingTo(listRequest(chosen, companyOf(response.body, chosen)));
    const memo = request.memo as Memo;
    const answer = answerOf(response);
    const items = answer.list('items');
    const more = answer.count('pagination.page') < answer.count('pagination.pageCount') && items.length > 0;
    return readListed(
      items,
      (job) => detailRequest(job, chosen, memo),
      more ? listRequest(chosen, { ...memo, page: memo.page + 1 }) : null,
    );
  },
});

const origin = ({ baseUrl = 'https://join.com' }: Settings): string => baseUrl;

/** A new company's page may show another company until it is ready, so the name in its address must agree. */
function companyOf(body: string, { company }: Settings): Memo {
  const page = new Members(elementJson(body, 'script#__NEXT_DATA__'));
  const stated = page.object('props.pageProps.initialState.company');
  const domain = stated.needed('domain');
  if (domain.toLowerCase() !== company.toLowerCase()) throw sourceChanged(`the company "${company}"`, `"${domain}"`);
  return { id: stated.needed('id'), name: stated.needed('name'), page: 1 };
}

function listRequest(chosen: Settings, memo: Memo): PageRequest {
  const path = `/api/public/companies/${encodeURIComponent(memo.id)}/jobs`;
  const query = `locale=en-us&page=${memo.page}&pageSize=${pageSize}&sort=%2Btitle`;
  return jsonAt(`${origin(chosen)}${path}?${query}`, { memo });
}

function detailRequest(job: Members, chosen: Settings, memo: Memo): PageRequest {
  const url = `${origin(chosen)}/companies/${chosen.company}/${encodeURIComponent(job.needed('idParam'))}`;
  return pageAt(url, {
    role: 'detail',
    listed: {
      ...emptyPosting(job.needed('title'), url),
      sourceJobId: job.needed('id'),
      company: companyNamed(memo.name),
      places: [placeWith({ city: job.text('city.cityName'), country: job.text('city.countryName') })],
      workplace: job.texts('workplaceType'),
      jobType: job.texts('employmentType.name', 'employmentType'),
      postedAt: job.text('createdAt'),
      tags: job.texts('category.name', 'category'),
    },
  });
}
