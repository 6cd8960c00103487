import type {
  FacetsAnswer,
  GeoStats,
  GeoStatsRequest,
  Info,
  Job,
  Me,
  Problem,
  ReportedSource,
  SearchAnswer,
  SearchProgress,
  SearchRequest,
  SearchStarted,
  SourceCounts,
  SourceReport,
  WholeJob,
} from './bodies.js';
import { ProblemError } from './problem-error.js';
import { readEvents } from './read-events.js';
import { type Sending, send } from './send.js';

export type * from './bodies.js';
export { ProblemError } from './problem-error.js';
export type { Sending } from './send.js';

/** Options of one call. */
export type CallOptions = {
  signal?: AbortSignal;
  /** How long the service may collect before it answers with what there is, in seconds. */
  waitSeconds?: number;
};

/**
 * An event of a streamed search: each source as it reports, with the counts of all (`progress` has the counts alone), the
 * jobs so far, and finally the response. A service before release 0.3 sends no counts.
 */
export type LiveEvent =
  | ({ event: 'search' } & SearchStarted)
  | { event: 'source'; source: SourceReport; sourceCounts?: SourceCounts }
  | ({ event: 'progress' } & SearchProgress)
  | { event: 'jobs'; answer: SearchAnswer }
  | { event: 'result'; answer: SearchAnswer };

export type Client = {
  /** One page of a search. Throws a `ProblemError` when the service answers with a problem. */
  search(query?: SearchRequest, options?: CallOptions): Promise<SearchAnswer>;
  /** The pages of a search from the requested one on; each counts as a search. */
  pages(query?: SearchRequest, options?: CallOptions): AsyncGenerator<SearchAnswer, void, undefined>;
  /** The jobs of a search, none twice, page after page as you go on; pages of 100 unless `limit` says otherwise. */
  jobs(query?: SearchRequest, options?: CallOptions): AsyncGenerator<Job, void, undefined>;
  /** A streamed search; the last event is the complete response. Leaving the loop closes the connection. */
  live(query?: SearchRequest, options?: CallOptions): AsyncGenerator<LiveEvent, void, undefined>;
  /** How many jobs each value of each field would find; counts as a search. */
  facets(query?: SearchRequest, options?: CallOptions): Promise<FacetsAnswer>;
  /** One stored job with its full description. */
  job(id: string, options?: CallOptions): Promise<WholeJob>;
  geoStats(request?: GeoStatsRequest, options?: CallOptions): Promise<GeoStats>;
  /** The caller's plan, and what is left of its quota; not counted. */
  me(options?: CallOptions): Promise<Me>;
  /** Health, and the API described; a service that fails says so in `status`. */
  info(options?: CallOptions): Promise<Info>;
};

/** A client of one service. */
export function createClient(sending: Sending): Client {
  const ask = (
    query: SearchRequest,
    { signal, waitSeconds }: CallOptions,
    accept: string,
    path = '/api/jobs/search',
  ): Promise<Response> =>
    send(sending, {
      method: 'POST',
      path,
      headers: {
        accept,
        'content-type': 'application/json',
        ...(waitSeconds === undefined ? {} : { prefer: `wait=${waitSeconds}` }),
      },
      body: JSON.stringify(query),
      signal,
    });

  const get = async <Body>(path: string, { signal }: CallOptions, also: readonly number[] = []): Promise<Body> => {
    const response = await send(sending, { method: 'GET', path, signal, also });
    return (await response.json()) as Body;
  };

  const client: Client = {
    async search(query = {}, options = {}) {
      return (await (await ask(query, options, 'application/json')).json()) as SearchAnswer;
    },

    async facets(query = {}, options = {}) {
      const response = await ask(query, options, 'application/json', '/api/jobs/facets');
      return (await response.json()) as FacetsAnswer;
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
      for await (const { jobs } of client.pages({ limit: '100', ...query }, options)) {
        // A search that is refreshed between two pages may move a job to the second.
        for (const job of jobs.filter(({ id }) => !seen.has(id))) {
          seen.add(job.id);
          yield job;
        }
      }
    },

    async *live(query = {}, options = {}) {
      const response = await ask(query, options, 'text/event-stream');
      if (response.body === null) throw new Error('The answer has no body.');
      for await (const { event, data } of readEvents(response.body)) {
        if (event === 'search') yield { event, ...(JSON.parse(data) as SearchStarted) };
        if (event === 'source') {
          const { sourceCounts, ...source } = JSON.parse(data) as ReportedSource;
          yield { event, source, sourceCounts };
        }
        if (event === 'progress') yield { event, ...(JSON.parse(data) as SearchProgress) };
        if (event === 'jobs' || event === 'result') yield { event, answer: JSON.parse(data) as SearchAnswer };
        if (event === 'problem') throw new ProblemError(JSON.parse(data) as Problem, response.headers);
      }
    },

    job: (id, options = {}) => get<WholeJob>(`/api/jobs/${encodeURIComponent(id)}`, options),

    geoStats(request = {}, options = {}) {
      const asked = Object.entries(request).flatMap(([name, value]) =>
        value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
      );
      return get<GeoStats>(`/api/geo-stats${asked.length === 0 ? '' : `?${asked.join('&')}`}`, options);
    },

    me: (options = {}) => get<Me>('/api/me', options),

    info: (options = {}) => get<Info>('/api', options, [503]),
  };
  return client;
}
