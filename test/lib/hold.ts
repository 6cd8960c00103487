import { randomUUID } from 'node:crypto';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { parseQuery } from '../../shared/search/query/parse-query.js';
import { searchKey } from '../../shared/search/query/query.js';
import { type DocumentHead, documentVersion, writeDocument } from '../../shared/search/search-document.js';

/** Stores a result for a search, as a worker would, without jobs unless given; `head` overrides its metadata. */
export async function hold(
  redis: RedisConnection,
  body: object,
  head: Partial<DocumentHead> = {},
  jobs: readonly string[] = [],
): Promise<void> {
  const read = parseQuery(body);
  if ('errors' in read) throw new Error(JSON.stringify(read.errors));
  const now = Date.now();
  const whole: DocumentHead = {
    v: documentVersion,
    state: 'complete',
    sourcesPrint: '',
    version: randomUUID(),
    collectedAt: now,
    freshUntil: now + 600_000,
    recheckAt: now + 600_000,
    staleUntil: now + 900_000,
    total: 0,
    notices: [],
    place: '',
    newerThan: 0,
    sources: [{ name: 'acme', status: 'ok', jobs: 0, tookMs: 5, detail: null }],
    ...head,
  };
  await writeDocument(redis, searchKey(read.query), { head: whole, jobs, running: null });
}
