import { z } from 'zod';
import { boardNameIn } from '../../parse/board-settings.js';
import { coerceText, listOf, neededId, neededText } from '../../parse/coerce.js';
import { elementJson } from '../../parse/embedded-json.js';
import { asShape, readListed, readShape } from '../../parse/read-shape.js';
import { readJobPage } from '../../parse/site-page.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest, sourceChanged } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('join'), company: boardNameIn('join.com/companies/COMPANY') });
type Settings = z.infer<typeof settings>;

const pageSize = 100;

const companySchema = z.object({ id: neededId, name: neededText, domain: neededText });
const pageSchema = z.object({
  props: z.object({ pageProps: z.object({ initialState: z.object({ company: companySchema }) }) }),
});
const named = z
  .union([z.object({ name: coerceText }).transform(({ name }) => name), coerceText])
  .nullish()
  .transform((value) => value ?? null);
const jobSchema = z.object({
  id: neededId,
  idParam: neededText,
  title: neededText,
  createdAt: coerceText,
  workplaceType: coerceText,
  employmentType: named,
  category: named,
  city: z.object({ cityName: coerceText, countryName: coerceText }).nullish(),
});
const listSchema = z.object({
  items: z.array(z.unknown()),
  pagination: z.object({ page: z.number(), pageCount: z.number() }),
});

/** The company, as its page names it. */
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
  requests: (chosen) => [
    { url: `${origin(chosen)}/companies/${chosen.company}`, role: 'listing', accept: 'page', render: 'never' },
  ],
  parse(response, request, chosen) {
    if (request.role === 'detail') return readJobPage(response, request);
    if (request.memo === undefined)
      return { postings: [], follow: [listRequest(chosen, companyOf(response.body, chosen))], isIndex: true };
    const memo = request.memo as Memo;
    const { items, pagination } = readShape(response, listSchema, 'a page with items and pagination');
    const { follow, ...read } = readListed(items, jobSchema, (job) => detailRequest(job, { chosen, memo }));
    const more = items.length > 0 && pagination.page < pagination.pageCount;
    const next = more ? [listRequest(chosen, { ...memo, page: memo.page + 1 })] : [];
    return { postings: [], ...read, follow: [...follow, ...next] };
  },
});

const origin = ({ baseUrl = 'https://join.com' }: Settings): string => baseUrl;

/** A new company's page may show another company until it is ready, so that the name in its address has to agree. */
function companyOf(body: string, { company }: Settings): Memo {
  const data = elementJson(body, 'script#__NEXT_DATA__');
  const { props } = asShape(data, pageSchema, 'a page with props.pageProps.initialState.company');
  const { id, name, domain } = props.pageProps.initialState.company;
  if (domain.toLowerCase() !== company.toLowerCase()) throw sourceChanged(`the company "${company}"`, `"${domain}"`);
  return { id, name, page: 1 };
}

function listRequest(chosen: Settings, memo: Memo): PageRequest {
  const path = `/api/public/companies/${encodeURIComponent(memo.id)}/jobs`;
  return {
    url: `${origin(chosen)}${path}?locale=en-us&page=${memo.page}&pageSize=${pageSize}&sort=%2Btitle`,
    role: 'listing',
    accept: 'json',
    memo,
  };
}

function detailRequest(
  job: z.infer<typeof jobSchema>,
  { chosen, memo }: { chosen: Settings; memo: Memo },
): PageRequest {
  const url = `${origin(chosen)}/companies/${chosen.company}/${encodeURIComponent(job.idParam)}`;
  return {
    url,
    role: 'detail',
    accept: 'page',
    render: 'never',
    listed: {
      ...emptyPosting(job.title, url),
      sourceJobId: job.id,
      company: { name: memo.name, url: null, logoUrl: null },
      places: [{ text: null, city: job.city?.cityName ?? null, region: null, country: job.city?.countryName ?? null }],
      workplace: listOf(job.workplaceType),
      jobType: listOf(job.employmentType),
      postedAt: job.createdAt,
      tags: listOf(job.category),
    },
  };
}
