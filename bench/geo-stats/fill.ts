import type { RedisConnection } from '../../shared/redis/redis.js';
import type { PlaceKey } from '../../shared/stats/place-key.js';
import {
  addNote,
  emptyNotes,
  type Notes,
  noteJob,
  placeNote,
  writeStatsEvent,
} from '../../shared/stats/write-stats.js';

/** Places, hours, and jobs each place holds. */
export const extent = { places: 500, hours: 24, jobsAPlace: 40, sources: 10 } as const;

const hourMs = 3_600_000;
const searchesAPlace = 4;
const place = (index: number): PlaceKey => `Town ${index}|R${index % 50}|US|${(30 + index / 50).toFixed(2)}|-97.50`;

/** Fills geo-stats with 24 hours up to `now` (epoch ms): each hour each place is searched and its jobs are collected. */
export async function fill(redis: RedisConnection, now: number): Promise<void> {
  for (let hour = extent.hours - 1; hour >= 0; hour--) {
    const at = now - hour * hourMs;
    const notes = emptyNotes(at);
    for (let many = 0; many < searchesAPlace; many++)
      for (let index = 0; index < extent.places; index++) noteSearch(notes, index + many);
    await writeStatsEvent(redis, '', notes);
    await collect(redis, { first: 0, count: extent.places, at });
  }
}

/** A search at each of `count` places, as the API batches and writes them. */
export async function search(
  redis: RedisConnection,
  { first, count, at }: { first: number; count: number; at: number },
): Promise<void> {
  const notes = emptyNotes(at);
  for (let index = first; index < first + count; index++) noteSearch(notes, index);
  await writeStatsEvent(redis, '', notes);
}

function noteSearch({ sums, ...notes }: Notes, index: number): void {
  addNote(sums, 'cached');
  addNote(sums, `took:${index % 200}`);
  const note = placeNote({ sums, ...notes }, place(index % extent.places));
  note.searches += 1;
  note.took.set(index % 200, (note.took.get(index % 200) ?? 0) + 1);
}

/** A collection that finds the jobs of `count` places. */
export async function collect(
  redis: RedisConnection,
  { first, count, at }: { first: number; count: number; at: number },
): Promise<void> {
  const notes = emptyNotes(at);
  addNote(notes.sources, `source-${first % extent.sources} asked`);
  addNote(notes.sources, `source-${first % extent.sources} took:${first % 100}`);
  for (let index = first; index < first + count; index++)
    for (let job = 0; job < extent.jobsAPlace; job++)
      noteJob(notes, place(index % extent.places), {
        id: `job-${index}-${job}`,
        workplace: job % 3 === 0 ? 'remote' : 'on site',
        isNew: job % 5 === 0,
        pay: job % 2 === 0 ? { currency: 'USD', amount: 60_000 + ((index + job) % 60) * 1000 } : null,
      });
  await writeStatsEvent(redis, `${at}-${first}`, notes);
}
