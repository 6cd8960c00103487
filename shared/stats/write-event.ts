import type { RedisConnection } from '../redis/redis.js';
import { runScript } from '../redis/run-script.js';
import { bucketAt, hourNumber, units } from './buckets.js';
import { callersToName, placesKept, statsKeys } from './keys.js';
import { isInGazetteer, type PlaceKey } from './place-key.js';
import type { Notes, PlaceNote } from './stats-event.js';

/** Maximum number of event ids kept, each for an hour, to detect retried jobs. */
const eventsKept = 100_000;
const eventsMs = 3_600_000;

/** Everything outlives the longest window by a day. */
const keptSeconds = (units.day.ms * (units.day.kept + 1)) / 1000;
const hourSeconds = (units.hour.ms * (units.hour.kept + 24)) / 1000;

/** Jobs kept of a place. With more, a half of them by their hashes stands for all, then a quarter …: within 0.7 %. */
const jobsKept = 65_536;

/**
 * Writes what one event adds, in one round trip whatever its size. An event with an id counts once however often it is
 * written within an hour; `''` is for events that are never written twice. Returns whether it counted.
 */
export async function writeStatsEvent(redis: RedisConnection, eventId: string, notes: Notes): Promise<boolean> {
  const { at } = notes;
  const { state, names, touched, events } = statsKeys;
  const buckets = (['hour', 'day'] as const).flatMap((unit) =>
    (['sums', 'sources', 'places', 'jobs'] as const).map((kind) => statsKeys[kind](unit, bucketAt(unit, at))),
  );
  const event = {
    id: eventId,
    at,
    hour: hourNumber(at),
    eventsFrom: at - eventsMs,
    eventsKept,
    placesKept,
    keptSeconds,
    hourSeconds,
    oldestHour: hourNumber(at - units.day.kept * units.day.ms),
    jobsKept,
    jobsPrefix: statsKeys.jobsOf(''),
    countsPrefix: statsKeys.counts(''),
    askersPrefix: statsKeys.askers(''),
    callersToName,
    sums: Object.fromEntries(notes.sums),
    sumsLatest: Object.fromEntries(notes.sumsLatest),
    sources: Object.fromEntries(notes.sources),
    sourcesLatest: Object.fromEntries(notes.sourcesLatest),
    places: Object.fromEntries([...notes.places].map(asRow)),
    jobs: [...notes.jobs],
  };
  const keys = { state, names, touched, events, buckets };
  return (await runScript(redis, 'stats/write-event', { keys, args: { notes: JSON.stringify(event) } })) === 1;
}

const asRow = ([place, { searches, took, jobs, callers }]: [PlaceKey, PlaceNote]): [PlaceKey, object] => [
  place,
  {
    ...{ s: searches, t: Object.fromEntries(took), j: [...jobs].flat() },
    ...(isInGazetteer(place) ? {} : { u: true, a: [...callers].slice(0, mostCallers) }),
  },
];

/** Maximum number of callers in one event: more do not change whether a place is named. */
const mostCallers = 100;
