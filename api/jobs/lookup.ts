import { readClosedJob } from '../../shared/search/collections/collected-jobs.js';
import { type FoundJob, readJob } from '../../shared/search/collections/collection-store.js';
import type { HeldPostings } from '../../shared/search/collections/read-chunks.js';
import {
  type Located,
  type LookedUp,
  type LookupAnswer,
  longestLookedUp,
  mostLookedUp,
} from '../../shared/search/lookup.js';
import { type FieldError, pointerTo } from '../../shared/search/query/parse-query.js';
import { didYouMean } from '../../shared/words/did-you-mean.js';
import { cutText } from '../../shared/words/text.js';
import type { Middleware } from '../middleware/identify.js';
import type { RateLimitState } from '../middleware/limit.js';
import { invalidRequest } from '../middleware/problems.js';

/** The ids and addresses of a lookup; at least one of the lists is not empty. */
export type Asked = { urls: string[]; ids: string[] };

/** The id of a job. */
const isId = /^job_[0-9A-Za-z]{16}$/;

const names = ['urls', 'ids'] as const;

/** Reads the body of a lookup. Throws `invalid-request` with every mistake. */
export function readLookup(body: unknown): Asked {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refused([{ pointer: '#', code: 'not-an-object', detail: 'Send an object: {"urls": ["https://…"]}.' }]);
  const given = body as Record<string, unknown>;
  const errors = Object.keys(given)
    .filter((name) => !isName(name))
    .map(unknownMember);
  const lists = { urls: listOf(given.urls), ids: listOf(given.ids) };
  for (const name of names) if (lists[name] === null) errors.push(notAList(name));
  const asked = { urls: lists.urls ?? [], ids: lists.ids ?? [] };
  const count = asked.urls.length + asked.ids.length;
  if (errors.length === 0 && (count === 0 || count > mostLookedUp)) errors.push(outOfRange(count));
  if (count <= mostLookedUp) errors.push(...addressErrors(asked.urls), ...idErrors(asked.ids));
  if (errors.length > 0) throw refused(errors);
  return { urls: asked.urls.map(String), ids: asked.ids.map(String) };
}

const isName = (name: string): boolean => (names as readonly string[]).includes(name);

const listOf = (value: unknown): unknown[] | null => (value === undefined ? [] : Array.isArray(value) ? value : null);

const refused = (errors: readonly FieldError[]) => invalidRequest({ errors, count: errors.length }, 'fields');

function unknownMember(name: string): FieldError {
  const suggestion = didYouMean(name, names);
  const meant = suggestion === null ? 'Send "urls" and "ids".' : `Did you mean "${suggestion}"?`;
  const detail = `There is no field "${cutText(name, 40)}". ${meant}`;
  return {
    pointer: pointerTo(cutText(name, 80)),
    code: 'unknown-field',
    detail,
    ...(suggestion !== null && { suggestion }),
  };
}

const notAList = (name: string): FieldError => ({
  pointer: pointerTo(name),
  code: 'unknown-value',
  detail: `Send a list: {"${name}": ["…"]}.`,
});

const outOfRange = (count: number): FieldError => ({
  pointer: '#',
  code: 'out-of-range',
  allowed: { min: '1', max: String(mostLookedUp) },
  detail: `Send from 1 to ${mostLookedUp} addresses and ids together, not ${count}.`,
});

function addressErrors(urls: readonly unknown[]): FieldError[] {
  return urls.flatMap((url, at): FieldError[] => {
    const pointer = `#/urls/${at}`;
    if (typeof url !== 'string') return [notAString(pointer)];
    if (url.length > longestLookedUp)
      return [{ pointer, code: 'too-long', detail: `An address has at most ${longestLookedUp} characters.` }];
    return /^https?:\/\/./i.test(url.trim()) && URL.canParse(url.trim())
      ? []
      : [{ pointer, code: 'unknown-value', detail: 'Send the address of a posting: "https://…".' }];
  });
}

function idErrors(ids: readonly unknown[]): FieldError[] {
  return ids.flatMap((id, at): FieldError[] => {
    const pointer = `#/ids/${at}`;
    if (typeof id !== 'string') return [notAString(pointer)];
    if (isId.test(id)) return [];
    return [{ pointer, code: 'unknown-value', detail: 'Send the id of a job: "job_" and 16 letters and digits.' }];
  });
}

const notAString = (pointer: string): FieldError => ({ pointer, code: 'not-a-string', detail: 'Send a string.' });

export type LookupContext = HeldPostings & {
  now: () => Date;
  /** The ids of the openings at addresses. */
  askOpenings(urls: readonly string[]): Promise<Located>;
};

/** Concurrent reads: each unpacks some postings. */
const atOnce = 8;

/** POST /api/jobs/lookup: whether openings are still open, by address or id. */
export function lookup(context: LookupContext): Middleware<RateLimitState> {
  return async function lookup(ctx) {
    const answer = await lookUp(context, readLookup((ctx.request as { body?: unknown }).body));
    ctx.set('Cache-Control', 'no-store');
    ctx.body = answer;
  };
}

/** Looks up ids and addresses; ids without a worker. Throws an `unavailable` problem when no worker finds the addresses. */
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

/** The state of the opening that these ids name: open if any is, otherwise that of the last one to close. */
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
  state: 'unknown',
  closedAt: null,
  lastSeenAt: null,
  id: null,
  title: null,
  company: null,
  url: null,
  source: null,
};

async function readOpening(context: LookupContext, id: string): Promise<Omit<LookedUp, 'asked'> | null> {
  const { redis, now } = context;
  const listed = await readJob(context, id);
  if (listed === null) {
    const closed = await readClosedJob(redis, id, now());
    return closed === null ? null : described(closed, 'closed', new Date(closed.closedAt).toISOString());
  }
  const { validUntil } = listed.job;
  // Searches omit it as well.
  const isOver = validUntil !== null && Date.parse(validUntil) < now().getTime();
  return described(listed, isOver ? 'closed' : 'open', isOver ? validUntil : null);
}

function described(
  { job: { id, title, company, url, source }, lastSeenAt }: FoundJob,
  state: 'open' | 'closed',
  closedAt: string | null,
): Omit<LookedUp, 'asked'> {
  return {
    state,
    closedAt,
    lastSeenAt: new Date(lastSeenAt).toISOString(),
    id,
    title,
    company: company.name,
    url,
    source,
  };
}
