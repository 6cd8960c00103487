/** Looks for openings listed since watches were last up to date, and records deliveries of them. */
import type { Logger } from '../../shared/logger.js';
import { isRedisUnavailable, RedisMisusedError } from '../../shared/redis/redis-errors.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { readCollectedJobs } from '../../shared/search/collections/collected-jobs.js';
import { type CollectionHead, readingOf } from '../../shared/search/collections/collection-store.js';
import type { HeldPostings } from '../../shared/search/collections/read-chunks.js';
import type { HeldJob } from '../../shared/search/job.js';
import { mostOpenings, type ToldOpening, tellOpenings } from '../../shared/watches/deliveries.js';
import { changeWatch, countWatches, readRevision, readWatches, type StoredWatch } from '../../shared/watches/watch.js';
import type { BoardStates } from '../engine/board-states.js';
import type { Engine } from '../engine/engine.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import type { Group } from '../match/segment/open-segment.js';
import { readOpeningRecord } from '../openings/opening-record.js';
import { runCooperatively } from '../process/cooperative.js';
import type { WatchStep, WorkerMetrics } from '../process/metrics.js';
import { boardKey, isWholeBoard } from '../sources/collection-key.js';
import type { Source } from '../sources/source.js';
import { createFirstHeld, createNewSince, type FirstHeld, toldOpening } from './identify-openings.js';
import { createPercolator, type Percolator } from './percolate.js';
import { mostItems } from './watched-query.js';

export type LookContext = HeldPostings & {
  logger: Pick<Logger, 'warn'>;
  sources: () => readonly Source[];
  boardStates: Pick<BoardStates, 'read'>;
  engine: Pick<Engine, 'copies'>;
  metrics: Pick<WorkerMetrics, 'openingsTold' | 'watchFailed'>;
  gazetteer: Gazetteer;
  /** How often boards are checked, in milliseconds: deliveries of a watch are no more frequent. */
  everyMs: number;
  now: () => Date;
};

/**
 * New postings of a board whose openings are recorded for a watch together. Each time costs as much as dozens of
 * openings; the first deliveries do not wait for the last ones of a board of thousands.
 */
const toldTogether = 16 * mostItems;

/** Watches notified of new openings at the same time. */
const toldAtOnce = 50;

/**
 * Creates the check for openings listed since watches were last up to date; it records a delivery for each matching
 * watch. A board is marked as known after all its deliveries are recorded: if a worker is killed in between, the next
 * check does the rest. The watches are cached between checks, and read again when one was added, changed or deleted.
 */
export function createLook(context: LookContext): () => Promise<void> {
  const { redis, boardStates, sources, gazetteer, logger } = context;
  const percolator = createPercolator(gazetteer);
  let kept: { revision: string | null; watches: StoredWatch[] } = { revision: null, watches: [] };
  const currentWatches = async (): Promise<readonly StoredWatch[]> => {
    // Read before the watches: a change in between makes them be read again.
    const revision = await readRevision(redis);
    if (revision === null || revision !== kept.revision) {
      const stored = await readWatches(redis);
      if (stored.unreadable > 0) {
        context.metrics.watchFailed('read', stored.unreadable);
        logger.warn({ watches: stored.unreadable }, 'watches: some cannot be read and are left out');
      }
      const watches = stored.watches.filter(({ state }) => state === 'active');
      const failed = await runCooperatively(percolator.update(watches));
      for (const each of failed) await pauseFailed(context, { ...each, step: 'read' });
      kept = { revision, watches };
    }
    return kept.watches;
  };
  return async function lookForNew() {
    if ((await countWatches(redis)) === 0) return;
    const boards = sources().filter(isWholeBoard);
    const states = await boardStates.read(boards.map(boardKey));
    const known = await redis.hgetall(redisKeys.watchedBoards);
    const held = boards.flatMap((source, at) => {
      const head = states[at]?.head;
      return head ? [{ source, key: boardKey(source), head }] : [];
    });
    const changed = held.filter(({ key, head }) => known[key]?.split(' ')[0] !== readingOf(head));
    if (changed.length === 0) return;
    const watches = await currentWatches();
    if (watches.length === 0) return;
    const since = watches.reduce((first, watch) => Math.min(first, watch.since), Number.POSITIVE_INFINITY);
    const firstHeld = createFirstHeld(context);
    for (const { source, key, head } of changed) {
      const collectedAt = known[key]?.split(' ')[1];
      const versions = { known: collectedAt === undefined ? null : { collectedAt: Number(collectedAt) }, head };
      try {
        const jobs = await newJobs(context, source, { key, head, isNew: createNewSince(versions, since) });
        if (jobs === null) continue;
        await lookAtNew(context, percolator, { source, jobs, firstHeld });
        await redis.hset(redisKeys.watchedBoards, key, `${readingOf(head)} ${head.collectedAt}`);
      } catch (err) {
        logger.warn({ err, source: source.id }, 'watches: a board could not be looked at');
      }
    }
  };
}

/** Records deliveries of new postings of a board, some hundred postings at a time. */
async function lookAtNew(
  context: LookContext,
  percolator: Percolator,
  { source, jobs, firstHeld }: { source: Source; jobs: readonly HeldJob[]; firstHeld: FirstHeld },
): Promise<void> {
  for (let from = 0; from < jobs.length; from += toldTogether) {
    const some = jobs.slice(from, from + toldTogether);
    const now = context.now();
    const matched = new Map<StoredWatch, Group[]>();
    for (let at = 0; at < some.length; at += mostItems) {
      const found = await runCooperatively(percolator.match(source.id, some.slice(at, at + mostItems), now));
      for (const { watch, groups } of found) matched.set(watch, [...(matched.get(watch) ?? []), ...groups]);
    }
    await tellWatches(context, { jobs: some, matched, firstHeld });
  }
}

type Board = { key: string; head: CollectionHead; isNew(seconds: number): boolean };

/** The postings of a board that may be new to watches; `null` when it was replaced meanwhile. */
async function newJobs(postings: HeldPostings, source: Source, { key, head, isNew }: Board): Promise<HeldJob[] | null> {
  if (head.jobs === 0) return [];
  const stored = await readOpeningRecord(postings.redis, source.id);
  const record = stored?.key === key ? stored : null;
  // Postings found at a board's first reading are not new. The record has seconds.
  const isTold = (seconds: number): boolean => seconds > (record?.stockAt ?? 0) && isNew(seconds);
  const indexes =
    record !== null && record.version === readingOf(head)
      ? record.open.flatMap(({ firstSeen }, index) => (isTold(firstSeen) ? [index] : []))
      : null;
  if (indexes?.length === 0) return [];
  const found = await readCollectedJobs(postings, key, { head, indexes });
  if (found.size === 0) return null;
  return [...found.values()]
    .map(({ job }) => job)
    .filter((job) => isTold(Math.floor(Date.parse(job.firstSeenAt) / 1000)));
}

type Matched = ReadonlyMap<StoredWatch, readonly Group[]>;
type Told = { jobs: readonly HeldJob[]; matched: Matched; firstHeld: FirstHeld };

/** Records for watches the openings new to them; an opening's identity is computed once for all watches. */
async function tellWatches(context: LookContext, { jobs, matched, firstHeld }: Told): Promise<void> {
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const made = new Map<Group, { opening: ToldOpening; heldSince: number }>();
  const identify = async (group: Group) => {
    const { urls, firstSeen } = await firstHeld(group);
    return { opening: toldOpening(group, { jobs: byId, urls, now: context.now() }), heldSince: firstSeen };
  };
  const tell: { watch: string; openings: ToldOpening[] }[] = [];
  for (const [watch, groups] of matched) {
    const openings: ToldOpening[] = [];
    for (const group of groups) {
      if (Date.parse(group.shown.job.firstSeenAt) <= watch.since - 1000) continue;
      const known = made.get(group) ?? (await identify(group));
      made.set(group, known);
      if (known.heldSince > watch.since - 1000) openings.push(known.opening);
    }
    for (let at = 0; at < openings.length; at += mostOpenings)
      tell.push({ watch: watch.id, openings: openings.slice(at, at + mostOpenings) });
  }
  const now = context.now().getTime();
  for (let at = 0; at < tell.length; at += toldAtOnce) {
    const noting = tell.slice(at, at + toldAtOnce).map(async ({ watch, openings }) => {
      try {
        const noted = await tellOpenings(context.redis, watch, { openings, now, spacingMs: context.everyMs });
        context.metrics.openingsTold(Math.max(0, noted));
      } catch (error) {
        await pauseFailed(context, { watch, step: 'tell', error });
      }
    });
    await Promise.all(noting);
  }
}

/** A failed step of a watch, in words for its owner. */
const reasons: Record<WatchStep, string> = {
  read: 'Its search could not be read',
  tell: 'Openings could not be noted for it',
  deliver: 'A delivery could not be made',
};

/**
 * Pauses a watch for which a step failed because of its stored data, so that it does not fail again or delay other
 * watches. Throws the error when Redis is unavailable, which is not the watch's fault.
 */
export async function pauseFailed(
  { redis, logger, metrics }: Pick<LookContext, 'redis' | 'logger'> & { metrics: Pick<WorkerMetrics, 'watchFailed'> },
  { watch, step, error }: { watch: string; step: WatchStep; error: unknown },
): Promise<void> {
  // A key of the watch with a value of the wrong kind stays.
  if (isRedisUnavailable(error) && !(error instanceof RedisMisusedError)) throw error;
  metrics.watchFailed(step);
  logger.warn({ err: error, watch, step }, 'watches: paused after a fault');
  const reason = `${reasons[step]}: a fault of the service, which its operator finds in the logs of the workers. Resume it to try again, or create it again.`;
  await changeWatch(redis, watch, { state: 'paused', reason });
}
