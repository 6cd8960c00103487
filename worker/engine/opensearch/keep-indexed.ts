/** Keeps the index in sync with the collections in Redis: the ones a query needs, and all boards as they are read. */
import { z } from 'zod';
import type { ChunkStore, StoredVersion } from '../../../shared/cluster/chunk-store.js';
import { EngineUnavailable } from '../../../shared/cluster/engine-unavailable.js';
import { repeat } from '../../../shared/process/repeat.js';
import type { RedisConnection } from '../../../shared/redis/redis.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { runScript } from '../../../shared/redis/run-script.js';
import { createTurns, type Turn } from '../../../shared/redis/turns.js';
import {
  type CollectionHead,
  chunkFields,
  isOptionalChunk,
  readCollectionStates,
  readPackedJobs,
  unpackJobs,
} from '../../../shared/search/collections/collection-store.js';
import { chunkSize } from '../../../shared/search/collections/job-pointers.js';
import { apartField } from '../../../shared/search/collections/read-chunks.js';
import type { CollectionRef } from '../../match/segment/segment-files.js';
import type { EngineOptions } from '../engine.js';
import type { HeldBoards } from '../held-collections.js';
import { ensureIndexes, isIndexMissing } from './index-schema.js';
import { anyMet, type ClusterQuery } from './keyword-query.js';
import type { Index } from './openings.js';
import { indexCollection } from './write-collection.js';

/** Collections listed per request: the index's default limit. */
const readAtOnce = 10_000;

/** Collections written at once: while the cluster takes one, the next is prepared. */
const writtenAtOnce = 2;

/**
 * Milliseconds: how long the index's contents are cached, since boards outside questions are rare; how long boards are
 * gathered to be indexed together; the wait after a failure; and the interval for removing dropped collections.
 */
const [bookMs, gatherMs, retryMs, sweepMs] = [5000, 250, 5000, 3_600_000] as const;

type Options = Pick<EngineOptions, 'redis' | 'chunks' | 'collections' | 'logger' | 'now'> &
  Index & { shards: number; boards: HeldBoards };

const bookRow = z.object({ key: z.string(), version: z.string(), isBoard: z.boolean() });
const bookShape = z.object({ hits: z.object({ hits: z.array(z.object({ _source: bookRow })) }) });

/** Creates the keeper of the index; sends nothing yet. */
export function createIndexKeeper(options: Options) {
  const { cluster, names, opened, shards, redis, chunks, boards, collections, logger, now } = options;
  const index = { cluster, names, opened, turn: createTurns(redis, redisKeys.engineWriter) };
  const mover = chunks && createPostingMover({ redis, chunks, turn: index.turn, now });
  /** The versions in the index and whether they are of boards, by key, as last read. */
  let book = new Map<string, { version: string; isBoard: boolean }>();
  let bookUntil = 0;
  const writing = new Map<string, Promise<boolean>>();
  let isReady = false;

  /** Runs a step; once more, with new indexes, if they were removed meanwhile. */
  const withIndexes = async <Result>(step: () => Promise<Result>): Promise<Result> => {
    for (let isAgain = false; ; isAgain = true)
      try {
        if (!isReady) await ensureIndexes(cluster, names, shards);
        isReady = true;
        return await step();
      } catch (error) {
        if (isAgain || !isIndexMissing(error)) throw error;
        logger.warn({ err: error }, 'opensearch: the indexes were removed, they are made and filled again');
        isReady = false;
        bookUntil = 0;
      }
  };
  const isKnown = ({ key, version }: CollectionRef): boolean => book.get(key)?.version === version;
  const readBook = async (): Promise<void> => {
    await cluster.ask({ method: 'POST', path: `/${names.collections}/_refresh` });
    const read: typeof book = new Map();
    for (let after: string | undefined, isMore = true; isMore; ) {
      const body = { size: readAtOnce, sort: ['key'], ...(after !== undefined && { search_after: [after] }) };
      const path = `/${names.collections}/_search`;
      const { hits }: z.infer<typeof bookShape> = await cluster.ask({ method: 'POST', path, body }, bookShape);
      for (const { _source } of hits.hits) read.set(_source.key, _source);
      after = hits.hits.at(-1)?._source.key;
      isMore = hits.hits.length === readAtOnce;
    }
    book = read;
    bookUntil = performance.now() + bookMs;
  };
  /** Puts a collection into the index; `false` when that is no longer possible. */
  const put = async (ref: CollectionRef): Promise<boolean> => {
    try {
      const packed = await readPackedJobs({ redis, chunks }, ref.key, ref.version);
      if (packed === null) return false;
      await indexCollection(index, ref, await unpackJobs(packed));
      book.set(ref.key, { version: ref.version, isBoard: ref.isBoard === true });
      return true;
    } catch (error) {
      if (error instanceof EngineUnavailable || isIndexMissing(error)) throw error;
      logger.warn({ err: error, collection: ref.key }, 'opensearch: a collection could not be indexed');
      return false;
    }
  };
  const putOnce = (ref: CollectionRef): Promise<boolean> => {
    const name = `${ref.key}@${ref.version}`;
    const running = writing.get(name) ?? put(ref).finally(() => writing.delete(name));
    writing.set(name, running);
    return running;
  };
  /** Waits until these versions are indexed; `gone`: keys that cannot be; `within`: the openings of the others. */
  const hold = (refs: readonly CollectionRef[]): Promise<{ gone: string[]; within: ClusterQuery }> =>
    withIndexes(async () => {
      if (performance.now() > bookUntil || !refs.every(isKnown)) await readBook();
      const waiting = refs.filter((ref) => !isKnown(ref)).reverse();
      const gone = new Set<string>();
      const putAll = async (): Promise<void> => {
        for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop())
          if (!(await putOnce(ref))) gone.add(ref.key);
      };
      await Promise.all(Array.from({ length: writtenAtOnce }, putAll));
      const found = refs.filter(({ key }) => !gone.has(key));
      const keys = new Set(found.map(({ key }) => key));
      const hasOthers = [...book].some(([key, { isBoard }]) => isBoard && !keys.has(key));
      const others = found.flatMap(({ key, isBoard = false }) => (isBoard ? [] : [key]));
      // Thousands of boards are named only if the index also has others.
      const having = (collections: Iterable<string>): ClusterQuery => ({ terms: { collections: [...collections] } });
      const within = hasOthers ? having(keys) : anyMet([{ term: { isBoard: true } }, having(others)]);
      return { gone: [...gone], within };
    });
  const sweep = async (stop: AbortSignal): Promise<void> => {
    await readBook();
    for (const key of book.keys()) {
      if (stop.aborted) return;
      const [state] = await readCollectionStates(redis, [key]);
      if (!state?.head) await indexCollection(index, { key, version: '', source: '' }, null);
    }
    await mover?.sweep(stop);
  };
  return {
    hold,
    withIndexes,
    /**
     * Starts indexing boards when any worker has read them, so that the next search finds them there, moving their
     * collected postings out of Redis, and removing those no longer stored. Returns a function that ends it.
     */
    follow(stop: AbortSignal): () => void {
      let isNews = true;
      let waitUntil = 0;
      let sweptAt = Number.NEGATIVE_INFINITY;
      const off = collections.onAny(() => {
        isNews = true;
      });
      const keep = async (): Promise<void> => {
        if (!isNews || stop.aborted || performance.now() < waitUntil) return;
        isNews = false;
        const refs = await boards();
        await hold(refs);
        await mover?.move(refs, stop);
        if (performance.now() - sweptAt < sweepMs) return;
        sweptAt = performance.now();
        await withIndexes(() => sweep(stop));
      };
      const end = repeat(gatherMs, keep, (err) => {
        logger.debug({ err }, 'opensearch: boards are not indexed yet');
        [isNews, waitUntil] = [true, performance.now() + retryMs];
      });
      return () => {
        off();
        void end();
      };
    },
  };
}

/** Moves collected postings from Redis to the cluster. */

/** Collections looked up at a time, and chunks read and written at a time, some 60 kB each. */
const askedAtOnce = 500;
const movedAtOnce = 60;

/** Age at which a version that no head names is removed: a younger one may still be being written. */
const writingMs = 600_000;

type MoverOptions = { redis: RedisConnection; chunks: ChunkStore; turn: Turn; now: () => Date };

type PostingMover = {
  /** Moves the postings of full boards in these versions, unless they were moved. */
  move(refs: readonly StoredVersion[], stop: AbortSignal): Promise<void>;
  /** Removes versions from the cluster that Redis no longer names. */
  sweep(stop: AbortSignal): Promise<void>;
};

/**
 * Boards are written to Redis, which works without the cluster, and moved from there by the first worker that finds
 * them: heads, manifests and other small data stay.
 */
export function createPostingMover({ redis, chunks, turn, now }: MoverOptions): PostingMover {
  const moved = new Map<string, string>();
  /** Copies chunks; returns whether the collection still had this version. */
  const copy = async (of: StoredVersion, fields: readonly string[]): Promise<boolean> => {
    const name = redisKeys.collection(of.key);
    for (let from = 0; from < fields.length; from += movedAtOnce) {
      const some = fields.slice(from, from + movedAtOnce);
      const packed = await redis.hmgetBuffer(name, ...some);
      if (some.some((field, at) => !packed[at] && !isOptionalChunk(field))) return false;
      await chunks.write(of, new Map(some.flatMap((field, at) => (packed[at] ? [[field, packed[at]]] : []))));
    }
    const input = { keys: { collection: name }, args: { version: of.version, apart: apartField, chunks: fields } };
    return (await runScript(redis, 'collect/move-chunks', input)) === 1;
  };
  const moveOne = async (of: StoredVersion): Promise<void> => {
    const [text, apart] = await redis.hmget(redisKeys.collection(of.key), 'head', apartField);
    const head = text ? (JSON.parse(text) as CollectionHead) : null;
    if (head?.version !== of.version) return;
    const fields = Array.from({ length: Math.ceil(head.jobs / chunkSize) }, (_, chunk) => chunkFields(chunk)).flat();
    if (apart !== null || fields.length === 0 || (await copy(of, fields))) moved.set(of.key, of.version);
  };
  return {
    async move(refs, stop) {
      for (const ref of refs) if (!stop.aborted && moved.get(ref.key) !== ref.version) await turn(() => moveOne(ref));
    },
    async sweep(stop) {
      for await (const versions of chunks.list())
        for (let from = 0; from < versions.length && !stop.aborted; from += askedAtOnce) {
          const some = versions.slice(from, from + askedAtOnce);
          const states = await readCollectionStates(
            redis,
            some.map(({ key }) => key),
          );
          const isOld = ({ writtenAt }: (typeof some)[number]) => writtenAt < now().getTime() - writingMs;
          for (const [at, each] of some.entries())
            if (states[at]?.head?.version !== each.version && isOld(each)) await chunks.remove(each);
        }
    },
  };
}
