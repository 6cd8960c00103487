import { hourNumber } from './buckets.js';
import type { PlaceKey } from './place-key.js';
import { hashOfJob, type SeenJob, valueOfJob } from './unique-jobs.js';

/** An event's contribution to one place. */
export type PlaceNote = {
  searches: number;
  /** Milliseconds of those searches, by bucket of the histogram. */
  took: Map<number, number>;
  /** Jobs seen there, by hash (shared/stats/unique-jobs.ts). */
  jobs: Map<string, string>;
  /** Hashed callers; recorded only for places that the gazetteer lacks. */
  callers: Set<string>;
};

/** One event's contribution to geo-stats, written by `writeStatsEvent`. Fields of `…Latest` are set, all others are added to. */
export type Notes = {
  /** Epoch milliseconds: which hour and which day it counts for. */
  at: number;
  sums: Map<string, number>;
  sumsLatest: Map<string, number>;
  sources: Map<string, number>;
  sourcesLatest: Map<string, number>;
  places: Map<PlaceKey, PlaceNote>;
  /** Ids of the jobs that were seen. */
  jobs: Set<string>;
};

export function emptyNotes(at: number): Notes {
  return {
    at,
    sums: new Map(),
    sumsLatest: new Map(),
    sources: new Map(),
    sourcesLatest: new Map(),
    places: new Map(),
    jobs: new Set(),
  };
}

/** Adds `by` to a field. */
export function addNote(fields: Map<string, number>, field: string, by = 1): void {
  fields.set(field, (fields.get(field) ?? 0) + by);
}

/** The note of a place. */
export function placeNote(notes: Notes, place: PlaceKey): PlaceNote {
  const known = notes.places.get(place) ?? { searches: 0, took: new Map(), jobs: new Map(), callers: new Set() };
  notes.places.set(place, known);
  return known;
}

/** Records a job that was seen at a place. */
export function noteJob(notes: Notes, place: PlaceKey, job: SeenJob): void {
  notes.jobs.add(job.id);
  placeNote(notes, place).jobs.set(hashOfJob(job.id), valueOfJob(job, hourNumber(notes.at)));
}
