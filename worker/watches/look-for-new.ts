import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { readCollectedJobs } from '../../shared/search/collected-jobs.js';
import type { CollectionHead } from '../../shared/search/collection-store.js';
import type { HeldJob } from '../../shared/search/job.js';
import { mostOpenings, tellOpenings } from '../../shared/watches/deliveries.js';
import type { StoredWatch } from '../../shared/watches/watch.js';
import { readWatches } from '../../shared/watches/watch-store.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import { readOpeningRecord } from '../openings/record-store.js';
import { runCooperatively } from '../process/cooperative.js';
import type { BoardStates } from '../shards/board-states.js';
import { boardKey, isWholeBoard } from '../sources/collection-key.js';
import type { Source } from '../sources/source.js';
import { createPercolator, type Percolator } from './percolate.js';
import { toldOpening } from './told-opening.js';

export type LookContext = {
  redis: RedisConnection;
  logger: Pick<Logger, 'warn'>;
  sources: () => readonly Source[];
  boardStates: Pick<BoardStates, 'read'>;
  gazetteer: Gazetteer;
  now: () => Date;
};

/** Openings first seen so long before the last version that was looked at are looked at again; a told one is not told again. */
const overlapMs = 60_000;

/** Postings matched at a time. */
const batch = 200;

/**
 * Looks for openings that boards have listed since watches last knew them, and notes a delivery for each watch they meet. A board
 * is marked as known after all its deliveries are noted: a worker that is killed in between leaves the rest to the next look.
 */
export async function lookForNew(context: LookContext): Promise<void> {
  const { redis, boardStates, sources, gazetteer, logger } = context;
  const watches = (await readWatches(redis)).filter(({ state }) => state === 'active');
  if (watches.length === 0) return;
  const since = Math.min(...watches.map((watch) => watch.since));
  const boards = sources().filter(isWholeBoard);
  const states = await boardStates.read(boards.map(boardKey));
  const known = await redis.hgetall(redisKeys.watchedBoards);
  let percolator: Percolator | null = null;
  for (const [at, source] of boards.entries()) {
    const head = states[at]?.head;
    const key = boardKey(source);
    const [version, collectedAt = '0'] = (known[key] ?? '').split(' ');
    if (!head || head.version === version) continue;
    percolator ??= createPercolator(watches, gazetteer);
    const from = Math.max(since, Number(collectedAt) - overlapMs);
    try {
      const jobs = await newJobs(redis, source, { key, head, from });
      if (jobs === null) continue;
      await tellWatches(context, { source, jobs, percolator });
      await redis.hset(redisKeys.watchedBoards, key, `${head.version} ${head.collectedAt}`);
    } catch (err) {
      logger.warn({ err, source: source.id }, 'watches: a board could not be looked at');
    }
  }
}

type Board = { key: string; head: CollectionHead; from: number };

/** The postings of a board first seen since a moment; `null` when it was replaced meanwhile. */
async function newJobs(redis: RedisConnection, source: Source, { key, head, from }: Board): Promise<HeldJob[] | null> {
  if (head.jobs === 0) return [];
  const record = await readOpeningRecord(redis, source.id);
  // The record has seconds.
  const indexes =
    record !== null && record.key === key && record.version === head.version
      ? record.open.flatMap(({ firstSeen }, index) => (firstSeen * 1000 > from - 1000 ? [index] : []))
      : null;
  if (indexes?.length === 0) return [];
  const found = await readCollectedJobs(redis, key, { head, indexes });
  if (found.size === 0) return null;
  return [...found.values()].map(({ job }) => job).filter((job) => Date.parse(job.firstSeenAt) > from - 1000);
}

type Told = { source: Source; jobs: readonly HeldJob[]; percolator: Percolator };

async function tellWatches({ redis, now }: LookContext, { source, jobs, percolator }: Told): Promise<void> {
  for (let from = 0; from < jobs.length; from += batch) {
    const some = jobs.slice(from, from + batch);
    const byId = new Map(some.map((job) => [job.id, job]));
    const matched = await runCooperatively(percolator.match(source.id, some, now()));
    for (const { watch, groups } of matched) {
      const openings = groups.filter(({ shown }) => isNewTo(watch, shown.job)).map((group) => toldOpening(group, byId));
      for (let at = 0; at < openings.length; at += mostOpenings)
        await tellOpenings(redis, watch.id, { openings: openings.slice(at, at + mostOpenings), now: now().getTime() });
    }
  }
}

const isNewTo = ({ since }: StoredWatch, { firstSeenAt }: Pick<HeldJob, 'firstSeenAt'>): boolean =>
  Date.parse(firstSeenAt) > since - 1000;
