import { readFileSync } from 'node:fs';
import type { Config } from '../../../shared/config.js';
import { lazyRequire } from '../../../shared/lazy-require.js';
import { EngineUnavailable } from '../engine-unavailable.js';

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

/** Statuses of a cluster that is there and cannot work now: too busy, a proxy without it, or it lets nobody in. */
const unavailable = new Set([401, 403, 429, 502, 503, 504]);

type OpenSearch = typeof import('@opensearch-project/opensearch');

type Settings = Pick<Config, 'OPENSEARCH_URL' | 'OPENSEARCH_USER' | 'OPENSEARCH_PASSWORD' | 'OPENSEARCH_CA'>;

/** Opens connections to the cluster of the settings; nothing is sent yet. */
export function openCluster({
  OPENSEARCH_URL,
  OPENSEARCH_USER: username,
  OPENSEARCH_PASSWORD: password,
  OPENSEARCH_CA,
}: Settings): SearchCluster {
  // Loaded here: a worker with another engine does not pay for the library.
  const { Client, errors } = lazyRequire('@opensearch-project/opensearch') as OpenSearch;
  const client = new Client({
    nodes: OPENSEARCH_URL.split(',').map((url) => url.trim()),
    requestTimeout: patienceMs,
    maxRetries: mostRetries,
    compression: 'gzip',
    ...(username === '' ? {} : { auth: { username, password } }),
    ...(OPENSEARCH_CA === '' ? {} : { ssl: { ca: readFileSync(OPENSEARCH_CA) } }),
  });
  return {
    async ask<Answer>({ method, path, query, body, lines }: ClusterRequest): Promise<Answer> {
      try {
        const answer = await client.transport.request({
          ...{ method, path },
          ...(query && { querystring: query }),
          ...(body && { body }),
          ...(lines && { bulkBody: [...lines] }),
        });
        return answer.body as Answer;
      } catch (error) {
        throw classified(error, errors);
      }
    },
    close: () => client.close(),
  };
}

/** The error as callers tell it apart. Messages of the driver name no password. */
function classified(error: unknown, errors: OpenSearch['errors']): unknown {
  if (error instanceof errors.ResponseError) {
    const { statusCode: status, message } = error;
    if (unavailable.has(status))
      return new EngineUnavailable('OpenSearch', `OpenSearch answered ${status}: ${message}`);
    return new ClusterError({ status, type: typeOf(error.body), message: `OpenSearch answered ${status}: ${message}` });
  }
  if (error instanceof errors.OpenSearchClientError)
    return new EngineUnavailable('OpenSearch', `OpenSearch cannot be reached: ${error.message}`);
  return error;
}

function typeOf(body: unknown): string {
  const { error } = (body ?? {}) as { error?: { type?: string } };
  return error?.type ?? '';
}
