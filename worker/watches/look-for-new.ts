import type { Logger } from '../../shared/logger.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { readCollectedJobs } from '../../shared/search/collections/collected-jobs.js';
import type { CollectionHead } from '../../shared/search/collections/collection-store.js';
import type { HeldPostings } from '../../shared/search/collections/read-chunks.js';
import type { HeldJob } from '../../shared/search/job.js';
import { mostOpenings, type ToldOpening, tellOpenings } from '../../shared/watches/tell-openings.js';
import type { StoredWatch } from '../../shared/watches/watch.js';
import { countWatches, readRevision, readWatches } from '../../shared/watches/watch-store.js';
import type { BoardStates } from '../engine/board-states.js';
import type { Engine } from '../engine/engine.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import type { Group } from '../match/segment/prepared-collection.js';
import { readOpeningRecord } from '../openings/record-store.js';
import { runCooperatively } from '../process/cooperative.js';
import type { WorkerMetrics } from '../process/metrics.js';
import { boardKey, isWholeBoard } from '../sources/collection-key.js';
import type { Source } from '../sources/source.js';
import { createFirstHeld, type FirstHeld } from './first-held.js';
import { createNewSince } from './new-since.js';
import { pauseFailed } from './pause-failed.js';
import { createPercolator, type Percolator } from './percolate.js';
import { mostItems } from './term-table.js';
import { toldOpening } from './told-opening.js';

export type LookContext = HeldPostings & {
  logger: Pick<Logger, 'warn'>;
  sources: () => readonly Source[];
  boardStates: Pick<BoardStates, 'read'>;
  engine: Pick<Engine, 'copies'>;
  metrics: Pick<WorkerMetrics, 'openingsTold' | 'watchFailed'>;
  gazetteer: Gazetteer;
  /** How often due deliveries are looked for, in milliseconds: deliveries of a watch follow each other no faster. */
  everyMs: number;
  /** Called after the deliveries of a board are noted. */
  noted(): Promise<void>;
  now: () => Date;
};

/**
 * New postings of a board whose openings are noted for a watch together. Each time costs as much as dozens of openings; the
 * deliveries of the first do not wait for the last of a board of thousands.
 */
const toldTogether = 16 * mostItems;

/** Watches that are told of new openings at the same time. */
const toldAtOnce = 50;

/**
 * Creates the look for openings that boards have listed since watches last knew them; it notes a delivery for each watch they
 * meet. A board is marked as known after all its deliveries are noted: a worker that is killed in between leaves the rest to
 * the next look. The watches are kept between looks, and read again when one was added, changed or deleted.
 */
export function createLook(context: LookContext): () => Promise<void> {
  const { redis, boardStates, sources, gazetteer, logger } = context;
  const percolator = createPercolator(gazetteer);
  let kept: { revision: string | null; watches: StoredWatch[] } = { revision: null, watches: [] };
  const currentWatches = async (): Promise<readonly StoredWatch[]> => {
    // Read before the watches: a change in between has them read again.
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
    const changed = held.filter(({ key, head }) => known[key]?.split(' ')[0] !== head.version);
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
        await redis.hset(redisKeys.watchedBoards, key, `${head.version} ${head.collectedAt}`);
      } catch (err) {
        logger.warn({ err, source: source.id }, 'watches: a board could not be looked at');
      }
    }
  };
}

type NewJobs = { source: Source; jobs: readonly HeldJob[]; firstHeld: FirstHeld };

/** Tells watches of new postings of a board and has their deliveries queued, some hundred postings at a time. */
async function lookAtNew(context: LookContext, percolator: Percolator, { source, jobs, firstHeld }: NewJobs) {
  for (let at = 0; at < jobs.length; at += toldTogether) {
    const some = jobs.slice(at, at + toldTogether);
    const matched = await matchAll(percolator, { source, jobs: some, now: context.now() });
    if ((await tellWatches(context, { jobs: some, matched, firstHeld })) > 0) await context.noted();
  }
}

type Asked = { source: Source; jobs: readonly HeldJob[]; now: Date };

/** The openings of new postings by the watches that they meet. */
async function matchAll(percolator: Percolator, { source, jobs, now }: Asked): Promise<Matched> {
  const matched = new Map<StoredWatch, Group[]>();
  for (let at = 0; at < jobs.length; at += mostItems) {
    const some = jobs.slice(at, at + mostItems);
    for (const { watch, groups } of await runCooperatively(percolator.match(source.id, some, now))) {
      const before = matched.get(watch);
      if (before === undefined) matched.set(watch, [...groups]);
      else before.push(...groups);
    }
  }
  return matched;
}

type Board = { key: string; head: CollectionHead; isNew(seconds: number): boolean };

/** The postings of a board that may be new to watches; `null` when it was replaced meanwhile. */
async function newJobs(postings: HeldPostings, source: Source, { key, head, isNew }: Board): Promise<HeldJob[] | null> {
  if (head.jobs === 0) return [];
  const stored = await readOpeningRecord(postings.redis, source.id);
  const record = stored?.key === key ? stored : null;
  // What a board had when it was first read is known, not new. The record has seconds.
  const isTold = (seconds: number): boolean => seconds > (record?.stockAt ?? 0) && isNew(seconds);
  const indexes =
    record !== null && record.version === head.version
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

/**
 * Notes for watches the openings that are new to them, and returns how many; the identity of an opening is computed once for all
 * watches.
 */
async function tellWatches(context: LookContext, { jobs, matched, firstHeld }: Told): Promise<number> {
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
  let sum = 0;
  for (let at = 0; at < tell.length; at += toldAtOnce) {
    const some = tell.slice(at, at + toldAtOnce);
    const toldCounts = await Promise.all(
      some.map(async ({ watch, openings }) => {
        try {
          return Math.max(0, await tellOpenings(context.redis, watch, { openings, now, spacingMs: context.everyMs }));
        } catch (error) {
          await pauseFailed(context, { watch, step: 'tell', error });
          return 0;
        }
      }),
    );
    const noted = toldCounts.reduce((before, each) => before + each, 0);
    context.metrics.openingsTold(noted);
    sum += noted;
  }
  return sum;
}
