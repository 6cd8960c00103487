import type { RedisConnection } from '../redis.js';
import { addTo, type Histogram, quantile } from './histogram.js';
import { hoursBefore, type PlaceKey, type StatsWorkplace, statsKeys, statsWorkplaces } from './keys.js';

/** What is known of one place in a window. `tookMs` is of the searches for it, pay by currency. */
export type PlaceStats = {
  place: PlaceKey;
  searches: number;
  jobs: number;
  newJobs: number;
  workplaces: Record<StatsWorkplace, number>;
  pay: Map<string, { known: number; histogram: Histogram }>;
  took: Histogram;
  lastCollectedAt: number | null;
};

export type SourceStats = {
  name: string;
  asked: number;
  answered: number;
  timedOut: number;
  failed: number;
  jobs: number;
  took: Histogram;
  lastAnswerAt: number | null;
};

export type HourStats = {
  at: number;
  cached: number;
  collected: number;
  failed: number;
  jobs: number;
  engines: Map<string, number>;
  took: Histogram;
  engineSeen: Map<string, number>;
};

/** Reads the hours of a window, oldest first. */
export async function readHours(redis: RedisConnection, now: number, hours: number): Promise<HourStats[]> {
  return Promise.all(
    hoursBefore(now, hours).map(async (at) => {
      const [fields, jobs] = await Promise.all([
        redis.hgetall(statsKeys.hour(at)),
        redis.pfcount(statsKeys.allJobs(at)),
      ]);
      const stats: HourStats = {
        at,
        cached: 0,
        collected: 0,
        failed: 0,
        jobs,
        engines: new Map(),
        took: new Map(),
        engineSeen: new Map(),
      };
      for (const [field, value] of Object.entries(fields)) {
        const count = Number(value);
        if (field === 'cached' || field === 'collected' || field === 'failed') stats[field] = count;
        else if (field.startsWith('took:')) addTo(stats.took, Number(field.slice(5)), count);
        else if (field.startsWith('engine:')) stats.engines.set(field.slice(7), count);
        else if (field.startsWith('engine-seen:')) stats.engineSeen.set(field.slice(12), count);
      }
      return stats;
    }),
  );
}

/** Reads what each source did in a window. */
export async function readSources(redis: RedisConnection, now: number, hours: number): Promise<SourceStats[]> {
  const rows = await Promise.all(hoursBefore(now, hours).map((at) => redis.hgetall(statsKeys.sources(at))));
  const byName = new Map<string, SourceStats>();
  for (const [field, value] of rows.flatMap((row) => Object.entries(row))) {
    const [name = '', what = ''] = field.split(' ');
    const stats = byName.get(name) ?? {
      name,
      asked: 0,
      answered: 0,
      timedOut: 0,
      failed: 0,
      jobs: 0,
      took: new Map(),
      lastAnswerAt: null,
    };
    byName.set(name, stats);
    const count = Number(value);
    if (what === 'asked' || what === 'answered' || what === 'timedOut' || what === 'failed' || what === 'jobs')
      stats[what] += count;
    else if (what === 'lastAnswerAt') stats.lastAnswerAt = Math.max(stats.lastAnswerAt ?? 0, count);
    else if (what.startsWith('took:')) addTo(stats.took, Number(what.slice(5)), count);
  }
  return [...byName.values()].sort((a, b) => b.jobs - a.jobs || a.name.localeCompare(b.name));
}

/** Reads a window's places as they were written; unique counts are taken for those that `wanted` picks. */
export async function readPlaces(redis: RedisConnection, now: number, hours: number): Promise<PlaceStats[]> {
  const window = hoursBefore(now, hours);
  const byPlace = new Map<PlaceKey, PlaceStats>();
  const statsOf = (place: PlaceKey): PlaceStats => {
    const known = byPlace.get(place) ?? emptyPlace(place);
    byPlace.set(place, known);
    return known;
  };
  const [rows, names] = await Promise.all([
    Promise.all(window.map((at) => redis.hgetall(statsKeys.places(at)))),
    Promise.all(window.map((at) => redis.smembers(statsKeys.placeNames(at)))),
  ]);
  for (const place of names.flat()) statsOf(place);
  for (const [field, value] of rows.flatMap((row) => Object.entries(row))) readField(statsOf, field, Number(value));
  await Promise.all([...byPlace.values()].map((stats) => countUnique(redis, stats, window)));
  return [...byPlace.values()];
}

function emptyPlace(place: PlaceKey): PlaceStats {
  const workplaces = { 'on site': 0, remote: 0, hybrid: 0, unknown: 0 };
  return {
    place,
    searches: 0,
    jobs: 0,
    newJobs: 0,
    workplaces,
    pay: new Map(),
    took: new Map(),
    lastCollectedAt: null,
  };
}

function readField(statsOf: (place: PlaceKey) => PlaceStats, field: string, value: number): void {
  const [place = '', what = ''] = field.split('\t');
  const stats = statsOf(place);
  const [name, one = '', two = ''] = what.split(':');
  if (name === 'searches') stats.searches += value;
  else if (name === 'took') addTo(stats.took, Number(one), value);
  else if (name === 'collectedAt') stats.lastCollectedAt = Math.max(stats.lastCollectedAt ?? 0, value);
  else if (name === 'pay') {
    const pay = stats.pay.get(one) ?? { known: 0, histogram: new Map() };
    addTo(pay.histogram, Number(two), value);
    stats.pay.set(one, pay);
  }
}

/** Jobs are counted as unique over the whole window, not as rows of its hours. */
async function countUnique(redis: RedisConnection, stats: PlaceStats, window: readonly number[]): Promise<void> {
  const count = (keyAt: (hour: number) => string) => redis.pfcount(...window.map(keyAt));
  const { place } = stats;
  const [counts, newJobs, known] = await Promise.all([
    Promise.all(statsWorkplaces.map((workplace) => count((hour) => statsKeys.jobs(hour, place, workplace)))),
    count((hour) => statsKeys.newJobs(hour, place)),
    Promise.all([...stats.pay.keys()].map((currency) => count((hour) => statsKeys.paid(hour, place, currency)))),
  ]);
  for (const [index, workplace] of statsWorkplaces.entries()) stats.workplaces[workplace] = counts[index] ?? 0;
  stats.jobs = counts.reduce((sum, each) => sum + each, 0);
  stats.newJobs = newJobs;
  for (const [index, pay] of [...stats.pay.values()].entries()) pay.known = known[index] ?? 0;
}

/** The 50th and 95th percentile in whole milliseconds; `null` where nothing was measured. */
export function percentiles(took: Histogram): { p50: number | null; p95: number | null } {
  const whole = (value: number | null) => (value === null ? null : Math.round(value));
  return { p50: whole(quantile(took, 0.5)), p95: whole(quantile(took, 0.95)) };
}
