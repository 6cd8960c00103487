import type { RedisConnection } from '../../shared/redis/redis.js';
import { writeCollection } from '../../shared/search/collections/collection-store.js';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import type { CollectionRef } from '../../worker/match/segment/segment-files.js';
import { collectionKey } from '../../worker/search/plan-collections.js';
import { emptyPosting } from '../../worker/sources/posting.js';
import type { Source } from '../../worker/sources/source.js';
import { normaliseAll } from '../worker/lib/normalise-all.js';

/** Stores this many postings of a source in Redis for a minute, and returns what a search would reference. */
export async function holdCollection(
  redis: RedisConnection,
  source: Source,
  { size, version = 'v' }: { size: number; version?: string },
): Promise<CollectionRef> {
  const postings = Array.from({ length: size }, (_, number) =>
    emptyPosting(`Cook ${number}`, `https://${source.id}.example/${number}`),
  );
  const now = new Date();
  const { jobs } = await normaliseAll(postings, { source: source.id, gazetteer: loadGazetteer(), now });
  const until = now.getTime() + 60_000;
  const key = collectionKey(source, {});
  const attempt = { at: now.getTime(), status: 'ok' as const, jobs: size, tookMs: 1, detail: null, ours: false };
  const times = { collectedAt: now.getTime(), freshUntil: until, staleUntil: until };
  await writeCollection(redis, key, {
    head: { v: 1, source: source.id, version, ...times, jobs: size, detail: null },
    attempt,
    jobs,
  });
  return { key, version, source: source.id };
}
