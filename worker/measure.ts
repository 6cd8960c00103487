import type { CollectedJob, CollectionAttempt } from '../shared/collection-store.js';
import type { HeldJob } from '../shared/job.js';
import type { Logger } from '../shared/logger.js';
import type { CollectJob } from '../shared/queues.js';
import type { RedisConnection } from '../shared/redis.js';
import { bucketOf } from '../shared/stats/histogram.js';
import { hourOf, type PlaceKey, placeKeyOf, placesPerHour, statsKeys } from '../shared/stats/keys.js';
import {
  emptyNotes,
  type Notes,
  noteAdd,
  noteLatest,
  noteMember,
  noteUnique,
  writeNotes,
} from '../shared/stats/note.js';

/** Tells geo-stats what a worker really did. A retried job counts once, since its run keeps its id. */
export type Measure = {
  collection(event: { job: CollectJob; attempt: CollectionAttempt; jobs: CollectedJob[] }): Promise<void>;
};

/** Statistics are never worth a search: a failure to write them is logged, and the search goes on. */
export function createMeasure({ redis, logger, now }: Made): Measure {
  const write = async (eventId: string, notes: Notes): Promise<void> => {
    try {
      await writeNotes(redis, eventId, notes);
    } catch (error) {
      logger.warn({ err: error, eventId }, 'measure: not written');
    }
  };
  return {
    async collection({ job, attempt, jobs }) {
      const at = now().getTime();
      const notes = emptyNotes();
      noteSource(notes, job.source, attempt, at);
      if (jobs.length > 0) notePlaces(notes, { jobs, at, known: await placesOf(redis, at) });
      await write(job.runId, notes);
    },
  };
}

type Made = { redis: RedisConnection; logger: Logger; now: () => Date };

/** How one source answered: asked, and then exactly one of answered, timed out, failed. */
function noteSource(notes: Notes, source: string, attempt: CollectionAttempt, at: number): void {
  const key = statsKeys.sources(hourOf(at));
  const outcome = {
    ok: 'answered',
    timeout: 'timedOut',
    failed: 'failed',
    resting: 'failed',
    pending: 'failed',
  } as const;
  noteAdd(notes, key, `${source} asked`);
  noteAdd(notes, key, `${source} ${outcome[attempt.status]}`);
  noteAdd(notes, key, `${source} jobs`, attempt.jobs);
  noteAdd(notes, key, `${source} took:${bucketOf(attempt.tookMs)}`);
  if (attempt.status === 'ok') noteLatest(notes, key, `${source} lastAnswerAt`, String(at));
}

/** Places this hour tells apart already. */
async function placesOf(redis: RedisConnection, at: number): Promise<Set<PlaceKey>> {
  return new Set(await redis.smembers(statsKeys.placeNames(hourOf(at))));
}

const dayMs = 86_400_000;

/** Where the collected jobs are, how they are worked at and what they pay. */
function notePlaces(
  notes: Notes,
  { jobs, at, known }: { jobs: readonly CollectedJob[]; at: number; known: Set<PlaceKey> },
): void {
  const hour = hourOf(at);
  const places = statsKeys.places(hour);
  for (const { job } of jobs) {
    const place = admit(known, placeOf(job));
    noteUnique(notes, statsKeys.jobs(hour, place, job.workplace ?? 'unknown'), job.id);
    noteUnique(notes, statsKeys.allJobs(hour), job.id);
    if (job.postedAt !== null && at - Date.parse(job.postedAt) < dayMs)
      noteUnique(notes, statsKeys.newJobs(hour, place), job.id);
    const yearly = yearlyPay(job);
    if (yearly !== null) {
      noteUnique(notes, statsKeys.paid(hour, place, yearly.currency), job.id);
      noteAdd(notes, places, `${place}\tpay:${yearly.currency}:${bucketOf(yearly.amount)}`);
    }
    noteLatest(notes, places, `${place}\tcollectedAt`, String(at));
  }
  for (const place of known) noteMember(notes, statsKeys.placeNames(hour), place);
}

/** The first place of a job that is known, as statistics name it. */
function placeOf(job: HeldJob): PlaceKey {
  const place = job.places[0];
  return place === undefined ? '' : placeKeyOf(place);
}

/** Keeps the number of places of an hour bounded. */
function admit(known: Set<PlaceKey>, place: PlaceKey): PlaceKey {
  if (place === '' || known.has(place)) return place;
  if (known.size >= placesPerHour) return '';
  known.add(place);
  return place;
}

/** The middle of a stated yearly range. */
function yearlyPay({ salary }: HeldJob): { amount: number; currency: string } | null {
  const bounds = [salary?.yearly?.min, salary?.yearly?.max].filter((amount) => typeof amount === 'number');
  if (!salary?.currency || bounds.length === 0) return null;
  return { amount: bounds.reduce((sum, amount) => sum + amount, 0) / bounds.length, currency: salary.currency };
}
