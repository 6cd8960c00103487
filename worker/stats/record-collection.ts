import type { Logger } from '../../shared/logger.js';
import type { CollectJob } from '../../shared/queue/queues.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import type { CollectionAttempt } from '../../shared/search/collections/collection-store.js';
import type { HeldJob } from '../../shared/search/job.js';
import { bucketOf } from '../../shared/stats/histogram.js';
import { type PlaceKey, placeKeyOf } from '../../shared/stats/keys.js';
import { addNote, emptyNotes, type Notes, noteJob, writeStatsEvent } from '../../shared/stats/write-stats.js';
import { inTurn } from '../process/cooperative.js';

/** Records collections for geo-stats. A retried job counts once, since its run keeps its id. */
export type CollectionRecorder = {
  /** Resolves when the event is written. */
  collection(event: CollectionEvent): Promise<void>;
};

/** `measures`: the postings to count as seen; none when they were counted within the same hour. */
export type CollectionEvent = {
  job: Pick<CollectJob, 'source' | 'runId'>;
  attempt: CollectionAttempt;
  measures: readonly JobMeasure[];
};

/** The recorded facts of a job: its first known place, and the midpoint of its yearly pay. */
export type JobMeasure = Pick<HeldJob, 'id' | 'workplace' | 'postedAt'> & {
  place: PlaceKey;
  pay: { currency: string; amount: number } | null;
};

/** The fields of a job used by `measureOf`. */
export type MeasuredJob = Pick<HeldJob, 'id' | 'places' | 'remoteRegions' | 'workplace' | 'postedAt' | 'salary'>;

export function measureOf(job: MeasuredJob): JobMeasure {
  const { id, workplace, postedAt } = job;
  return { id, workplace, postedAt, place: placeOf(job), pay: yearlyPay(job) };
}

/** Postings recorded without yielding to the event loop. */
const batch = 50;

/** Errors are logged and not thrown: statistics must not fail a collection. */
export function createCollectionRecorder({ redis, logger, now }: CollectionRecorderOptions): CollectionRecorder {
  return {
    async collection({ job, attempt, measures }) {
      const at = now().getTime();
      const notes = emptyNotes(at);
      noteSource(notes, job.source, attempt);
      for (let from = 0; from < measures.length; from += batch)
        await inTurn(() => {
          for (const measure of measures.slice(from, from + batch)) noteMeasure(notes, measure);
        });
      try {
        await writeStatsEvent(redis, job.runId, notes);
      } catch (error) {
        logger.warn({ err: error, runId: job.runId }, 'stats: could not be written');
      }
    },
  };
}

type CollectionRecorderOptions = { redis: RedisConnection; logger: Logger; now: () => Date };

/** The counter that an attempt increments in addition to `asked`. */
const outcomes = {
  ok: 'answered',
  timeout: 'timedOut',
  failed: 'failed',
  resting: 'failed',
  pending: 'failed',
} as const satisfies Record<CollectionAttempt['status'], string>;

/** A source's response counters: each attempt counts as asked and as exactly one of answered, timed out or failed. */
function noteSource({ at, sources, sourcesLatest }: Notes, source: string, attempt: CollectionAttempt): void {
  addNote(sources, `${source} asked`);
  addNote(sources, `${source} ${outcomes[attempt.status]}`);
  addNote(sources, `${source} jobs`, attempt.jobs);
  addNote(sources, `${source} took:${bucketOf(attempt.tookMs)}`);
  if (attempt.status === 'ok') sourcesLatest.set(`${source} lastAnswerAt`, at);
}

/** A posting counts as new within a day. */
const dayMs = 86_400_000;

function noteMeasure(notes: Notes, { id, place, workplace, postedAt, pay }: JobMeasure): void {
  const age = postedAt === null ? null : notes.at - Date.parse(postedAt);
  noteJob(notes, place, { id, workplace: workplace ?? 'unknown', isNew: age !== null && age < dayMs, pay });
}

/** The first place of a job, or else the country where its remote worker may live, if known. */
function placeOf({ places: [place], remoteRegions: [home] }: MeasuredJob): PlaceKey {
  if (place !== undefined) return placeKeyOf(place);
  return placeKeyOf({ city: null, region: null, country: home?.country ?? null, lat: null, lon: null });
}

/** The midpoint of a stated yearly range. */
function yearlyPay({ salary }: MeasuredJob): { currency: string; amount: number } | null {
  const bounds = [salary?.yearly?.min, salary?.yearly?.max].filter((amount) => typeof amount === 'number');
  if (!salary?.currency || bounds.length === 0) return null;
  return { currency: salary.currency, amount: bounds.reduce((sum, amount) => sum + amount, 0) / bounds.length };
}
