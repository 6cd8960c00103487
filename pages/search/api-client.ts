import { readEvents } from '../../client/read-events.js';
import { say } from '../../shared/messages/messages.js';
import type { WholeJob } from '../../shared/search/job.js';
import {
  type Answer,
  isProblem,
  type ProblemBody,
  type Query,
  type SourceCounts,
  type SourceReport,
} from './answer.js';
import { takePageData } from './page-data.js';

/** Seconds before each follow-up request for an incomplete answer; the last value repeats. */
const followSeconds = [5, 10, 20, 30, 60];

/** Seconds before each retry if the service names no time. */
const retrySeconds = [3, 6, 12, 30, 60];

/** Maximum follow-up requests per search, in case a board never reports. */
const maxAttempts = 12;

/** Temporary failures by status; 0 = the network. */
const passing: ReadonlySet<number> = new Set([0, 429, 500, 502, 503, 504]);

/** Seconds until the next automatic request after `attempts` follow-ups; `null` = none. */
export function retryDelay(outcome: { answer: Answer } | { problem: ProblemBody }, attempts: number): number | null {
  if (attempts >= maxAttempts) return null;
  if ('answer' in outcome) {
    return isWaiting(outcome.answer) ? at(followSeconds, attempts) : null;
  }
  const { status, retryAfterSeconds } = outcome.problem;
  if (!passing.has(status)) return null;
  return Math.max(retryAfterSeconds ?? 0, at(retrySeconds, attempts));
}

/** Whether boards are still being read for the answer, so that a later one differs. */
export const isWaiting = ({ sourceCounts, stale }: Answer): boolean => sourceCounts.pending > 0 || stale;

const at = (list: readonly number[], index: number): number => list[Math.min(index, list.length - 1)] ?? 60;

/** The result of a search. */
export type Outcome = { answer: Answer } | { problem: ProblemBody };

/** The searches left in the current rate-limit window, and the seconds until it ends. */
export type RemainingQuota = { left: number; seconds: number };

type PageSearchOptions = {
  signal: AbortSignal;
  /** Called with the sources that reported, if any, and the counts of all. */
  onSources(reports: readonly SourceReport[], counts: SourceCounts): void;
  /** Called with the results so far. */
  onJobs(answer: Answer): void;
  onQuota(quota: RemainingQuota): void;
};

/** Seconds to follow a search in one request; the service caps it at its own limit. */
const waitSeconds = 60;

/** Searches with an event stream, or a single answer if a proxy removes it. Throws a TypeError if unreachable. */
export async function requestAnswer(
  query: Query,
  { signal, onSources, onJobs, onQuota }: PageSearchOptions,
): Promise<Outcome> {
  const response = await fetch('/api/jobs/search', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'text/event-stream, application/json;q=0.9',
      Prefer: `wait=${waitSeconds}`,
      ...takeTicket(),
    },
    body: JSON.stringify(query),
    signal,
  });
  const quota = readQuota(response.headers.get('RateLimit'));
  if (quota !== null) onQuota(quota);
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;
  if (!isStream || response.body === null) return asOutcome(await readAnswerBody(response));
  for await (const { event: name, data } of readEvents(response.body)) {
    const body: unknown = JSON.parse(data);
    if (name === 'result' || name === 'problem') return asOutcome(body);
    if (name === 'jobs') onJobs(body as Answer);
    else if (hasCounts(body)) onSources(reportsIn(body), body.sourceCounts);
  }
  throw new TypeError('The answer ended early.');
}

/** The header that continues the search embedded in the page. */
function takeTicket(): { 'Search-Ticket'?: string } {
  const ticket = takePageData('ticket');
  return ticket === null ? {} : { 'Search-Ticket': ticket };
}

/** The JSON of a response. Pages from a proxy in between become a problem. */
export async function readAnswerBody(response: Response): Promise<unknown> {
  if (/\bjson\b/i.test(response.headers.get('Content-Type') ?? '')) return response.json();
  const seconds = Number(response.headers.get('Retry-After'));
  return {
    code: 'bad-gateway',
    status: response.status,
    title: say('problem.bad-gateway'),
    detail: say('service.answered', { status: String(response.status) }),
    ...(seconds > 0 ? { retryAfterSeconds: seconds } : {}),
  } satisfies ProblemBody;
}

function asOutcome(body: unknown): Outcome {
  return isProblem(body) ? { problem: body } : { answer: body as Answer };
}

function hasCounts(body: unknown): body is { sourceCounts: SourceCounts } {
  return typeof body === 'object' && body !== null && 'sourceCounts' in body;
}

/** An event has one report, none, or, at the start, a report of each source it names. */
function reportsIn(body: unknown): SourceReport[] {
  if (typeof body !== 'object' || body === null) return [];
  if ('sources' in body && Array.isArray(body.sources)) return body.sources.filter(isReport);
  return isReport(body) ? [body] : [];
}

function isReport(body: unknown): body is SourceReport {
  return typeof body === 'object' && body !== null && 'name' in body && 'status' in body;
}

/** Reads `RateLimit: "free";r=99;t=900`. */
function readQuota(header: string | null): RemainingQuota | null {
  const [, left, seconds] = /;r=(\d+);t=(\d+)/.exec(header ?? '') ?? [];
  return left === undefined ? null : { left: Number(left), seconds: Number(seconds) };
}

/** A job with its description; `null` if the service no longer stores it. */
export async function fetchJob(id: string): Promise<WholeJob | null> {
  const response = await fetch(`/api/jobs/${encodeURIComponent(id)}`);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  return (await response.json()) as WholeJob;
}
