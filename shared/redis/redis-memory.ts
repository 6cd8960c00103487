import type { RedisConnection } from './redis.js';

/** What Redis holds and may hold at most, over all nodes of a cluster; `mostBytes` 0 = no limit was set. */
export type RedisMemory = { usedBytes: number; mostBytes: number };

/** From this share of its limit, Redis counts as nearly full: the least requested searches are evicted and health warns. */
export const nearlyFull = 0.85;

/** The share of its limit that Redis holds; 0 where none was set. */
export const shareOf = ({ usedBytes, mostBytes }: RedisMemory): number => (mostBytes === 0 ? 0 : usedBytes / mostBytes);

/** Reads the memory use of Redis (https://redis.io/docs/latest/commands/info/). */
export async function readRedisMemory(redis: RedisConnection): Promise<RedisMemory> {
  const nodes = 'nodes' in redis ? redis.nodes('master') : [redis];
  const memoryTexts = await Promise.all(nodes.map((node) => node.info('memory')));
  const sum = (field: string) =>
    memoryTexts.reduce((bytes, text) => bytes + Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(text)?.[1] ?? 0), 0);
  return { usedBytes: sum('used_memory'), mostBytes: sum('maxmemory') };
}

/** Whether Redis is at its limit: it refuses every write that takes memory, and still reads and deletes. */
export const isFull = (memory: RedisMemory): boolean => shareOf(memory) >= 1;
