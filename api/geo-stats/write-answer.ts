import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Problem } from '../../shared/problems/problem.js';
import { readWorkers, type WorkerBeat } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { readResting } from '../../shared/search/collections/failing-hosts.js';
import type { FieldError } from '../../shared/search/query/parse-query.js';
import { engineKinds } from '../../shared/stats/ai-engines.js';
import { maxListedSources } from '../../shared/stats/geo-stats.js';
import { type Histogram, mergeInto, quantile, quantiles } from '../../shared/stats/histogram.js';
import { placeKeyOf, readPlaceKey, type Span, units } from '../../shared/stats/keys.js';
import {
  addPlace,
  type BucketSums,
  emptyPlace,
  type PlaceStats,
  type SourceStats,
  type StatsReader,
  type StatsWindow,
} from '../../shared/stats/read-stats.js';
import { tableOf } from '../../shared/table-of.js';
import { unknownParameter } from '../middleware/only-methods.js';
import { invalidRequest } from '../middleware/problems.js';

/** Levels at which geo-stats groups places. */
const placeLevels = ['city', 'region', 'country'] as const;
type PlaceLevel = (typeof placeLevels)[number];

const number = (least: number, most: number) => {
  const rule = `Digits only, from ${least} to ${most}.`;
  return z
    .string(rule)
    .regex(/^\d{1,4}$/, rule)
    .transform(Number)
    .pipe(z.int().min(least, rule).max(most, rule));
};

/** The query parameters of geo-stats, all optional (docs/reference/geo-stats.md). */
export const statsQuerySchema = z.strictObject({
  hours: number(1, units.hour.kept).optional().describe('Time window in hours; 24 by default.'),
  days: number(1, units.day.kept).optional().describe('Time window in days (UTC); use instead of `hours`.'),
  country: z
    .string('Send one country, by its two letters.')
    .regex(/^[A-Za-z]{2}$/, 'A country by its two letters (ISO 3166-1), such as DE.')
    .transform((code) => code.toUpperCase())
    .pipe(z.string().length(2))
    .optional()
    .describe('Only places in this country, by its two letters (ISO 3166-1).'),
  level: z
    .enum(placeLevels, `One of ${placeLevels.join(', ')}.`)
    .default('city')
    .describe('Level of grouping places.'),
  top: number(1, 500).default(100).describe('Maximum number of places, ordered by searches, then by jobs.'),
});

export type StatsQuery = Omit<z.infer<typeof statsQuerySchema>, 'hours' | 'days'> & { span: Span };

/** Parses the parameters of geo-stats; throws one problem that lists every error. */
export function readStatsQuery(parameters: Record<string, unknown>): StatsQuery {
  const read = statsQuerySchema.safeParse(parameters);
  if (!read.success) throw badQuery(read.error.issues.flatMap(explain));
  const { hours, days, ...rest } = read.data;
  if (hours !== undefined && days !== undefined)
    throw badQuery([{ pointer: '#/days', code: 'conflict', detail: 'Send "hours" or "days", not both.' }]);
  const span: Span = days !== undefined ? { unit: 'day', count: days } : { unit: 'hour', count: hours ?? 24 };
  return { ...rest, span };
}

const allowed: Readonly<Record<string, FieldError['allowed']>> = tableOf({
  hours: { min: '1', max: String(units.hour.kept) },
  days: { min: '1', max: String(units.day.kept) },
  level: placeLevels,
  top: { min: '1', max: '500' },
});

function explain(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => unknownParameter(key, Object.keys(statsQuerySchema.shape)));
  const name = String(issue.path[0]);
  const code = name === 'level' || name === 'country' ? 'unknown-value' : 'out-of-range';
  const words = allowed[name];
  return [{ pointer: `#/${name}`, code, detail: issue.message, ...(words === undefined ? {} : { allowed: words }) }];
}

function badQuery(errors: FieldError[]): Problem {
  return invalidRequest({ errors, count: errors.length }, 'parameters');
}

/** Writes an answer of geo-stats from the sums of a window. */

/** The page that explains each number. */
export const definitions = '/geo#definitions';

/** An answer's body and its weak ETag, which ignores the time of the answer and the heartbeats of workers. */
export type StatsAnswer = {
  body: Buffer;
  tag: string;
  /** The part that depends only on the counters, and the edition of the window it came from. */
  counted: { edition: string; members: string };
};

type Tools = { redis: RedisConnection; windows: StatsReader; now: () => Date };

/** Writes the answer to a query; while no counter changes, it reuses the largest part of the former answer. */
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
    body: Buffer.from(`${head.slice(0, -1)},${counted.members.slice(1)}`),
    tag: `W/"${createHash('sha256').update(fingerprint).digest('base64url').slice(0, 22)}"`,
    counted,
  };
}

/** The members of an answer that depend only on the counters. */
function writeCounted({ sums, places }: StatsWindow, { level, country, top }: StatsQuery): string {
  const chosen = mergePlaces([...places.values()], level)
    .filter(({ place }) => country === undefined || readPlaceKey(place).country === country)
    .sort(bySearches);
  const total = emptyPlace('');
  for (const place of chosen) addPlace(total, place);
  return JSON.stringify({
    searches: serializeSearches(sums),
    generativeEngines: serializeEngines(sums),
    series: sums.map(serializeRow),
    totals: {
      places: chosen.filter(({ place }) => place !== '').length,
      searches: total.searches,
      jobs: total.jobs,
      newJobs: total.newJobs,
      workplaces: total.workplaces,
    },
    places: chosen.slice(0, top).map(serializePlace),
  });
}

/** By searches, then jobs, then key, so that the order is total. */
const bySearches = (a: PlaceStats, b: PlaceStats): number =>
  b.searches - a.searches || b.jobs - a.jobs || (a.place === b.place ? 0 : a.place < b.place ? -1 : 1);

/** Merges places into regions or countries; takes the coordinates of the place with the most jobs that has any. */
function mergePlaces(places: PlaceStats[], level: PlaceLevel): PlaceStats[] {
  if (level === 'city') return places;
  const merged = new Map<string, { sum: PlaceStats; jobsAtPoint: number }>();
  for (const stats of places) {
    const { region, country, lat, lon } = readPlaceKey(stats.place);
    const wide = { city: null, region: level === 'region' ? region : null, country };
    const key = placeKeyOf({ ...wide, lat: null, lon: null });
    const group = merged.get(key) ?? { sum: emptyPlace(key), jobsAtPoint: -1 };
    merged.set(key, group);
    addPlace(group.sum, stats);
    if (lat === null || stats.jobs <= group.jobsAtPoint) continue;
    group.sum.place = placeKeyOf({ ...wide, lat, lon });
    group.jobsAtPoint = stats.jobs;
  }
  return [...merged.values()].map(({ sum }) => sum);
}

const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 1000;
const isoOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const searchesOf = ({ cached, collected, failed }: BucketSums): number => cached + collected + failed;

/** The 50th and 95th percentile in full milliseconds; `null` where nothing was measured. */
function percentiles(took: Histogram): { p50: number | null; p95: number | null } {
  const [p50 = null, p95 = null] = quantiles(took, [0.5, 0.95]).map((value) => value && Math.round(value));
  return { p50, p95 };
}

function serializeSearches(sums: readonly BucketSums[]): object {
  const total = sumOf(sums.map(searchesOf));
  const cached = sumOf(sums.map((bucket) => bucket.cached));
  const took: Histogram = new Map();
  for (const bucket of sums) mergeInto(took, bucket.took);
  return {
    total,
    cached,
    collected: sumOf(sums.map((bucket) => bucket.collected)),
    failed: sumOf(sums.map((bucket) => bucket.failed)),
    hitRate: shareOf(cached, total),
    tookMs: percentiles(took),
  };
}

const serializeRow = (bucket: BucketSums): object => ({
  at: new Date(bucket.at).toISOString(),
  searches: searchesOf(bucket),
  cached: bucket.cached,
  failed: bucket.failed,
  jobs: bucket.jobs,
  fromEngines: sumOf([...bucket.engines.values()]),
});

/** Searches from generative engines by kind of call. */
function serializeEngines(sums: readonly BucketSums[]): object {
  const byName = new Map<string, { kinds: Record<string, number>; lastSeenAt: number }>();
  for (const { engines, engineSeen } of sums)
    for (const [name, count] of engines) {
      const [engine = '', kind = ''] = name.split(':');
      const none = Object.fromEntries(engineKinds.map((each) => [each, 0]));
      const known = byName.get(engine) ?? { kinds: none, lastSeenAt: 0 };
      known.kinds[kind] = (known.kinds[kind] ?? 0) + count;
      known.lastSeenAt = Math.max(known.lastSeenAt, engineSeen.get(engine) ?? 0);
      byName.set(engine, known);
    }
  const engines = [...byName]
    .map(([engine, { kinds, lastSeenAt }]) => ({
      engine,
      requests: sumOf(Object.values(kinds)),
      kinds,
      lastSeenAt: new Date(lastSeenAt).toISOString(),
    }))
    .sort((a, b) => b.requests - a.requests || a.engine.localeCompare(b.engine));
  const requests = sumOf(sums.map(searchesOf));
  const fromEngines = sumOf(engines.map((engine) => engine.requests));
  return { requests, fromEngines, share: shareOf(fromEngines, requests), engines };
}

function serializePlace(stats: PlaceStats): object {
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

/** "Austin, TX" if the region has a code, otherwise "Berlin, DE"; a region or country without a city has no suffix. */
function placeName(city: string | null, region: string | null, country: string | null): string {
  const wider = region !== null && /^[A-Z]{2,3}$/.test(region) ? region : country;
  return [city ?? region, wider === (city ?? region) ? country : wider].filter((part) => part !== null).join(', ');
}

/** A median requires this many known salaries. */
const minSalaries = 5;

/** Pay in the currency that most jobs use. */
function serializePay(pay: PlaceStats['pay']): object {
  const currencies = [...pay].map(([currency, amounts]) => ({
    currency,
    amounts,
    known: sumOf([...amounts.values()]),
  }));
  const [most] = currencies.sort((a, b) => b.known - a.known);
  if (most === undefined) return { currency: null, known: 0, medianYearly: null };
  const median = most.known >= minSalaries ? quantile(most.amounts, 0.5, (amount) => amount) : null;
  return { currency: most.currency, known: most.known, medianYearly: median === null ? null : Math.round(median) };
}

type SourceList = { sources: object[]; sourceCounts: { total: number; ok: number; resting: number } };

/** Lists at most `maxListedSources`: those that are cooling down first, then those with the most jobs. */
export function listSources(
  all: ReadonlyMap<string, SourceStats>,
  restingUntil: ReadonlyMap<string, Date>,
): SourceList {
  const sorted = [...all.values()].sort(byJobs);
  const resting = sorted.filter(({ name }) => restingUntil.has(name));
  const others = sorted.filter(({ name }) => !restingUntil.has(name));
  return {
    sources: [...resting, ...others]
      .slice(0, maxListedSources)
      .map((source) => serializeSource(source, restingUntil.get(source.name) ?? null)),
    sourceCounts: { total: all.size, ok: others.length, resting: resting.length },
  };
}

const byJobs = (a: SourceStats, b: SourceStats): number =>
  b.jobs - a.jobs || (a.name === b.name ? 0 : a.name < b.name ? -1 : 1);

function serializeSource({ name, took, lastAnswerAt, ...counts }: SourceStats, until: Date | null): object {
  return {
    name,
    status: until === null ? 'ok' : 'resting',
    ...counts,
    tookMs: percentiles(took),
    lastAnswerAt: isoOrNull(lastAnswerAt),
    restingUntil: until === null ? null : until.toISOString(),
  };
}

function serializeWorker({ id, startedAt, lastSeenAt, running, finished }: WorkerBeat) {
  const iso = (time: number) => new Date(time).toISOString();
  return { id, startedAt: iso(startedAt), lastSeenAt: iso(lastSeenAt), running, finished };
}
