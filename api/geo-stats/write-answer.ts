import { createHash } from 'node:crypto';
import { readWorkers, type WorkerBeat } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { readResting } from '../../shared/search/collections/read-cooldowns.js';
import { units } from '../../shared/stats/buckets.js';
import { readPlaceKey } from '../../shared/stats/place-key.js';
import type { PlaceStats } from '../../shared/stats/place-stats.js';
import type { StatsCache, StatsWindow } from '../../shared/stats/stats-cache.js';
import { listSources } from './list-sources.js';
import { mergePlaces } from './merge-places.js';
import type { StatsQuery } from './read-stats-query.js';
import {
  serializeEngines,
  serializePlaceStats,
  serializeSearches,
  serializeSeries,
  serializeTotals,
} from './serialize-geo-stats.js';

/** The page that explains each number. */
export const definitions = '/geo#definitions';

/** An answer's body and its weak ETag, which ignores the time of the answer and the heartbeats of workers. */
export type StatsAnswer = {
  body: Buffer;
  tag: string;
  /** The part that depends only on the counters, with the edition of the window it was made of. */
  counted: { edition: string; members: Buffer };
};

type Tools = { redis: RedisConnection; windows: StatsCache; now: () => Date };

/** Writes the answer to a query; what is still right of a former answer to the same query is taken from it. */
export async function writeAnswer(
  { redis, windows, now }: Tools,
  query: StatsQuery,
  former: StatsAnswer | null,
): Promise<StatsAnswer> {
  const at = now();
  const [window, workers, resting] = await Promise.all([
    windows.read(query.span),
    readWorkers(redis, at),
    readResting(redis, at),
  ]);
  const { edition } = window;
  const counted =
    former?.counted.edition === edition ? former.counted : { edition, members: writeCounted(window, query) };
  const aliveWorkers = workers.filter(({ alive }) => alive).map(serializeWorker);
  const listed = listSources(window.sources, resting);
  const head = JSON.stringify({
    generatedAt: at.toISOString(),
    window: {
      from: new Date(window.from).toISOString(),
      to: at.toISOString(),
      hours: (query.span.count * units[query.span.unit].ms) / units.hour.ms,
    },
    definitions,
    workers: aliveWorkers,
    ...listed,
  });
  const workersNow = aliveWorkers.map(({ lastSeenAt: _seen, ...worker }) => worker);
  const fingerprint = JSON.stringify([query, edition, workersNow, listed]);
  return {
    body: Buffer.concat([Buffer.from(`${head.slice(0, -1)},`), counted.members]),
    tag: `W/"${createHash('sha256').update(fingerprint).digest('base64url').slice(0, 22)}"`,
    counted,
  };
}

/** The members of an answer that depend only on the counters, and the end of its JSON. */
function writeCounted(window: StatsWindow, { level, country, top }: StatsQuery): Buffer {
  const chosen = mergePlaces([...window.places.values()], level)
    .filter(({ place }) => country === undefined || readPlaceKey(place).country === country)
    .sort(bySearches);
  const members = JSON.stringify({
    searches: serializeSearches(window.sums, window.took),
    generativeEngines: serializeEngines(window.sums),
    series: serializeSeries(window.sums),
    totals: serializeTotals(chosen),
  });
  return Buffer.from(`${members.slice(1, -1)},"places":[${chosen.slice(0, top).map(textOf).join()}]}`);
}

/** By searches, then jobs, then key, so that the order is total. */
const bySearches = (a: PlaceStats, b: PlaceStats): number =>
  b.searches - a.searches || b.jobs - a.jobs || (a.place === b.place ? 0 : a.place < b.place ? -1 : 1);

/** JSON of places; one that did not change keeps its object from window to window. */
const texts = new WeakMap<PlaceStats, string>();

function textOf(place: PlaceStats): string {
  const text = texts.get(place) ?? JSON.stringify(serializePlaceStats(place));
  texts.set(place, text);
  return text;
}

function serializeWorker({ id, startedAt, lastSeenAt, running, finished }: WorkerBeat) {
  const iso = (time: number) => new Date(time).toISOString();
  return { id, startedAt: iso(startedAt), lastSeenAt: iso(lastSeenAt), running, finished };
}
