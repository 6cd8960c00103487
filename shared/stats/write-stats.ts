/** Writes geo-stats: an event is recorded in memory, then added to Redis in one step. */
import { createHash } from 'node:crypto';
import type { RedisConnection } from '../redis/redis.js';
import { runScript } from '../redis/run-script.js';
import type { StatsWorkplace } from '../words/words.js';
import type { Histogram } from './histogram.js';
import {
  bucketAt,
  callersToName,
  hourNumber,
  isInGazetteer,
  type PlaceKey,
  placesKept,
  statsKeys,
  units,
} from './keys.js';

/** An event's contribution to one place. */
export type PlaceNote = {
  inGazetteer: boolean;
  searches: number;
  /** Jobs seen there: hash of their id → their counted attributes. */
  took: Histogram;
  /** Jobs seen there: hash of their id → what is counted of them. */
  jobs: Map<string, string>;
  /** Hashed callers; only for places not in the gazetteer. */
  callers: Set<string>;
};

/** One event's contribution to geo-stats. Fields of `…Latest` are set, all others are added to. */
export type Notes = {
  /** Epoch milliseconds: decides the hour and day it counts for. */
  at: number;
  sums: Map<string, number>;
  sumsLatest: Map<string, number>;
  sources: Map<string, number>;
  sourcesLatest: Map<string, number>;
  places: Map<PlaceKey, PlaceNote>;
  /** Ids of the jobs seen. */
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
  let note = notes.places.get(place);
  if (note === undefined) {
    note = { inGazetteer: isInGazetteer(place), searches: 0, took: new Map(), jobs: new Map(), callers: new Set() };
    notes.places.set(place, note);
  }
  return note;
}

/** The counted attributes of a job: workplace, whether it is new, pay. */
export type SeenJob = {
  id: string;
  workplace: StatsWorkplace;
  isNew: boolean;
  /** Yearly, in full units of the currency. */
  pay: { currency: string; amount: number } | null;
};

/** Hexadecimal digits of a job's hash: 48 bits. */
const hashDigits = 12;

/** Workplaces in stored values. */
export const workplaceLetters: Readonly<Record<StatsWorkplace, string>> = {
  'on site': 'o',
  remote: 'r',
  hybrid: 'h',
  unknown: 'u',
};

/** Pay is stored with four digits: people agree on round sums, which stay unchanged. */
const payDigits = 4;

/**
 * Records a job that was seen at a place: `489532 r+ USD 90000` is the hour, its workplace, `+` for a new one, and its pay. Equal
 * jobs have equal values.
 */
export function noteJob(notes: Notes, place: PlaceKey, { id, workplace, isNew, pay }: SeenJob): void {
  notes.jobs.add(id);
  const hash = createHash('sha1').update(id).digest('hex').slice(0, hashDigits);
  const paid = pay === null ? '' : ` ${pay.currency} ${Number(pay.amount.toPrecision(payDigits))}`;
  const value = `${hourNumber(notes.at)} ${workplaceLetters[workplace]}${isNew ? '+' : ''}${paid}`;
  placeNote(notes, place).jobs.set(hash, value);
}

/** Maximum number of event ids kept, each for an hour, to detect retried jobs. */
const eventsKept = 100_000;
const eventsMs = 3_600_000;

/** Everything is kept a day longer than the longest window. */
const keptSeconds = (units.day.ms * (units.day.kept + 1)) / 1000;
const hourSeconds = (units.hour.ms * (units.hour.kept + 24)) / 1000;

/** Jobs kept per place. With more, half of them by hash represent all, then a quarter …: within 0.7 %. */
const jobsKept = 65_536;

/**
 * Writes one event's contribution in one round trip, whatever its size. An event with an id counts once however often
 * it is written within an hour; `''` is for events never written twice. Returns whether it counted.
 */
export async function writeStatsEvent(redis: RedisConnection, eventId: string, notes: Notes): Promise<boolean> {
  const { state, names, touched, events } = statsKeys;
  const buckets = (['hour', 'day'] as const).flatMap((unit) =>
    (['sums', 'sources', 'places', 'jobs'] as const).map((kind) => statsKeys[kind](unit, bucketAt(unit, notes.at))),
  );
  const event = {
    ...notes,
    id: eventId,
    hour: hourNumber(notes.at),
    eventsFrom: notes.at - eventsMs,
    eventsKept,
    placesKept,
    keptSeconds,
    hourSeconds,
    oldestHour: hourNumber(notes.at - units.day.kept * units.day.ms),
    jobsKept,
    jobsPrefix: statsKeys.jobsOf(''),
    countsPrefix: statsKeys.counts(''),
    askersPrefix: statsKeys.askers(''),
    callersToName,
  };
  const text = JSON.stringify(event, (_, value) =>
    value instanceof Map ? Object.fromEntries(value) : value instanceof Set ? [...value] : value,
  );
  const keys = { state, names, touched, events, buckets };
  return (await runScript(redis, 'stats/write-event', { keys, args: { notes: text } })) === 1;
}
