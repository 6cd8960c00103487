import { engineKinds } from '../../shared/stats/ai-engines.js';
import { type BucketSums, percentiles } from '../../shared/stats/bucket-totals.js';
import { type Histogram, quantile } from '../../shared/stats/histogram.js';
import { readPlaceKey } from '../../shared/stats/place-key.js';
import type { PlaceStats } from '../../shared/stats/place-stats.js';
import { noUniqueJobs } from '../../shared/stats/unique-jobs.js';
import { statsWorkplaces } from '../../shared/words/words.js';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 1000;
const isoOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const searchesOf = ({ cached, collected, failed }: BucketSums): number => cached + collected + failed;
const enginesOf = ({ engines }: BucketSums): number => sum([...engines.values()]);

/** The totals of a window; `took` is the histogram of all searches. */
export function serializeSearches(buckets: readonly BucketSums[], took: Histogram): object {
  const of = (outcome: 'cached' | 'collected' | 'failed') => sum(buckets.map((bucket) => bucket[outcome]));
  const total = sum(buckets.map(searchesOf));
  return {
    total,
    cached: of('cached'),
    collected: of('collected'),
    failed: of('failed'),
    hitRate: share(of('cached'), total),
    tookMs: percentiles(took),
  };
}

/** Serialized rows; the counters of a past hour stay the same object. */
const rows = new WeakMap<BucketSums, object>();

/** One row per hour or day. */
export function serializeSeries(buckets: readonly BucketSums[]): object[] {
  return buckets.map((bucket) => {
    const row = rows.get(bucket) ?? serializeRow(bucket);
    rows.set(bucket, row);
    return row;
  });
}

const serializeRow = (bucket: BucketSums): object => ({
  at: new Date(bucket.at).toISOString(),
  searches: searchesOf(bucket),
  cached: bucket.cached,
  failed: bucket.failed,
  jobs: bucket.jobs,
  fromEngines: enginesOf(bucket),
});

/** A median requires this many known salaries. */
const minSalaries = 5;

type Pay = PlaceStats['pay'];

/** Serialized pay; the object stays the same while only searches are counted. */
const payOf = new WeakMap<Pay, object>();

/** Pay in the currency that most jobs use. */
function serializePay(pays: Pay): object {
  const cached = payOf.get(pays);
  if (cached !== undefined) return cached;
  const [currency, pay] = [...pays].sort(([, a], [, b]) => b.known - a.known)[0] ?? [null, null];
  const median = pay !== null && pay.known >= minSalaries ? quantile(pay.amounts, 0.5, (amount) => amount) : null;
  const serialized = { currency, known: pay?.known ?? 0, medianYearly: median === null ? null : Math.round(median) };
  payOf.set(pays, serialized);
  return serialized;
}

/** One place. */
export function serializePlaceStats(stats: PlaceStats): object {
  const { city, region, country, lat, lon } = readPlaceKey(stats.place);
  return {
    place: stats.place === '' ? null : placeName(city, region, country),
    city,
    region,
    country,
    lat,
    lon,
    searches: stats.searches,
    jobs: stats.jobs,
    newJobs: stats.newJobs,
    workplaces: stats.workplaces,
    salary: serializePay(stats.pay),
    tookMs: percentiles(stats.took),
    lastCollectedAt: isoOrNull(stats.lastCollectedAt),
  };
}

/** The sums over places; `places` counts the known ones. */
export function serializeTotals(places: readonly PlaceStats[]): object {
  const workplaces = { ...noUniqueJobs().workplaces };
  const totals = { places: 0, searches: 0, jobs: 0, newJobs: 0 };
  for (const place of places) {
    totals.places += place.place === '' ? 0 : 1;
    totals.searches += place.searches;
    totals.jobs += place.jobs;
    totals.newJobs += place.newJobs;
    for (const workplace of statsWorkplaces) workplaces[workplace] += place.workplaces[workplace];
  }
  return { ...totals, workplaces };
}

/** "Austin, TX" if the region has a code, otherwise "Berlin, DE"; a region or country alone has no suffix. */
function placeName(city: string | null, region: string | null, country: string | null): string {
  const wider = region !== null && /^[A-Z]{2,3}$/.test(region) ? region : country;
  return [city ?? region, wider === (city ?? region) ? country : wider].filter((part) => part !== null).join(', ');
}

type Engine = { kinds: Record<string, number>; lastSeenAt: number };

/** Searches from generative engines by kind of call. */
export function serializeEngines(buckets: readonly BucketSums[]): object {
  const byEngine = new Map<string, Engine>();
  for (const { engines, engineSeen } of buckets)
    for (const [name, count] of engines) {
      const [engine = '', kind = ''] = name.split(':');
      const none = Object.fromEntries(engineKinds.map((each) => [each, 0]));
      const known = byEngine.get(engine) ?? { kinds: none, lastSeenAt: 0 };
      known.kinds[kind] = (known.kinds[kind] ?? 0) + count;
      known.lastSeenAt = Math.max(known.lastSeenAt, engineSeen.get(engine) ?? 0);
      byEngine.set(engine, known);
    }
  const engines = [...byEngine]
    .map(([engine, { kinds, lastSeenAt }]) => ({
      engine,
      requests: sum(Object.values(kinds)),
      kinds,
      lastSeenAt: new Date(lastSeenAt).toISOString(),
    }))
    .sort((a, b) => b.requests - a.requests || a.engine.localeCompare(b.engine));
  const requests = sum(buckets.map(searchesOf));
  const fromEngines = sum(engines.map((engine) => engine.requests));
  return { requests, fromEngines, share: share(fromEngines, requests), engines };
}
