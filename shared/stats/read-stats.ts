/** Reads geo-stats: the sums of a window of hours or days. */
import { LRUCache } from 'lru-cache';
import type { RedisConnection } from '../redis/redis.js';
import { runScript } from '../redis/run-script.js';
import { type StatsWorkplace, statsWorkplaces } from '../words/words.js';
import { addTo, type Histogram, mergeInto } from './histogram.js';
import { bucketStarts, hourNumber, type PlaceKey, type Span, statsKeys, type Unit } from './keys.js';
import { workplaceLetters } from './write-stats.js';

/** Searches of one hour or day. `jobs` are unique in it; engines are named `engine:kind`. */
export type BucketSums = {
  at: number;
  cached: number;
  collected: number;
  failed: number;
  jobs: number;
  took: Histogram;
  engines: Map<string, number>;
  engineSeen: Map<string, number>;
};

/** Outcomes of one source: every request to it succeeded, timed out or failed. */
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

/** Searches at a place; `took` is their duration, in milliseconds. */
type Searched = { searches: number; took: Histogram };

/** The totals of one place: its searches, and its unique jobs. */
export type PlaceStats = Searched & {
  place: PlaceKey;
  jobs: number;
  newJobs: number;
  workplaces: Record<StatsWorkplace, number>;
  /** By currency: how many jobs state each amount. */
  pay: Map<string, Histogram>;
  lastCollectedAt: number | null;
};

/** The sums of a window. */
export type StatsWindow = {
  from: number;
  /** Changes with every write. */
  edition: string;
  /** One row per hour or day, oldest first. */
  sums: readonly BucketSums[];
  sources: ReadonlyMap<string, SourceStats>;
  places: ReadonlyMap<PlaceKey, PlaceStats>;
};

export type StatsReader = {
  /** Reads a window; finished hours are read only once. */
  read(span: Span): Promise<StatsWindow>;
};

/** Maximum number of windows in memory; the least recently used one is evicted. */
const windowsKept = 4;

/** Hours or days that still receive writes: a worker's clock may be slow, and events are written with delay. */
const openBuckets = 2;

/** The sum of a window's finished hours or days, and the window made from it. */
type Kept = { closedName: string; closed: Totals; window: StatsWindow };

/** Creates a reader; it uses the given connection. */
export function createStatsReader({ redis, now }: { redis: RedisConnection; now: () => Date }): StatsReader {
  const windows = new LRUCache<string, Kept>({ max: windowsKept });
  const store: Store = { born: '', version: 0, forgotten: 0, places: new Map() };
  let refreshing: Promise<void> | null = null;
  let reading: Promise<unknown> = Promise.resolve();

  /** One at a time, so that only a caller requesting many windows waits for them. */
  const readClosed = (unit: Unit, starts: readonly number[]): Promise<Totals> => {
    const totals = reading.then(() => readTotals(redis, unit, starts));
    reading = totals.catch(() => undefined);
    return totals;
  };

  return {
    async read(span) {
      const name = `${span.unit} ${span.count}`;
      refreshing ??= refresh(redis, store).finally(() => {
        refreshing = null;
      });
      await refreshing;
      const starts = bucketStarts(span, now().getTime());
      const closedName = `${store.born}-${starts.at(-1)}`;
      const edition = `${closedName}-${store.version}`;
      const kept = windows.get(name);
      if (kept?.window.edition === edition) return kept.window;
      const closed =
        kept?.closedName === closedName ? kept.closed : await readClosed(span.unit, starts.slice(0, -openBuckets));
      const totals = await readTotals(redis, span.unit, starts.slice(-openBuckets), copyOf(closed));
      const from = starts[0] ?? 0;
      const window = {
        from,
        edition,
        sums: totals.sums,
        sources: totals.sources,
        places: placesOf(totals.places, store, hourNumber(from)),
      };
      windows.set(name, { closedName, closed, window });
      return window;
    },
  };
}

/** The jobs of every known place, as of `version`. */
type Store = { born: string; version: number; forgotten: number; places: Map<PlaceKey, PlaceJobs> };

/** Equal jobs of a place, and their number. */
type EqualJobs = {
  hour: number;
  workplace: StatsWorkplace;
  isNew: boolean;
  pay: { currency: string; amount: number } | null;
  count: number;
};
type PlaceJobs = { collectedAt: number | null; equal: EqualJobs[] };

/** Reads the places changed since last time, in one round trip; all of them after a new store or an eviction. */
async function refresh(redis: RedisConnection, store: Store): Promise<void> {
  const { state, touched, counts } = statsKeys;
  type Changes = [born: string, version: number, forgotten: number, changed: PlaceKey[], counts: string[]];
  const changesSince = async (since: number): Promise<Changes> =>
    (await runScript(redis, 'stats/read-changes', {
      keys: { state, touched },
      args: { since, countsPrefix: counts('') },
    })) as Changes;
  let changes = await changesSince(store.version);
  if (changes[0] !== store.born || changes[1] < store.version || changes[2] !== store.forgotten) {
    changes = await changesSince(0);
    store.places = new Map();
  }
  const [born, version, forgotten, changed, hashes] = changes;
  for (const [index, place] of changed.entries()) {
    const hash = hashes[index] ?? '';
    if (hash !== '' || !store.places.has(place)) store.places.set(place, readJobs(hash));
  }
  Object.assign(store, { born, version, forgotten });
}

const workplaceOf = new Map(statsWorkplaces.map((workplace) => [workplaceLetters[workplace], workplace]));

/** Reads the counts of a place's jobs. Sampled jobs also represent those left out. */
function readJobs(hash: string): PlaceJobs {
  const about = new Map<string, number>();
  const equal: EqualJobs[] = [];
  readFields(hash, (field, count) => {
    const [hour = '', kind = '', currency, amount] = field.split(' ');
    const workplace = workplaceOf.get(kind.charAt(0));
    if (workplace === undefined) about.set(field, count);
    else {
      const pay = currency === undefined ? null : { currency, amount: Number(amount) };
      equal.push({ hour: Number(hour), workplace, isNew: kind.endsWith('+'), pay, count });
    }
  });
  const sample = 2 ** (about.get('depth') ?? 0);
  for (const jobs of equal) jobs.count *= sample;
  return { collectedAt: about.get('at') ?? null, equal };
}

/** The sum of some hours or days. */
type Totals = { sums: BucketSums[]; sources: Map<string, SourceStats>; places: Map<PlaceKey, Searched> };

const copyOf = ({ sums, sources, places }: Totals): Totals => ({
  sums: [...sums],
  sources: new Map([...sources].map(([name, source]) => [name, { ...source, took: new Map(source.took) }])),
  places: new Map([...places].map(([place, { searches, took }]) => [place, { searches, took: new Map(took) }])),
});

/** Adds hours or days, one round trip each, so that other requests run between them. */
async function readTotals(
  redis: RedisConnection,
  unit: Unit,
  starts: readonly number[],
  totals: Totals = { sums: [], sources: new Map(), places: new Map() },
): Promise<Totals> {
  for (const at of starts) {
    const hashes = [statsKeys.sums(unit, at), statsKeys.sources(unit, at), statsKeys.places(unit, at)];
    const texts = (await runScript(redis, 'stats/read-hashes', { keys: { hashes } })) as string[];
    const [sums = '', sources = '', places = ''] = texts;
    totals.sums.push(readSums(at, sums));
    readFields(sources, (field, value) => addSource(totals.sources, field, value));
    for (const [place, row] of entriesOf(places)) {
      const { s, t } = JSON.parse(row) as { s: number; t: Record<string, number> };
      const searched = entry(totals.places, place, () => ({ searches: 0, took: new Map() }));
      searched.searches += s;
      for (const [bucket, count] of Object.entries(t)) addTo(searched.took, Number(bucket), count);
    }
  }
  return totals;
}

function readSums(at: number, hash: string): BucketSums {
  const counts = { cached: 0, collected: 0, failed: 0, jobs: 0 };
  const sums: BucketSums = { at, ...counts, took: new Map(), engines: new Map(), engineSeen: new Map() };
  readFields(hash, (field, value) => {
    if (field === 'cached' || field === 'collected' || field === 'failed' || field === 'jobs') sums[field] = value;
    else if (field.startsWith('took:')) addTo(sums.took, Number(field.slice(5)), value);
    else if (field.startsWith('engine:')) sums.engines.set(field.slice(7), value);
    else if (field.startsWith('engine-seen:')) sums.engineSeen.set(field.slice(12), value);
  });
  return sums;
}

function addSource(sources: Map<string, SourceStats>, field: string, value: number): void {
  const [name = '', what = ''] = field.split(' ');
  const source = entry(sources, name, () => {
    const counts = { asked: 0, answered: 0, timedOut: 0, failed: 0, jobs: 0 };
    return { name, ...counts, took: new Map(), lastAnswerAt: null };
  });
  if (what === 'asked' || what === 'answered' || what === 'timedOut' || what === 'failed' || what === 'jobs')
    source[what] += value;
  else if (what === 'lastAnswerAt') source.lastAnswerAt = Math.max(source.lastAnswerAt ?? 0, value);
  else if (what.startsWith('took:')) addTo(source.took, Number(what.slice(5)), value);
}

/** The places of a window that begins with an hour. Searches at evicted places count as unplaced. */
function placesOf(searched: Totals['places'], { places }: Store, firstHour: number): Map<PlaceKey, PlaceStats> {
  const window = new Map<PlaceKey, PlaceStats>();
  const statsOf = (place: PlaceKey): PlaceStats => entry(window, place, () => emptyPlace(place));
  for (const [place, { searches, took }] of searched) {
    const stats = statsOf(places.has(place) ? place : '');
    stats.searches += searches;
    mergeInto(stats.took, took);
  }
  for (const [place, { collectedAt, equal }] of places)
    for (const { hour, workplace, isNew, pay, count } of equal) {
      if (hour < firstHour) continue;
      const stats = statsOf(place);
      stats.jobs += count;
      stats.workplaces[workplace] += count;
      if (isNew) stats.newJobs += count;
      if (pay !== null)
        addTo(
          entry(stats.pay, pay.currency, () => new Map()),
          pay.amount,
          count,
        );
      stats.lastCollectedAt = collectedAt;
    }
  return window;
}

export function emptyPlace(place: PlaceKey): PlaceStats {
  const workplaces = { 'on site': 0, remote: 0, hybrid: 0, unknown: 0 };
  const counts = { searches: 0, jobs: 0, newJobs: 0 };
  return { place, ...counts, took: new Map(), workplaces, pay: new Map(), lastCollectedAt: null };
}

/** Adds another place's numbers: a job counts at one place, so unique jobs add up. */
export function addPlace(sum: PlaceStats, other: PlaceStats): void {
  sum.searches += other.searches;
  sum.jobs += other.jobs;
  sum.newJobs += other.newJobs;
  mergeInto(sum.took, other.took);
  for (const workplace of statsWorkplaces) sum.workplaces[workplace] += other.workplaces[workplace];
  for (const [currency, amounts] of other.pay)
    mergeInto(
      entry(sum.pay, currency, () => new Map()),
      amounts,
    );
  if (other.lastCollectedAt !== null) sum.lastCollectedAt = Math.max(sum.lastCollectedAt ?? 0, other.lastCollectedAt);
}

/** The value of a key, added if missing. */
function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/** The fields of a hash received as JSON, fields and values alternating. An empty one is an object to Lua. */
function* entriesOf(hash: string): Generator<[field: string, value: string]> {
  const flat = hash === '' || hash === '{}' ? [] : (JSON.parse(hash) as string[]);
  for (let at = 0; at < flat.length; at += 2) yield [flat[at] ?? '', flat[at + 1] ?? ''];
}

function readFields(hash: string, take: (field: string, value: number) => void): void {
  for (const [field, value] of entriesOf(hash)) take(field, Number(value));
}
