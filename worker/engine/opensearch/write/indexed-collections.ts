import { z } from 'zod';
import { EngineUnavailable } from '../../../../shared/cluster/engine-unavailable.js';
import type { Logger } from '../../../../shared/logger.js';
import { readPackedJobs, unpackJobs } from '../../../../shared/search/collections/collection-store.js';
import type { HeldPostings } from '../../../../shared/search/collections/read-chunks.js';
import type { HeldJob } from '../../../../shared/search/job.js';
import type { CollectionRef } from '../../../match/segment/segment-files.js';
import { ensureIndexes, isIndexMissing } from '../index-schema.js';
import type { IndexedKeys } from '../search-openings.js';
import { indexCollection, type WriteTools } from './write-collection.js';

/** Which collections are in the index, and puts those there that are not. */
export type IndexedCollections = {
  /** Waits until these collections are in the index in these versions; `gone`: the keys of those that can no longer be. */
  hold(refs: readonly CollectionRef[]): Promise<IndexedKeys & { gone: string[] }>;
  /** Puts a collection that was just read into the index, unless it is there or others are being written: then `hold` does. */
  index(ref: CollectionRef, jobs: readonly HeldJob[]): Promise<void>;
  /** Runs a step; once more, with new indexes, when they were removed meanwhile. */
  withIndexes<Result>(step: () => Promise<Result>): Promise<Result>;
};

/** Collections whose versions are read in one request. */
const readAtOnce = 2000;

/**
 * Collections that are written at once: while the cluster takes one, the next is prepared. Those that were just read and find so many
 * before them are not kept in memory: they are read from Redis when it is their turn.
 */
const writtenAtOnce = 2;

type Options = WriteTools & HeldPostings & { shards: number; logger: Pick<Logger, 'warn'> };

const versionsShape = z.object({
  docs: z.array(z.object({ _id: z.string(), _source: z.object({ version: z.string() }).optional() })),
});
const boardsShape = z.object({
  hits: z.object({ hits: z.array(z.object({ _id: z.string(), sort: z.array(z.unknown()) })) }),
});

/** How long is remembered which boards the index has, in milliseconds: others than those of a question are rare. */
const boardsMs = 5000;

/** Keys listed in one request: what the index allows by default. */
const listedAtOnce = 10_000;

/** The keys of the collections that are in the index: all, or only whole boards. */
export async function findIndexed(
  { cluster, names }: Pick<WriteTools, 'cluster' | 'names'>,
  { onlyBoards = false } = {},
) {
  const query = onlyBoards ? { term: { isBoard: true } } : { match_all: {} };
  const path = `/${names.collections}/_search`;
  const keys: string[] = [];
  for (let after: readonly unknown[] | null = null; ; ) {
    const body: object = {
      query,
      size: listedAtOnce,
      _source: false,
      sort: ['key'],
      ...(after && { search_after: after }),
    };
    const { hits }: z.infer<typeof boardsShape> = await cluster.ask({ method: 'POST', path, body }, boardsShape);
    keys.push(...hits.hits.map(({ _id }) => _id));
    if (hits.hits.length < listedAtOnce) return keys;
    after = hits.hits.at(-1)?.sort ?? null;
  }
}

/** Creates the book of what is indexed; nothing is sent yet. */
export function createIndexedCollections({ redis, chunks, shards, logger, ...tools }: Options): IndexedCollections {
  const { cluster, names } = tools;
  /** Versions by key. */
  const known = new Map<string, string>();
  let boards: { keys: readonly string[]; readAt: number } | null = null;
  const writing = new Map<string, Promise<void>>();
  let ready: Promise<void> | null = null;

  const open = async (): Promise<void> => {
    ready ??= ensureIndexes(cluster, names, shards);
    await ready.catch((error: unknown) => {
      ready = null;
      throw error;
    });
  };
  const withIndexes: IndexedCollections['withIndexes'] = async (step) => {
    await open();
    try {
      return await step();
    } catch (error) {
      if (!isIndexMissing(error)) throw error;
      logger.warn({ err: error }, 'opensearch: the indexes were removed, they are made and filled again');
      ready = null;
      known.clear();
      await open();
      return step();
    }
  };
  const readVersions = async (keys: readonly string[]): Promise<void> => {
    for (let from = 0; from < keys.length; from += readAtOnce) {
      const ids = keys.slice(from, from + readAtOnce);
      const path = `/${names.collections}/_mget`;
      const { docs } = await cluster.ask({ method: 'POST', path, body: { ids } }, versionsShape);
      for (const { _id, _source } of docs) if (_source !== undefined) known.set(_id, _source.version);
    }
  };
  const write = (ref: CollectionRef, jobs: readonly HeldJob[]): Promise<void> => {
    const name = `${ref.key}@${ref.version}`;
    const running =
      writing.get(name) ??
      withIndexes(() => indexCollection(tools, ref, jobs))
        .then(() => {
          known.set(ref.key, ref.version);
          boards = null;
        })
        .finally(() => writing.delete(name));
    writing.set(name, running);
    return running;
  };
  /** Whether a collection is in the index now; it is read from Redis unless this process has just read it. */
  const put = async (ref: CollectionRef): Promise<boolean> => {
    const running = writing.get(`${ref.key}@${ref.version}`);
    if (running !== undefined) return running.then(() => true);
    const packed = await readPackedJobs({ redis, chunks }, ref.key, ref.version);
    if (packed === null) return false;
    await write(ref, await unpackJobs(packed));
    return true;
  };
  const isKnown = ({ key, version }: CollectionRef): boolean => known.get(key) === version;
  /** Puts a collection; `false` when it can no longer be. */
  const tryPut = async (ref: CollectionRef): Promise<boolean> => {
    try {
      return await put(ref);
    } catch (error) {
      if (error instanceof EngineUnavailable || isIndexMissing(error)) throw error;
      logger.warn({ err: error, collection: ref.key }, 'opensearch: a collection could not be indexed');
      return false;
    }
  };
  /** The keys of those that can no longer be put. */
  const putAll = async (refs: readonly CollectionRef[]): Promise<Set<string>> => {
    const gone = new Set<string>();
    const waiting = [...refs].reverse();
    const putNext = async (): Promise<void> => {
      for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) if (!(await tryPut(ref))) gone.add(ref.key);
    };
    try {
      await Promise.all(Array.from({ length: writtenAtOnce }, putNext));
    } finally {
      waiting.length = 0;
    }
    return gone;
  };
  const indexedBoards = async (): Promise<readonly string[]> => {
    if (boards === null || performance.now() - boards.readAt > boardsMs)
      boards = { keys: await findIndexed(tools, { onlyBoards: true }), readAt: performance.now() };
    return boards.keys;
  };
  const keysOf = async (refs: readonly CollectionRef[]): Promise<IndexedKeys> => {
    const keys = new Set(refs.map(({ key }) => key));
    const hasOthers = (await indexedBoards()).some((key) => !keys.has(key));
    return {
      others: refs.flatMap(({ key, isBoard = false }) => (isBoard ? [] : [key])),
      all: hasOthers ? [...keys] : null,
    };
  };
  return {
    withIndexes,
    async index(ref, jobs) {
      if (!isKnown(ref) && writing.size < writtenAtOnce) await write(ref, jobs);
    },
    hold: (refs) =>
      withIndexes(async () => {
        const unknown = refs.filter((ref) => !isKnown(ref));
        if (unknown.length > 0) await readVersions(unknown.map(({ key }) => key));
        const gone = await putAll(unknown.filter((each) => !isKnown(each)));
        return { gone: [...gone], ...(await keysOf(refs.filter(({ key }) => !gone.has(key)))) };
      }),
  };
}
