import { readClosedJob } from '../../shared/search/collections/closed-jobs.js';
import { type FoundJob, readJob } from '../../shared/search/collections/collection-store.js';
import type { HeldPostings } from '../../shared/search/collections/read-chunks.js';
import type { Located, LookedUp, LookupAnswer } from '../../shared/search/lookup.js';
import type { RateLimitState } from '../middleware/limit.js';
import type { Middleware } from '../middleware/request-context.js';
import { type Asked, readLookup } from './read-lookup.js';

export type LookupContext = HeldPostings & {
  now: () => Date;
  /** The ids of the openings at addresses. */
  askOpenings(urls: readonly string[]): Promise<Located>;
};

/** Reads that run at a time: each unpacks some postings. */
const atOnce = 8;

/** POST /api/jobs/lookup: whether openings are still open, by address or id. */
export function lookup(context: LookupContext): Middleware<RateLimitState> {
  return async function lookup(ctx) {
    const answer = await lookUp(context, readLookup((ctx.request as { body?: unknown }).body));
    ctx.set('Cache-Control', 'no-store');
    ctx.body = answer;
  };
}

/** Looks up what is asked; ids without a worker. Throws an `unavailable` problem when no worker finds the addresses. */
export async function lookUp(context: LookupContext, { urls, ids }: Asked): Promise<LookupAnswer> {
  const located: Located = urls.length === 0 ? { ids: [], partial: false } : await context.askOpenings(urls);
  const asked = [
    ...urls.map((url, at) => ({ asked: url, candidates: located.ids[at] ?? [] })),
    ...ids.map((id) => ({ asked: id, candidates: [id] })),
  ];
  const jobs: LookedUp[] = [];
  for (let from = 0; from < asked.length; from += atOnce)
    jobs.push(...(await Promise.all(asked.slice(from, from + atOnce).map((each) => stateOf(context, each)))));
  return { jobs, partial: located.partial };
}

type Candidates = { asked: string; candidates: readonly string[] };

/** What is known of the opening that these ids name: open where any is, else as the one that closed last. */
async function stateOf(context: LookupContext, { asked, candidates }: Candidates): Promise<LookedUp> {
  let last: LookedUp = { asked, ...unknown };
  for (const id of candidates) {
    const read = await readOpening(context, id);
    if (read?.state === 'open') return { asked, ...read };
    if (read !== null && (last.closedAt === null || (read.closedAt ?? '') > last.closedAt)) last = { asked, ...read };
  }
  return last;
}

const unknown: Omit<LookedUp, 'asked'> = {
  ...{ state: 'unknown', closedAt: null, lastSeenAt: null, id: null, title: null, company: null },
  ...{ url: null, source: null },
};

async function readOpening(context: LookupContext, id: string): Promise<Omit<LookedUp, 'asked'> | null> {
  const { redis, now } = context;
  const listed = await readJob(context, id);
  if (listed === null) {
    const closed = await readClosedJob(redis, id, now());
    return closed === null ? null : described(closed, 'closed', new Date(closed.closedAt).toISOString());
  }
  const { validUntil } = listed.job;
  // Searches do not show it either.
  const isOver = validUntil !== null && Date.parse(validUntil) < now().getTime();
  return described(listed, isOver ? 'closed' : 'open', isOver ? validUntil : null);
}

function described(
  { job: { id, title, company, url, source }, lastSeenAt }: FoundJob,
  state: 'open' | 'closed',
  closedAt: string | null,
): Omit<LookedUp, 'asked'> {
  return {
    ...{ state, closedAt, lastSeenAt: new Date(lastSeenAt).toISOString() },
    ...{ id, title, company: company.name, url, source },
  };
}
