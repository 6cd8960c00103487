import { z } from 'zod';
import { type Answer, answerSchema, problemSchema, type Report, reportSchema } from './answer.js';
import { Trouble } from './cli-error.js';
import { explain } from './explain.js';
import { readEvents } from './read-events.js';

/** Where the service is and the key to use there. */
export type Service = { url: string; key: string | null };

export type Query = Partial<Record<string, string>>;

/** Who follows a search: told of the sources to be asked, of each that reports, and of how many jobs there are so far. */
export type Follower = { begin(sources: Report[]): void; report(source: Report): void; jobsSoFar(total: number): void };

export type Asking = { query: Query; waitSeconds: number; signal: AbortSignal; follower: Follower };

const searchEvent = z.object({ sources: z.array(reportSchema) });

/** Searches live and gives the answer; whatever else comes is thrown as a `Trouble`. An abort is thrown as it is. */
export async function ask(service: Service, asking: Asking): Promise<Answer> {
  const response = await send(service, asking);
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream') && response.body !== null)
    return followed(service, asking, readEvents(response.body));
  const body = await readJson(service, response);
  if (!response.ok) throw explain(read(service, problemSchema, body), asking.query);
  return readAnswer(service, body);
}

async function send({ url, key }: Service, { query, waitSeconds, signal }: Asking): Promise<Response> {
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
    throw new Trouble('service', [
      `No service answers at ${url} (${causeOf(error)}).`,
      'Start it with: npm start. If it runs elsewhere, JOB_SEARCH_URL says where: JOB_SEARCH_URL=http://host:port',
    ]);
  }
}

async function followed(
  service: Service,
  { query, signal, follower }: Asking,
  events: ReturnType<typeof readEvents>,
): Promise<Answer> {
  try {
    for await (const { event, data } of events) {
      const value = parse(service, data);
      if (event === 'search') follower.begin(read(service, searchEvent, value).sources);
      if (event === 'source') follower.report(read(service, reportSchema, value));
      if (event === 'jobs') follower.jobsSoFar(readAnswer(service, value).page.total);
      if (event === 'result') return readAnswer(service, value);
      if (event === 'problem') throw explain(read(service, problemSchema, value), query);
    }
  } catch (error) {
    if (error instanceof Trouble || signal.aborted) throw error;
    throw brokenOff(service, causeOf(error));
  }
  throw brokenOff(service, 'it ended');
}

function brokenOff({ url }: Service, cause: string): Trouble {
  return new Trouble('service', [
    `The connection to ${url} broke before the answer came (${cause}).`,
    'The search goes on there: the same command in a moment finds its answer.',
  ]);
}

async function readJson(service: Service, response: Response): Promise<unknown> {
  const text = await response.text();
  if (!/\bjson\b/.test(response.headers.get('content-type') ?? '')) throw stranger(service);
  return parse(service, text);
}

function parse(service: Service, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw Object.assign(stranger(service), { cause });
  }
}

function read<Schema extends z.ZodType>(service: Service, schema: Schema, value: unknown): z.infer<Schema> {
  const outcome = schema.safeParse(value);
  if (outcome.success) return outcome.data;
  throw stranger(service);
}

/** The answer as it came, in its own order: what `--json` prints. */
function readAnswer(service: Service, value: unknown): Answer {
  read(service, answerSchema, value);
  return value as Answer;
}

function stranger({ url }: Service): Trouble {
  return new Trouble('service', [
    `What answers at ${url} does not speak as this search service does.`,
    'JOB_SEARCH_URL says where the service is: JOB_SEARCH_URL=http://host:port',
  ]);
}

/** The innermost cause, such as ECONNREFUSED; fetch itself only says that it failed. */
function causeOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  if (cause instanceof Error) return (cause as NodeJS.ErrnoException).code ?? cause.message;
  return error instanceof Error ? error.message : String(error);
}
