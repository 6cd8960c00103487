import { randomUUID } from 'node:crypto';
import { createLogger } from '../../../shared/logger.js';
import { createListener, type Listener } from '../../../shared/redis/listener.js';
import { connectRedis, type RedisConnection } from '../../../shared/redis/redis.js';
import { redisChannels } from '../../../shared/redis/redis-keys.js';
import { type CollectionHead, writeCollection } from '../../../shared/search/collections/collection-store.js';
import type { HeldJob } from '../../../shared/search/job.js';
import { type BoardStates, createBoardStates } from '../../../worker/engine/board-states.js';
import { type Corpus, createCorpus } from '../../../worker/match/corpus/corpus.js';
import { prepareCollection } from '../../../worker/match/corpus/load-collections.js';
import { boardKey, collectionKey, isWholeBoard } from '../../../worker/sources/collection-key.js';
import { readSourcesFile } from '../../../worker/sources/config/sources-file.js';
import type { Source } from '../../../worker/sources/source.js';

/** How long collections of a world are held. */
const heldMs = 3_600_000;

/** A source whose postings are collected for a keyword. */
const searched = { id: 'searched', kind: 'site', search: 'https://searched.example/?q={keyword}' };

/** Boards in Redis as workers write them, and what an engine is expected to find in them. */
export type HeldWorld = {
  boardStates: BoardStates;
  collections: Listener;
  /** The sources of the moment: whole boards of these ids, and one that is searched. */
  sources(): readonly Source[];
  /** Replaces the sources by those with these ids. */
  keepSources(ids: readonly string[]): void;
  /** Has a board's postings held in a new version, announced to all workers. */
  hold(id: string, jobs: readonly HeldJob[]): Promise<CollectionHead>;
  /** The same of what the searched source gave for a keyword; returns the collection's key. */
  holdSearched(keyword: string, jobs: readonly HeldJob[]): Promise<string>;
  /** When the postings of a source were collected (epoch ms); `null` = none are held. */
  readAt(source: string): number | null;
  /** A corpus of all boards of the sources and of these collections, made anew. */
  corpus(collections?: readonly string[]): Corpus;
  close(): void;
};

/** Opens a world without postings, with whole boards of these ids. */
export function openHeldWorld(redis: RedisConnection, url: string, ids: readonly string[]): HeldWorld {
  const logger = createLogger('silent', 'test');
  const listening = connectRedis(url, 'listening', logger);
  const collections = createListener(listening, redisChannels.collections);
  const list = [...ids.map((id) => ({ id, kind: 'greenhouse', board: id })), searched];
  const all = readSourcesFile(JSON.stringify({ sources: list }), 'test');
  let current: readonly Source[] = all;
  const boards = new Set(all.filter(isWholeBoard).map(boardKey));
  const boardStates = createBoardStates({ redis, collections, logger, boards });
  const held = new Map<string, { source: string; jobs: readonly HeldJob[]; at: number }>();
  const sourceOf = (id: string): Source => {
    const source = all.find((each) => each.id === id);
    if (source === undefined) throw new Error(`There is no source ${id}.`);
    return source;
  };
  const write = async (
    key: string,
    { source, jobs }: { source: string; jobs: readonly HeldJob[] },
  ): Promise<CollectionHead> => {
    const at = Date.now();
    const times = { collectedAt: at, freshUntil: at + heldMs, staleUntil: at + heldMs };
    const head = { v: 1 as const, source, version: randomUUID(), ...times, jobs: jobs.length, detail: null };
    const outcome = { status: 'ok' as const, jobs: jobs.length, tookMs: 1, detail: null, ours: false };
    const stored = jobs.map((job) => ({ job, descriptionHtml: '' }));
    await writeCollection(redis, key, { head, attempt: { at, ...outcome }, jobs: stored });
    held.set(key, { source, jobs, at });
    return head;
  };
  return {
    ...{ boardStates, collections },
    sources: () => current,
    keepSources(kept) {
      current = all.filter(({ id }) => kept.includes(id));
    },
    hold: (id, jobs) => write(boardKey(sourceOf(id)), { source: id, jobs }),
    async holdSearched(keyword, jobs) {
      const key = collectionKey(sourceOf(searched.id), { keyword });
      await write(key, { source: searched.id, jobs });
      return key;
    },
    readAt(source) {
      const times = [...held.values()].flatMap((each) => (each.source === source ? [each.at] : []));
      return times.length === 0 ? null : Math.min(...times);
    },
    corpus(keys = []) {
      const known = [...current.filter(isWholeBoard).map(boardKey), ...keys].flatMap((key) => held.get(key) ?? []);
      return createCorpus(known.map(({ source, jobs }) => prepareCollection(source, jobs)));
    },
    close() {
      boardStates.close();
      listening.disconnect();
    },
  };
}
