/** The queue of questions to one part of the postings (worker/shards). */
export type ShardQueue = `shard-${number}-of-${number}`;

/** The name of the queue of a shard, of so many. */
export const shardQueue = (shard: number, of: number): ShardQueue => `shard-${shard}-of-${of}`;
