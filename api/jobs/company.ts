import { LRUCache } from 'lru-cache';
import { Problem } from '../../shared/problems/problem.js';
import { type ClosedJob, readClosedJob } from '../../shared/search/collections/collected-jobs.js';
import { readClosedRows } from '../../shared/search/collections/open-jobs.js';
import { type CompanyAnswer, mostClosed, newestListed } from '../../shared/search/company.js';
import type { Company, Job } from '../../shared/search/job.js';
import { anySearch } from '../../shared/search/query/query.js';
import { companyKey } from '../../shared/words/company-names.js';
import type { Middleware } from '../middleware/identify.js';
import type { RateLimitState } from '../middleware/limit.js';
import type { SimilarContext } from './similar.js';

export type CompanyContext = Pick<SimilarContext, 'redis' | 'now' | 'askHeld'>;

/** Reads one company, by its name or key (`companyKey`). Throws `not-found` when no opening of it is stored, `unavailable` when no worker answers. */
export type FindCompany = (name: string) => Promise<CompanyAnswer>;

/** Companies kept in memory, and for how many milliseconds: crawlers return for each page of a list. */
const kept = 100;
const keptMs = 60_000;

/** Boards of a company whose closed openings are read, and openings read of each: most companies have one board. */
const mostBoards = 3;
const mostRead = 30;

/** Names of companies are shorter. */
const longestName = 200;

/** GET /api/companies/{key}: a company by its stored postings. */
export function company(findCompany: FindCompany): Middleware<RateLimitState> {
  return async function company(ctx) {
    const { key = '' } = (ctx as typeof ctx & { params: Record<string, string> }).params;
    const answer = await findCompany(key);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = answer;
  };
}

/** Makes the function that reads a company; caches those of the last minute. */
export function createFindCompany(context: CompanyContext): FindCompany {
  const companies = new LRUCache<string, CompanyAnswer>({
    max: kept,
    ttl: keptMs,
    fetchMethod: (key) => readCompany(context, key),
  });
  return async (name) => {
    const key = name.length > longestName ? '' : companyKey(name);
    const answer = key === '' ? undefined : await companies.fetch(key);
    if (answer === undefined) throw unknown(name);
    return answer;
  };
}

const unknown = (key: string): Problem =>
  new Problem('not-found', {
    title: 'There is no such company.',
    detail: `No opening of a company "${key.slice(0, 60)}" is stored.`,
  });

async function readCompany(context: CompanyContext, key: string): Promise<CompanyAnswer> {
  const subject = { ...anySearch, company: key, sortBy: 'recent' } as const;
  const { total, jobs, facets, partial } = await context.askHeld({ subject, jobs: newestListed, facets: true });
  const [first] = jobs;
  if (first === undefined || facets === null) throw unknown(key);
  const { dateSincePosted, jobType, remoteFilter, experienceLevel, places, salary } = facets;
  const sources = [...new Set(jobs.flatMap(({ source, alsoOn }) => [source, ...alsoOn.map((each) => each.source)]))];
  return {
    key,
    ...describe(first.company, jobs),
    name: first.company.name ?? key,
    total,
    facets: { dateSincePosted, jobType, remoteFilter, experienceLevel, places, salary },
    jobs: [...jobs],
    ...shownClosings(await closedOf(context, key, sources.slice(0, mostBoards))),
    sources,
    partial,
  };
}

/** Facts about a company found in any of its postings. */
function describe(first: Company, jobs: readonly Job[]): Company {
  const known = <Name extends keyof Company>(name: Name): Company[Name] =>
    jobs.find(({ company }) => company[name] !== null)?.company[name] ?? first[name];
  return {
    name: first.name,
    url: known('url'),
    logoUrl: known('logoUrl'),
    industry: known('industry'),
    size: known('size'),
  };
}

/** Openings of a company that its boards no longer list, the latest first. */
async function closedOf(
  { redis, now }: CompanyContext,
  key: string,
  sources: readonly string[],
): Promise<readonly ClosedJob[]> {
  const ids = (await Promise.all(sources.map((source) => readClosedRows(redis, source, mostRead)))).flat();
  const read = await Promise.all([...new Set(ids)].map((id) => readClosedJob(redis, id, now())));
  return read
    .filter((each) => each !== null)
    .filter(({ job }) => companyKey(job.company.name ?? '') === key)
    .sort((one, other) => other.closedAt - one.closedAt);
}

const dayMs = 86_400_000;

function shownClosings(closed: readonly ClosedJob[]): Pick<CompanyAnswer, 'closed' | 'openDays'> {
  const days = closed
    .map(({ job, closedAt }) => Math.max(0, (closedAt - Date.parse(job.firstSeenAt)) / dayMs))
    .sort((one, other) => one - other);
  const [low, high] = [days[Math.floor((days.length - 1) / 2)], days[Math.floor(days.length / 2)]];
  return {
    closed: closed.slice(0, mostClosed).map(({ job: { id, title, location }, closedAt }) => ({
      id,
      title,
      location: location.text,
      closedAt: new Date(closedAt).toISOString(),
    })),
    openDays:
      low === undefined || high === undefined
        ? null
        : {
            median: Math.round(5 * (low + high)) / 10,
            closings: days.length,
            atLeast: closed.some(({ job }) => job.seen?.opened !== true),
          },
  };
}
