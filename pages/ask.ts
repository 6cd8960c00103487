import { readEvents } from '../client/read-events.js';
import { type Answer, type Info, isProblem, type ProblemBody, type Query, type SourceReport } from './answer.js';

/** How a search ended. */
export type Outcome = { answer: Answer } | { problem: ProblemBody };

/** How many searches are left in the present window, and its end in seconds. */
export type Allowance = { left: number; seconds: number };

export type Asking = {
  signal: AbortSignal;
  /** Told of each source as it reports, where the service tells it. */
  onSource(report: SourceReport): void;
  /** Shown what was found so far. */
  onJobs(answer: Answer): void;
  onAllowance(allowance: Allowance): void;
};

/** Searches, as an event stream where the service has one and as one answer where it has not. Throws when it is away. */
export async function ask(query: Query, { signal, onSource, onJobs, onAllowance }: Asking): Promise<Outcome> {
  const response = await fetch('/api/jobs/search', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream, application/json;q=0.9' },
    body: JSON.stringify(query),
    signal,
  });
  const allowance = readAllowance(response.headers.get('RateLimit'));
  if (allowance !== null) onAllowance(allowance);
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;
  if (!isStream || response.body === null) return asOutcome(await response.json());
  for await (const { event: name, data } of readEvents(response.body)) {
    const body: unknown = JSON.parse(data);
    if (name === 'result' || name === 'problem') return asOutcome(body);
    if (name === 'jobs') onJobs(body as Answer);
    else for (const report of reportsIn(body)) onSource(report);
  }
  throw new TypeError('The answer broke off before its end.');
}

function asOutcome(body: unknown): Outcome {
  return isProblem(body) ? { problem: body } : { answer: body as Answer };
}

/** An event carries one report, or a list of them when it says which sources are asked. */
function reportsIn(body: unknown): SourceReport[] {
  if (typeof body !== 'object' || body === null) return [];
  if ('sources' in body && Array.isArray(body.sources)) return body.sources.filter(isReport);
  return isReport(body) ? [body] : [];
}

function isReport(body: unknown): body is SourceReport {
  return typeof body === 'object' && body !== null && 'name' in body && 'status' in body;
}

/** Reads `RateLimit: "free";r=99;t=900`. */
function readAllowance(header: string | null): Allowance | null {
  const [, left, seconds] = /;r=(\d+);t=(\d+)/.exec(header ?? '') ?? [];
  return left === undefined ? null : { left: Number(left), seconds: Number(seconds) };
}

/** What the service says of itself; also when it is not well. Throws when it is away. */
export async function askInfo(): Promise<Info> {
  const response = await fetch('/api');
  return (await response.json()) as Info;
}

/** One job whole; `null` once it is no longer held. */
export async function askDescription(id: string): Promise<{ descriptionHtml: string; description: string } | null> {
  const response = await fetch(`/api/jobs/${encodeURIComponent(id)}`);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  return (await response.json()) as { descriptionHtml: string; description: string };
}
