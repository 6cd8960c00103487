import { z } from 'zod';
import { readEvents } from '../client/read-events.js';
import {
  answerSchema,
  type Counts,
  countsSchema,
  type PrintedAnswer,
  problemSchema,
  type Report,
  type ReportedSources,
  reportSchema,
} from './answer.js';
import { CliError } from './cli-error.js';
import { explainProblem } from './explain-problem.js';

/** The address of the service, and the API key to use. */
export type ServiceAddress = { url: string; key: string | null };

export type RequestedFields = Partial<Record<string, string>>;

/** Callbacks during a search: its sources, each report of a source, the counts of all, and the jobs found so far. */
export type SearchObserver = {
  begin(sources: ReportedSources): void;
  report(source: Report, counts?: Counts): void;
  count(counts: Counts): void;
  jobsSoFar(total: number): void;
};

export type SearchRequestOptions = {
  query: RequestedFields;
  waitSeconds: number;
  signal: AbortSignal;
  observer: SearchObserver;
};

const searchEvent = z.object({ sources: z.array(reportSchema), sourceCounts: countsSchema.optional() });
const sourceEvent = reportSchema.extend({ sourceCounts: countsSchema.optional() });
const countedEvent = z.object({ sourceCounts: countsSchema });

/** Searches with the streaming API and returns the answer. Throws a CliError for any other outcome; an abort is rethrown. */
export async function requestSearch(service: ServiceAddress, options: SearchRequestOptions): Promise<PrintedAnswer> {
  const response = await send(service, options);
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream') && response.body !== null)
    return readStream(service, options, readEvents(response.body));
  const body = await readJson(service, response);
  if (!response.ok) throw explainProblem(read(service, problemSchema, body), options.query);
  return readAnswer(service, body);
}

async function send(
  { url, key }: ServiceAddress,
  { query, waitSeconds, signal }: SearchRequestOptions,
): Promise<Response> {
  try {
    return await fetch(`${url}/api/jobs/search`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream, application/json;q=0.5',
        Prefer: `wait=${waitSeconds}`,
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(query),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw noService({ url }, error);
  }
}

/** The error of a request that reached no service. */
export function noService({ url }: Pick<ServiceAddress, 'url'>, error: unknown): CliError {
  return new CliError('service', [
    `No service responds at ${url} (${causeOf(error)}).`,
    `Start it with: npx job-search start. If it runs elsewhere, set JOB_SEARCH_URL=http://host:port`,
  ]);
}

async function readStream(
  service: ServiceAddress,
  { query, signal, observer }: SearchRequestOptions,
  events: ReturnType<typeof readEvents>,
): Promise<PrintedAnswer> {
  try {
    for await (const { event, data } of events) {
      const value = parse(service, data);
      if (event === 'search') observer.begin(read(service, searchEvent, value));
      if (event === 'source') observer.report(...reported(service, value));
      if (event === 'progress') observer.count(read(service, countedEvent, value).sourceCounts);
      if (event === 'jobs') observer.jobsSoFar(readAnswer(service, value).page.total);
      if (event === 'result') return readAnswer(service, value);
      if (event === 'problem') throw explainProblem(read(service, problemSchema, value), query);
    }
  } catch (error) {
    if (error instanceof CliError || signal.aborted) throw error;
    throw interrupted(service, causeOf(error));
  }
  throw interrupted(service, 'the stream ended');
}

/** A report of a source, and the counts of all. */
function reported(service: ServiceAddress, value: unknown): [Report, Counts | undefined] {
  const { sourceCounts, ...source } = read(service, sourceEvent, value);
  return [source, sourceCounts];
}

function interrupted({ url }: ServiceAddress, cause: string): CliError {
  return new CliError('service', [
    `The connection to ${url} was lost before the answer arrived (${cause}).`,
    'The search continues on the service: repeat the command in a moment to get its answer.',
  ]);
}

async function readJson(service: ServiceAddress, response: Response): Promise<unknown> {
  const text = await response.text();
  if (!/\bjson\b/.test(response.headers.get('content-type') ?? '')) throw notTheService(service);
  return parse(service, text);
}

function parse(service: ServiceAddress, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw Object.assign(notTheService(service), { cause });
  }
}

function read<Schema extends z.ZodType>(service: ServiceAddress, schema: Schema, value: unknown): z.infer<Schema> {
  const outcome = schema.safeParse(value);
  if (outcome.success) return outcome.data;
  throw notTheService(service);
}

/** The answer unchanged, with members we do not know and in its own order, as `--json` prints it. */
function readAnswer(service: ServiceAddress, value: unknown): PrintedAnswer {
  read(service, answerSchema, value);
  return value as PrintedAnswer;
}

/** The error of an answer that this service does not give. */
export function notTheService({ url }: Pick<ServiceAddress, 'url'>): CliError {
  return new CliError('service', [
    `The server at ${url} does not respond like this search service.`,
    'Set the address of the service: JOB_SEARCH_URL=http://host:port',
  ]);
}

/** The cause, such as ECONNREFUSED; the message of fetch itself is only "fetch failed". */
export function causeOf(error: unknown): string {
  const { cause = error } = Object(error) as { cause?: unknown };
  const { code, message } = Object(cause) as { code?: unknown; message?: unknown };
  return String(code ?? message ?? cause);
}
