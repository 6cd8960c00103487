import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Config } from '../config.js';
import { lazyRequire } from '../lazy-require.js';
import { EngineUnavailable } from './engine-unavailable.js';

/** A request to the cluster: `body` as JSON, `lines` each as JSON. */
type ClusterRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | number | boolean>>;
  body?: object;
  lines?: readonly string[];
};

/** The cluster refused a request; `type`: the error class it reports. */
export class ClusterError extends Error {
  readonly status: number;
  readonly type: string;

  constructor({ status, type, message }: { status: number; type: string; message: string }) {
    super(message);
    this.status = status;
    this.type = type;
  }

  override get name(): string {
    return 'ClusterError';
  }
}

/** An OpenSearch cluster. */
export type SearchCluster = {
  /**
   * Sends a request and returns the answer, validated by the given shape; without one, an object whose content is not
   * read. Rejects with `EngineUnavailable` when the cluster is unreachable, busy or not a cluster, with `ClusterError`
   * when it refuses the request.
   */
  ask<Answer = object>(request: ClusterRequest, shape?: z.ZodType<Answer>): Promise<Answer>;
  close(): Promise<void>;
};

/** Time limit of a request and of receiving its answer, in milliseconds. */
const patienceMs = 30_000;

/** Bytes of an answer: ten thousand documents, or five hundred postings, take a tenth. */
const maxResponseSize = 100_000_000;

/**
 * How often a request is sent to another node when its connection is lost, as during a rolling restart: requests are
 * idempotent.
 */
const mostRetries = 4;

/** Milliseconds before repeating a request whose answer depended on a node that disappeared. */
const retryMs = 100;

/** A node's errors when another one disappeared between two steps of a search. */
const lostNode = new Set(['node_not_connected_exception', 'node_disconnected_exception', 'node_closed_exception']);

/** The library, loaded by the first request: most processes send none. */
const loadDriver = () =>
  lazyRequire('@opensearch-project/opensearch') as typeof import('@opensearch-project/opensearch');

/** Statuses of a reachable cluster that cannot work now: it is too busy, or admits nobody. */
const unavailable = new Set([401, 403, 429]);

/** Statuses of a proxy without a cluster, or of a node that is leaving: another node may answer. */
const passing = new Set([502, 503, 504]);

/** A node disappeared: another one is tried. */
class NodeLost extends EngineUnavailable {}

export type ClusterSettings = Pick<
  Config,
  'OPENSEARCH_URL' | 'OPENSEARCH_USER' | 'OPENSEARCH_PASSWORD' | 'OPENSEARCH_CA'
>;

/** Opens connections to the configured cluster; sends nothing yet. */
export function openCluster({
  OPENSEARCH_URL,
  OPENSEARCH_USER: username,
  OPENSEARCH_PASSWORD: password,
  OPENSEARCH_CA,
}: ClusterSettings): SearchCluster {
  const open = () =>
    new (loadDriver().Client)({
      nodes: OPENSEARCH_URL.split(',').map((url) => url.trim()),
      requestTimeout: patienceMs,
      maxRetries: mostRetries,
      ...(username === '' ? {} : { auth: { username, password } }),
      ...(OPENSEARCH_CA === '' ? {} : { ssl: { ca: readFileSync(OPENSEARCH_CA) } }),
    });
  let client: ReturnType<typeof open> | null = null;
  const send = async ({ method, path, query, body, lines }: ClusterRequest): Promise<Received> => {
    client ??= open();
    const params = {
      method,
      path,
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(lines && { bulkBody: [...lines] }),
    };
    // The library joins an answer into one text of any length, and its error for an overlong one cannot be caught.
    const answer = await client.transport.request(params, { asStream: true });
    client.connectionPool.markAlive(answer.meta.connection);
    const text = await readWithin(answer.body as unknown as Readable);
    return { status: answer.statusCode ?? 0, type: answer.headers?.['content-type'] ?? 'no type', text };
  };
  return {
    async ask<Answer>(request: ClusterRequest, shape: z.ZodType<Answer> = anyObject as z.ZodType<Answer>) {
      for (let retries = 0; ; retries++)
        try {
          return answerIn(await send(request), request, shape);
        } catch (error) {
          if (retries === mostRetries || !(error instanceof NodeLost)) throw classified(error);
          await pause(retryMs);
        }
    },
    close: async () => client?.close(),
  };
}

/** An answer as it was received. */
type Received = { status: number; type: string; text: string };

const anyObject = z.looseObject({});

/** The text of an answer, within limits. */
async function readWithin(body: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const tooSlow = () => body.destroy(unusable(`took more than ${patienceMs / 1000} s to send an answer`));
  const timer = setTimeout(tooSlow, patienceMs);
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > maxResponseSize) throw unusable(`sent more than ${maxResponseSize} bytes`);
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof EngineUnavailable) throw error;
    throw new NodeLost('OpenSearch', `OpenSearch ended an answer before it was complete (${String(error)}).`);
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
  return Buffer.concat(parts).toString();
}

/** The answer to a request. Throws when it is refused, or does not come from a cluster. */
function answerIn<Answer>({ status, type, text }: Received, request: ClusterRequest, shape: z.ZodType<Answer>): Answer {
  const said = asJson(text);
  if (status >= 400) throw refusal(status, said);
  if (status < 200 || status >= 300)
    throw unusable(`answered ${status}. OPENSEARCH_URL must name the cluster itself, not a redirect to it`);
  if (said === undefined)
    throw unusable(`answered with ${type.slice(0, 80)} instead of JSON. OPENSEARCH_URL may name a web page`);
  const read = shape.safeParse(said);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const { method, path } = request;
  throw unusable(
    `answered ${method} ${path} in another shape (${issue?.path.join('.') || 'at its top'}: ${issue?.message})`,
  );
}

/** The error of an unusable answer: its sender is not a working cluster. */
export const unusable = (what: string): EngineUnavailable => new EngineUnavailable('OpenSearch', `OpenSearch ${what}.`);

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const named = z.looseObject({ type: z.string(), reason: z.string().optional() });
const refused = z.looseObject({ error: named.extend({ caused_by: named.optional() }) });

/** Why a cluster, or a proxy before it, refuses a request. */
function refusal(status: number, said: unknown): Error {
  const { type, reason, caused_by: cause } = refused.safeParse(said).data?.error ?? { type: '' };
  const message = `OpenSearch answered ${status}: ${type} ${reason?.slice(0, 1000) ?? ''}`.trim();
  if (passing.has(status) || lostNode.has(cause?.type ?? '')) return new NodeLost('OpenSearch', message);
  if (unavailable.has(status)) return new EngineUnavailable('OpenSearch', message);
  return new ClusterError({ status, type, message });
}

/** A confirmed change of documents, or of an index. */
const writtenShape = z.object({
  errors: z.boolean(),
  items: z.array(
    z.record(
      z.string(),
      z.looseObject({ status: z.number(), error: z.looseObject({ reason: z.string() }).optional() }),
    ),
  ),
});
const acknowledged = z.object({ acknowledged: z.literal(true) });

/** Approximate characters of one write request. */
const writtenAtOnce = 4_000_000;

/**
 * Writes documents of an index in batches: for each, a line with the action and one with its content. Rejects with the
 * first that is refused.
 */
export async function writeDocuments(
  cluster: SearchCluster,
  index: string,
  documents: Iterable<readonly object[]>,
): Promise<void> {
  let lines: string[] = [];
  let size = 0;
  const send = async (): Promise<void> => {
    if (lines.length > 0) await sendLines(cluster, index, lines);
    [lines, size] = [[], 0];
  };
  for (const document of documents) {
    const written = document.map((line) => JSON.stringify(line));
    lines.push(...written);
    size += written.reduce((sum, { length }) => sum + length, 0);
    if (size >= writtenAtOnce) await send();
  }
  await send();
}

async function sendLines(cluster: SearchCluster, index: string, lines: readonly string[]): Promise<void> {
  const { errors, items } = await cluster.ask({ method: 'POST', path: `/${index}/_bulk`, lines }, writtenShape);
  if (!errors) return;
  const [failed] = items.flatMap((item) => Object.values(item)).filter(({ error }) => error !== undefined);
  if (failed === undefined) throw unusable('reports failed lines without naming them');
  const message = `A posting could not be indexed: ${failed.error?.reason ?? 'unknown'}`;
  throw new ClusterError({ status: failed.status, type: 'bulk', message });
}

/** Creates an index if it is missing. Any number of processes may do so at once. */
export async function ensureIndex(cluster: SearchCluster, index: string, body: object): Promise<void> {
  try {
    await cluster.ask({ method: 'PUT', path: `/${index}`, body }, acknowledged);
  } catch (error) {
    if (!(error instanceof ClusterError) || error.type !== 'resource_already_exists_exception') throw error;
  }
}

/** The error in the classes that callers distinguish. The driver's messages contain no password. */
function classified(error: unknown): unknown {
  if (error instanceof loadDriver().errors.OpenSearchClientError)
    return new EngineUnavailable('OpenSearch', `OpenSearch cannot be reached: ${error.message}`);
  return error;
}
