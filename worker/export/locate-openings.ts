import type { RedisConnection } from '../../shared/redis/redis.js';
import { canonicalUrl } from '../../shared/search/canonical-url.js';
import { findClosed } from '../../shared/search/collections/collected-jobs.js';
import { type LookupJob, writeLocated } from '../../shared/search/lookup.js';
import type { Engine } from '../engine/engine.js';
import { readUrl } from '../normalise/text/url.js';
import { collectionsForAll, type PlanContext } from '../search/searched-collections.js';

export type LocateContext = PlanContext & { redis: RedisConnection; engine: Pick<Engine, 'located'> };

/**
 * Finds the openings at the addresses of a lookup among all that is held, and among those that closed lately, and writes them for the
 * API. Addresses are compared as duplicates are: without tracking parameters, scheme, `www.` and application form.
 */
export async function locateOpenings(context: LocateContext, lookup: LookupJob): Promise<void> {
  const { engine, redis } = context;
  const read = lookup.urls.map((url) => readUrl(url));
  const addresses = [...new Set(read.flatMap((url) => (url === null ? [] : canonicalUrl(url))))];
  const found = await engine.located(collectionsForAll(context), addresses);
  const closed = await findClosed(redis, addresses);
  const idsAt = new Map(
    addresses.map((address, at) => {
      const last = closed[at] ?? null;
      return [address, [...(found.ids[at] ?? []), ...(last === null ? [] : [last])]] as const;
    }),
  );
  await writeLocated(redis, lookup, {
    ids: read.map((url) => (url === null ? [] : [...(idsAt.get(canonicalUrl(url)) ?? [])])),
    partial: found.missing.length > 0 || found.silent > 0,
  });
}
