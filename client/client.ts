import type {
  Accepted,
  CompanyAnswer,
  ExportLine,
  ExportRequest,
  FacetsAnswer,
  GeoStats,
  GeoStatsRequest,
  HiddenJobs,
  Info,
  Job,
  LookupAnswer,
  LookupRequest,
  Me,
  Problem,
  ReportedSource,
  SearchAnswer,
  SearchProgress,
  SearchRequest,
  SearchStarted,
  SimilarAnswer,
  SourceCounts,
  SourceReport,
  SuggestAnswer,
  WholeJob,
} from './bodies.js';
import { ClientError, ProblemError } from './errors.js';
import { exportLines } from './export-lines.js';
import { readEvents, type ServerEvent } from './read-events.js';
import { addressOf, type CallOptions, call, callFor, readBody, readText, type Sending } from './send.js';
import { type WatchCalls, watchCalls } from './watches.js';

export type * from './bodies.js';
export { ClientError, type FailureKind, ProblemError } from './errors.js';
export { DeliveryError, type DeliveryHeaders, readDelivery } from './read-delivery.js';
export type { CallOptions, ResponseDetails, Sending } from './send.js';
export type { WatchCalls } from './watches.js';

/** The return value of `jobs`: how many jobs the search finds, and whether there are more than on its pages. */
export type JobsEnd = { total: number; hasMore: boolean };

/** The formats of a feed. */
export type FeedFormat = 'atom' | 'json' | 'csv';

/**
 * An event of a streamed search: each source as it reports, with the counts of all (`progress` has only the counts), the
 * jobs so far, and finally the response. A service before release 0.3 sends no counts.
 */
export type LiveEvent =
  | ({ event: 'search' } & SearchStarted)
  | { event: 'source'; source: SourceReport; sourceCounts?: SourceCounts }
  | ({ event: 'progress' } & SearchProgress)
  | { event: 'jobs'; answer: SearchAnswer }
  | { event: 'result'; answer: SearchAnswer };

export type Client = WatchCalls & {
  /** One page of a search. Throws a `ProblemError` if the service answers with a problem. */
  search(query?: SearchRequest, options?: CallOptions): Promise<SearchAnswer>;
  /**
   * Starts a search without waiting for sources: `collecting` with `retryAfterSeconds` when nothing is stored yet,
   * otherwise the page. Send it again until it is answered.
   */
  start(query?: SearchRequest, options?: CallOptions): Promise<SearchAnswer | Accepted>;
  /** The address of a search for feed readers and spreadsheets. It does not contain the key. */
  feedUrl(query?: SearchRequest, format?: FeedFormat): string;
  /** A search as the text of a feed or table, sent with the key; counts as a search. */
  feed(query?: SearchRequest, format?: FeedFormat, options?: CallOptions): Promise<string>;
  /** The pages of a search, starting with the requested one; each counts as a search. */
  pages(query?: SearchRequest, options?: CallOptions): AsyncGenerator<SearchAnswer, void, undefined>;
  /**
   * The jobs of a search, none twice, page by page; pages of 100 unless `limit` says otherwise. Pages end after 1,000
   * jobs: the generator returns how many the search finds and whether there are more, for `exportLines`.
   */
  jobs(query?: SearchRequest, options?: CallOptions): AsyncGenerator<Job, JobsEnd, undefined>;
  /**
   * A streamed search; the last event is the complete response, and a stream that ends without it throws. Leaving the loop
   * closes the connection.
   */
  live(query?: SearchRequest, options?: CallOptions): AsyncGenerator<LiveEvent, void, undefined>;
  /** How many jobs each value of each field would find; counts as a search. */
  facets(query?: SearchRequest, options?: CallOptions): Promise<FacetsAnswer>;
  /**
   * With a key: all jobs that match a search, or after a `cursor` the rest of them or later changes, as lines to apply
   * in order. A broken connection is resumed: the lines after the last cursor are sent again after another `begin`.
   */
  exportLines(request?: ExportRequest, options?: CallOptions): AsyncGenerator<ExportLine, void, undefined>;
  /** Titles, skills, companies and places of stored postings that complete a text; not counted. */
  suggest(text: string, options?: CallOptions): Promise<SuggestAnswer>;
  /** Whether up to 100 postings are open, closed (since when) or unknown, by addresses and ids; counts as a search. */
  lookup(request: LookupRequest, options?: CallOptions): Promise<LookupAnswer>;
  /** Openings of other companies that resemble a job; counts as a search. */
  similar(id: string, options?: CallOptions): Promise<SimilarAnswer>;
  /** The stored postings of a company, by its name; counts as a search. */
  company(name: string, options?: CallOptions): Promise<CompanyAnswer>;
  /** One stored job with its full description. */
  job(id: string, options?: CallOptions): Promise<WholeJob>;
  /** With a key: removes a job from its searches; not counted. */
  hideJob(id: string, options?: CallOptions): Promise<void>;
  /** With a key: shows a hidden job again; not counted. */
  unhideJob(id: string, options?: CallOptions): Promise<void>;
  /** With a key: its hidden jobs; not counted. */
  hiddenJobs(options?: CallOptions): Promise<HiddenJobs>;
  geoStats(request?: GeoStatsRequest, options?: CallOptions): Promise<GeoStats>;
  /** The caller's plan and remaining quota; not counted. */
  me(options?: CallOptions): Promise<Me>;
  /** Health and a description of the API; a failing service says so in `status`. */
  info(options?: CallOptions): Promise<Info>;
};

/** Maximum jobs on the pages of a search. */
const mostJobs = 1000;

/** A client of one service. Throws a `TypeError` for an invalid address. */
export function createClient(sending: Sending): Client {
  if (!/^https?:\/\//i.test(sending.url) || !URL.canParse(sending.url))
    throw new TypeError(`url is ${JSON.stringify(sending.url)}; write it as http://host:port.`);
  const ask = (
    query: SearchRequest | LookupRequest,
    options: CallOptions,
    { accept = 'application/json', path = '/api/jobs/search', async = false } = {},
  ): Promise<Response> => {
    const { waitSeconds, fresh = false } = options;
    const preferences = [
      ...(async ? ['respond-async'] : []),
      ...(waitSeconds === undefined ? [] : [`wait=${waitSeconds}`]),
    ];
    const headers = {
      accept,
      ...(preferences.length === 0 ? {} : { prefer: preferences.join(', ') }),
      ...(fresh ? { 'cache-control': 'no-cache' } : {}),
    };
    return call(sending, { method: 'POST', path, headers, body: query }, options);
  };

  const get = <Body>(path: string, options: CallOptions, also: readonly number[] = []): Promise<Body> =>
    callFor<Body>(sending, { method: 'GET', path, headers: waitOf(options), also }, options);

  const mark = async (id: string, method: 'PUT' | 'DELETE', options: CallOptions): Promise<void> => {
    await call(sending, { method, path: `/api/jobs/${encodeURIComponent(id)}/hidden` }, options);
  };

  const client: Client = {
    ...watchCalls(sending),

    async search(query = {}, options = {}) {
      return readBody<SearchAnswer>(await ask(query, options), options);
    },

    async start(query = {}, options = {}) {
      return readBody<SearchAnswer | Accepted>(await ask(query, options, { async: true }), options);
    },

    feedUrl: (query = {}, format = 'atom') => addressOf(sending.url, feedPath(query, format)),

    async feed(query = {}, format = 'atom', options = {}) {
      const path = feedPath(query, format);
      return readText(await call(sending, { method: 'GET', path, headers: waitOf(options) }, options), options);
    },

    suggest: (text, options = {}) => get<SuggestAnswer>(`/api/suggest?${new URLSearchParams({ q: text })}`, options),

    async lookup(request, options = {}) {
      return readBody<LookupAnswer>(await ask(request, options, { path: '/api/jobs/lookup' }), options);
    },

    async facets(query = {}, options = {}) {
      return readBody<FacetsAnswer>(await ask(query, options, { path: '/api/jobs/facets' }), options);
    },

    async *pages(query = {}, options = {}) {
      for (let next: SearchRequest | null = query; next !== null; ) {
        const answer: SearchAnswer = await client.search(next, options);
        yield answer;
        next = answer.next;
      }
    },

    async *jobs(query = {}, options = {}) {
      const seen = new Set<string>();
      let total = 0;
      for await (const { jobs, page } of client.pages({ limit: '100', ...query }, options)) {
        total = page.total;
        // A refresh between two pages may move a job to the second.
        for (const job of jobs.filter(({ id }) => !seen.has(id))) {
          seen.add(job.id);
          yield job;
        }
      }
      return { total, hasMore: total > mostJobs };
    },

    async *live(query = {}, options = {}) {
      const response = await ask(query, options, { accept: 'text/event-stream, application/json;q=0.5' });
      const type = response.headers.get('content-type') ?? '';
      // A proxy that does not support streams may have only the answer.
      if (/\bjson\b/.test(type)) {
        yield { event: 'result', answer: await readBody<SearchAnswer>(response, options) };
        return;
      }
      if (!type.startsWith('text/event-stream') || response.body === null)
        throw new ClientError('body', 'The answer is neither a stream of events nor JSON.');
      for await (const event of readStream(response.body, options)) {
        const read = liveEventOf(event, response.headers);
        if (read !== null) yield read;
        if (read?.event === 'result') return;
      }
      throw new ClientError('incomplete', 'The stream ended before the result of the search.');
    },

    exportLines: (request = {}, options = {}) => exportLines(sending, request, options),

    similar: (id, options = {}) => get<SimilarAnswer>(`/api/jobs/${encodeURIComponent(id)}/similar`, options),

    company: (name, options = {}) => get<CompanyAnswer>(`/api/companies/${encodeURIComponent(name)}`, options),

    job: (id, options = {}) => get<WholeJob>(`/api/jobs/${encodeURIComponent(id)}`, options),

    geoStats(request = {}, options = {}) {
      const asked = Object.entries(request).flatMap(([name, value]) =>
        value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
      );
      return get<GeoStats>(`/api/geo-stats${asked.length === 0 ? '' : `?${asked.join('&')}`}`, options);
    },

    hideJob: (id, options = {}) => mark(id, 'PUT', options),

    unhideJob: (id, options = {}) => mark(id, 'DELETE', options),

    hiddenJobs: (options = {}) => get<HiddenJobs>('/api/me/hidden', options),

    me: (options = {}) => get<Me>('/api/me', options),

    info: (options = {}) => get<Info>('/api', options, [503]),
  };
  return client;
}

const waitOf = ({ waitSeconds }: CallOptions): Record<string, string> =>
  waitSeconds === undefined ? {} : { prefer: `wait=${waitSeconds}` };

function feedPath(query: SearchRequest, format: FeedFormat): string {
  const fields = Object.entries(query).filter((field): field is [string, string] => typeof field[1] === 'string');
  return `/api/jobs/feed?${new URLSearchParams([...fields.filter(([, value]) => value !== ''), ['format', format]])}`;
}

/** The events of a stream; a broken connection is a `ClientError`. */
async function* readStream(body: ReadableStream<Uint8Array>, { signal }: CallOptions): ReturnType<typeof readEvents> {
  try {
    yield* readEvents(body);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof ClientError) throw error;
    throw new ClientError('network', 'The connection broke before the result of the search.', { cause: error });
  }
}

/** An event in the client's form; `null` for unknown ones. Throws the problem that ends a stream. */
function liveEventOf({ event, data }: ServerEvent, headers: Headers): LiveEvent | null {
  if (event === 'problem') throw new ProblemError(parseEvent<Problem>(data), headers);
  if (event === 'search') return { event, ...parseEvent<SearchStarted>(data) };
  if (event === 'progress') return { event, ...parseEvent<SearchProgress>(data) };
  if (event === 'jobs' || event === 'result') return { event, answer: parseEvent<SearchAnswer>(data) };
  if (event !== 'source') return null;
  const { sourceCounts, ...source } = parseEvent<ReportedSource>(data);
  return { event, source, sourceCounts };
}

function parseEvent<Data>(data: string): Data {
  try {
    return JSON.parse(data) as Data;
  } catch (error) {
    throw new ClientError('body', 'An event of the stream is not valid JSON.', { cause: error });
  }
}
