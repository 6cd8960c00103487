import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.js';
import { lazyRequire } from '../lazy-require.js';
import { EngineUnavailable } from './engine-unavailable.js';

/** A request to the cluster: `body` as JSON, `lines` as newline-delimited JSON. */
export type ClusterRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | number | boolean>>;
  body?: object;
  lines?: readonly object[];
};

/** The cluster refused a request; `type`: the class of the error that it names. */
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
   * Sends a request and returns the answer, whose shape the caller names. Rejects with `EngineUnavailable` when the cluster is away
   * or cannot take it now, with `ClusterError` when it refuses it.
   */
  ask<Answer>(request: ClusterRequest): Promise<Answer>;
  close(): Promise<void>;
};

/** How long a request may take, in milliseconds. */
const patienceMs = 30_000;

/**
 * How often a request is sent again to another node when its connection is lost, as while one node after the other is restarted: each
 * has the same effect however often it is sent.
 */
const mostRetries = 4;

/** Milliseconds until a request is sent again whose answer another node was needed for that went away meanwhile. */
const retryMs = 100;

/** What a node says when another one went away between two steps of a search. */
const lostNode = new Set(['node_not_connected_exception', 'node_disconnected_exception', 'node_closed_exception']);

/** The library, loaded by the first request: most processes send none. */
const loadDriver = () =>
  lazyRequire('@opensearch-project/opensearch') as typeof import('@opensearch-project/opensearch');

/** Statuses of a cluster that is there and cannot work now: too busy, a proxy without it, or it lets nobody in. */
const unavailable = new Set([401, 403, 429, 502, 503, 504]);

export type ClusterSettings = Pick<
  Config,
  'OPENSEARCH_URL' | 'OPENSEARCH_USER' | 'OPENSEARCH_PASSWORD' | 'OPENSEARCH_CA'
>;

/** Opens connections to the cluster of the settings; nothing is sent yet. */
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
  return {
    async ask<Answer>({ method, path, query, body, lines }: ClusterRequest): Promise<Answer> {
      client ??= open();
      for (let retries = 0; ; retries++)
        try {
          const answer = await client.transport.request({
            ...{ method, path },
            ...(query && { querystring: query }),
            ...(body && { body }),
            ...(lines && { bulkBody: [...lines] }),
          });
          return answer.body as Answer;
        } catch (error) {
          if (retries === mostRetries || !isNodeLost(error)) throw classified(error);
          await pause(retryMs);
        }
    },
    close: async () => client?.close(),
  };
}

type Written = { errors: boolean; items: readonly Record<string, { status: number; error?: { reason: string } }>[] };

/** Writes documents of an index, each a line of what is done and one of its content. Rejects with the first that is refused. */
export async function sendLines(cluster: SearchCluster, index: string, lines: readonly object[]): Promise<void> {
  const { errors, items } = await cluster.ask<Written>({ method: 'POST', path: `/${index}/_bulk`, lines });
  if (!errors) return;
  const [failed] = items.flatMap((item) => Object.values(item)).filter(({ error }) => error !== undefined);
  const message = `A posting could not be indexed: ${failed?.error?.reason ?? 'unknown'}`;
  if (failed !== undefined) throw new ClusterError({ status: failed.status, type: 'bulk', message });
}

/** Makes an index unless it is there. Any number of processes may do so at once. */
export async function ensureIndex(cluster: SearchCluster, index: string, body: object): Promise<void> {
  try {
    await cluster.ask({ method: 'PUT', path: `/${index}`, body });
  } catch (error) {
    if (!(error instanceof ClusterError) || error.type !== 'resource_already_exists_exception') throw error;
  }
}

/** The error as callers tell it apart. Messages of the driver name no password. */
function classified(error: unknown): unknown {
  const { errors } = loadDriver();
  if (error instanceof errors.ResponseError) {
    const { statusCode: status, message } = error;
    if (unavailable.has(status) || isNodeLost(error))
      return new EngineUnavailable('OpenSearch', `OpenSearch answered ${status}: ${message}`);
    return new ClusterError({ status, type: typeOf(error.body), message: `OpenSearch answered ${status}: ${message}` });
  }
  if (error instanceof errors.OpenSearchClientError)
    return new EngineUnavailable('OpenSearch', `OpenSearch cannot be reached: ${error.message}`);
  return error;
}

/** Whether a search failed because a node went away between its steps: the others answer without it. */
function isNodeLost(error: unknown): boolean {
  if (!(error instanceof loadDriver().errors.ResponseError)) return false;
  const { error: failed } = (error.body ?? {}) as { error?: { caused_by?: { type?: string } } };
  return lostNode.has(failed?.caused_by?.type ?? '');
}

function typeOf(body: unknown): string {
  const { error } = (body ?? {}) as { error?: { type?: string } };
  return error?.type ?? '';
}
