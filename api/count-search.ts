import { randomUUID } from 'node:crypto';
import type { Logger } from '../shared/logger.js';
import type { RedisConnection } from '../shared/redis.js';
import { engineOf } from '../shared/stats/engines.js';
import { bucketOf } from '../shared/stats/histogram.js';
import { hourOf, type PlaceKey, placesPerHour, statsKeys } from '../shared/stats/keys.js';
import { emptyNotes, type Notes, noteAdd, noteLatest, noteMember, writeNotes } from '../shared/stats/note.js';
import type { Visit } from './house.js';

export type CountedSearch = { outcome: 'cached' | 'collected' | 'failed'; place: PlaceKey; tookMs: number };

/** Counts answered searches for geo-stats, gathered and written behind the answers, so that no caller waits for it. */
export type CountSearches = {
  add(ctx: Visit, search: CountedSearch): void;
  /** Writes what is gathered and stops. */
  close(): Promise<void>;
};

/** How long counts are gathered: a search shows in the statistics well within a second. */
const gatherMs = 250;

export function createCountSearches({ redis, logger, now }: Made): CountSearches {
  let notes = emptyNotes();
  let timer: NodeJS.Timeout | undefined;
  let hour = 0;
  let places = new Set<PlaceKey>();

  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const gathered: Notes = notes;
    notes = emptyNotes();
    if (gathered.add.size === 0) return;
    try {
      await writeNotes(redis, randomUUID(), gathered);
    } catch (error) {
      // Statistics are never worth an answer: the counts of this quarter of a second are lost, and it is said.
      logger.warn({ err: error }, 'geo-stats: counts not written');
    }
  };

  /** Keeps the number of places of an hour bounded; what is over counts as unplaced. */
  const admit = (at: number, place: PlaceKey): PlaceKey => {
    if (hourOf(at) !== hour) {
      hour = hourOf(at);
      places = new Set();
    }
    if (place === '' || places.has(place)) return place;
    if (places.size >= placesPerHour) return '';
    places.add(place);
    return place;
  };

  return {
    add(ctx, { outcome, place: asked, tookMs }) {
      const at = now().getTime();
      const place = admit(at, asked);
      const all = statsKeys.hour(hourOf(at));
      const byPlace = statsKeys.places(hourOf(at));
      const took = `took:${bucketOf(tookMs)}`;
      noteAdd(notes, all, outcome);
      noteAdd(notes, all, took);
      noteAdd(notes, byPlace, `${place}\tsearches`);
      noteAdd(notes, byPlace, `${place}\t${took}`);
      noteMember(notes, statsKeys.placeNames(hourOf(at)), place);
      const called = engineOf(ctx.get('User-Agent'), ctx.get('Referer'));
      if (called !== null) {
        noteAdd(notes, all, `engine:${called.engine}:${called.kind}`);
        noteLatest(notes, all, `engine-seen:${called.engine}`, String(at));
      }
      timer ??= setTimeout(() => void write(), gatherMs);
    },
    close: write,
  };
}

type Made = { redis: RedisConnection; logger: Logger; now: () => Date };
