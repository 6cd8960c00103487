import type { StatsWorkplace } from '../words/words.js';
import { hourNumber } from './buckets.js';
import type { PlaceKey } from './place-key.js';
import { cellOf } from './unique-sketch.js';

/** An event's contribution to one place. */
export type PlaceNote = {
  searches: number;
  /** Milliseconds of those searches, by bucket of the histogram. */
  took: Map<number, number>;
  /** Cells of the sketch of its unique jobs, as fields of a hash. */
  cells: Map<string, string>;
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
  const known = notes.places.get(place) ?? { searches: 0, took: new Map(), cells: new Map(), callers: new Set() };
  notes.places.set(place, known);
  return known;
}

/** The counted attributes of a job: place, workplace, whether it is new, pay. */
export type SeenJob = {
  id: string;
  place: PlaceKey;
  workplace: StatsWorkplace;
  isNew: boolean;
  /** Yearly, in whole units of the currency. */
  pay: { currency: string; amount: number } | null;
};

/** The letter that unique jobs of a workplace are sketched under; `new` ones and paid ones have sketches of their own. */
export const sketchLetters: Readonly<Record<StatsWorkplace | 'new', string>> = {
  'on site': 'o',
  remote: 'r',
  hybrid: 'h',
  unknown: 'u',
  new: 'n',
};

/** Pay is kept to four digits: people agree on round sums, which stay as they are. */
const payDigits = 4;

/** Records a job. A job seen again only refreshes its cells, whichever worker sees it. */
export function noteJob(notes: Notes, { id, place, workplace, isNew, pay }: SeenJob): void {
  const { cells } = placeNote(notes, place);
  const cell = cellOf(id).toString(36);
  const hour = String(hourNumber(notes.at));
  notes.jobs.add(id);
  cells.set(`${sketchLetters[workplace]}${cell}`, hour);
  if (isNew) cells.set(`${sketchLetters.new}${cell}`, hour);
  // A paid job's cell holds its pay too, so that the middle pay is of unique jobs, not of sightings.
  if (pay !== null) cells.set(`$${pay.currency}${cell}`, `${hour}:${Number(pay.amount.toPrecision(payDigits))}`);
}
