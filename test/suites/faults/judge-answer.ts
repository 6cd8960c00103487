/** The outcome for a client: a response, no connection, or a connection that broke before the response was complete. */
export type Got =
  | { kind: 'answer'; status: number; headers: Record<string, string>; text: string }
  | { kind: 'refused' }
  | { kind: 'cut'; why: string }
  | { kind: 'late' };

/** The kind of request: a search that all boards can answer, the same as a live search, an invalid one, or a page. */
export type Asked = 'search' | 'live' | 'invalid' | 'page';

/** Statuses that the contract allows for each; 500 is always wrong here, since no injected fault is a bug of the service. */
const allowed: Record<Asked, readonly number[]> = {
  search: [200, 202, 429, 503, 504],
  live: [200, 429, 503],
  invalid: [400],
  page: [200, 404, 503],
};
const retried: readonly number[] = [202, 429, 503, 504];
const codes: Readonly<Record<number, readonly string[]>> = {
  400: ['invalid-request'],
  404: ['not-found'],
  429: ['rate-limited', 'too-many-searches'],
  503: ['unavailable', 'sources-failed', 'overloaded'],
  504: ['search-timeout'],
};

/** A sentence that says what is wrong with an answer; `null` when it is correct. */
export function judgeAnswer(asked: Asked, got: Got): string | null {
  if (got.kind === 'late') return `${asked}: no answer in bounded time`;
  if (got.kind !== 'answer') return null;
  const { status, headers, text } = got;
  if (!allowed[asked].includes(status)) return `${asked}: status ${status}: ${text.slice(0, 300)}`;
  if (asked === 'live' && status === 200) return judgeStream(text);
  const body = parsed(text);
  if (body === null) return `${asked}: ${status} with a body that is no JSON: ${text.slice(0, 100)}`;
  if (retried.includes(status) && !(Number(headers['retry-after']) > 0))
    return `${asked}: ${status} without Retry-After`;
  // Health checks report problems in their own format.
  if (asked === 'page' && 'checks' in body) return null;
  const expected = codes[status];
  if (expected !== undefined && !expected.includes(String(body.code)))
    return `${asked}: ${status} ${String(body.code)}`;
  return asked === 'search' && status === 200 ? judgeResult(body) : null;
}

function judgeStream(text: string): string | null {
  const events = text.split('\n\n').map((event) => ({
    name: /^event: (.*)$/m.exec(event)?.[1] ?? '',
    data: /^data: (.*)$/m.exec(event)?.[1] ?? '',
  }));
  const last = events.findLast(({ name }) => name !== '');
  const body = last === undefined ? null : parsed(last.data);
  if (last === undefined || body === null || !['result', 'problem'].includes(last.name))
    return `live: the stream ended after ${JSON.stringify(last?.name)}`;
  if (last.name === 'result') return judgeResult(body);
  return codes[Number(body.status)]?.includes(String(body.code)) ? null : `live: problem ${last.data.slice(0, 200)}`;
}

/** Every board has openings for every search of the load: an answer without any, or one that hides a missing source, is wrong. */
function judgeResult(body: Record<string, unknown>): string | null {
  const { partial, sources, jobs, page } = body as {
    partial: boolean;
    sources: { name: string; status: string; jobs: number }[];
    jobs: unknown[];
    page: { total: number };
  };
  const whole = sources.every(({ status }) => status === 'ok');
  if (partial === whole) return `search: partial ${partial} with ${JSON.stringify(sources)}`;
  if (jobs.length === 0 || page.total === 0) return `search: an empty list for ${JSON.stringify(sources)}`;
  const hollow = sources.find((source) => source.status === 'ok' && source.jobs === 0);
  return hollow === undefined ? null : `search: ${hollow.name} is ok without a job`;
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
