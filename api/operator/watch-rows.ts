import type { RedisConnection } from '../../shared/redis/redis.js';
import { readWatchesOf, type StoredWatch, shownWatch } from '../../shared/watches/watch.js';

/** A watch as the operator sees it: without its secret, and of its address only what is no secret of its owner. */
export function watchRow(watch: StoredWatch) {
  const { id, search, url, state, reason, createdAt, lastDeliveryAt } = shownWatch(watch);
  const { protocol, origin } = URL.canParse(url) ? new URL(url) : { protocol: '?', origin: 'null' };
  return {
    ...{ id, owner: watch.owner.replace(/^key:/, ''), state, reason, createdAt, lastDeliveryAt },
    search: Object.fromEntries(Object.entries(search).filter(([, value]) => value !== '')),
    address: origin === 'null' ? protocol : origin,
  };
}

/** The watches of the owner of a key, oldest first; at most as many as an owner may have. */
export const listWatchesOf = async (redis: RedisConnection, owner: string) => ({
  owner,
  watches: (await readWatchesOf(redis, `key:${owner}`)).map(watchRow),
});
