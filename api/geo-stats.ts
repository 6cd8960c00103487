import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Problem } from '../shared/problem.js';
import type { RedisConnection } from '../shared/redis.js';
import { readRests } from '../shared/rests.js';
import { engineKinds } from '../shared/stats/engines.js';
import type { Histogram } from '../shared/stats/histogram.js';
import { addTo, quantile } from '../shared/stats/histogram.js';
import { hoursBefore, readPlaceKey } from '../shared/stats/keys.js';
import {
  type HourStats,
  type PlaceStats,
  percentiles,
  readHours,
  readPlaces,
  readSources,
  type SourceStats,
} from '../shared/stats/read.js';
import { readWorkers } from '../shared/workers.js';
import type { Door, House } from './house.js';
import { mergePlaces, placeLevels } from './merge-places.js';

const number = (least: number, most: number, usual: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/, `Digits only, from ${least} to ${most}.`)
    .transform(Number)
    .pipe(
      z
        .number()
        .min(least, `Digits only, from ${least} to ${most}.`)
        .max(most, `Digits only, from ${least} to ${most}.`),
    )
    .default(usual);

/** What one may ask of geo-stats. */
export const geoStatsQuery = z.strictObject({
  hours: number(1, 168, 24),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'A country by its two letters (ISO 3166-1), such as DE.')
    .transform((code) => code.toUpperCase())
    .optional(),
  level: z.enum(placeLevels, `One of ${placeLevels.join(', ')}.`).default('city'),
  top: number(1, 500, 100),
});

/** GET /api/geo-stats: what was searched and found, by place, as this service saw it (contract 6). */
export function geoStats(house: House): Door {
  return async function geoStats(ctx) {
    const asked = geoStatsQuery.safeParse(ctx.query);
    if (!asked.success) throw badQuery(asked.error);
    const body = JSON.stringify(await gather(house, asked.data));
    // The moment of asking is no news: the tag is of what was counted.
    const tag = `W/"${createHash('sha256')
      .update(body.replace(/"(?:generatedAt|to|lastSeenAt)":"[^"]*"/g, ''))
      .digest('base64url')
      .slice(0, 22)}"`;
    ctx.set('Cache-Control', 'max-age=30');
    ctx.set('ETag', tag);
    ctx.set('Content-Type', 'application/json; charset=utf-8');
    ctx.status = 200;
    ctx.body = body;
    if (ctx.fresh) ctx.status = 304;
  };
}

type Asked = z.infer<typeof geoStatsQuery>;

function badQuery(error: z.ZodError): Problem {
  const errors = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          pointer: `#/${encodeURIComponent(key)}`,
          code: 'unknown-field',
          detail: `There is no parameter "${key.slice(0, 60)}". Parameters: ${Object.keys(geoStatsQuery.shape).join(', ')}.`,
        }))
      : [{ pointer: `#/${String(issue.path[0])}`, code: 'out-of-range', detail: issue.message }],
  );
  const detail = errors.length === 1 && errors[0] ? errors[0].detail : `${errors.length} parameters need attention.`;
  return new Problem('invalid-request', { detail, members: { errors } });
}

async function gather({ redis, now }: House, asked: Asked): Promise<object> {
  const at = now();
  const time = at.getTime();
  const [hours, sources, places, workers] = await Promise.all([
    readHours(redis, time, asked.hours),
    readSources(redis, time, asked.hours),
    readPlaces(redis, time, asked.hours),
    readWorkers(redis, at),
  ]);
  const from = hoursBefore(time, asked.hours)[0] ?? time;
  return {
    generatedAt: at.toISOString(),
    window: { from: new Date(from).toISOString(), to: at.toISOString(), hours: asked.hours },
    searches: asSearches(hours),
    places: mergePlaces(places, asked.level)
      .filter(({ place }) => asked.country === undefined || readPlaceKey(place).country === asked.country)
      .sort((a, b) => b.searches - a.searches || b.jobs - a.jobs || (a.place < b.place ? -1 : 1))
      .slice(0, asked.top)
      .map(asPlace),
    sources: await asSources(redis, sources, at),
    workers: workers
      .filter(({ alive }) => alive)
      .map(({ id, startedAt, lastSeenAt, running, finished }) => ({
        id,
        startedAt: new Date(startedAt).toISOString(),
        lastSeenAt: new Date(lastSeenAt).toISOString(),
        running,
        finished,
      })),
    generativeEngines: asEngines(hours),
    series: hours.map(({ at: hour, cached, collected, failed, jobs, engines }) => ({
      at: new Date(hour).toISOString(),
      searches: cached + collected + failed,
      cached,
      failed,
      jobs,
      fromEngines: [...engines.values()].reduce((sum, count) => sum + count, 0),
    })),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 1000;

function asSearches(hours: readonly HourStats[]): object {
  const cached = sum(hours.map((hour) => hour.cached));
  const collected = sum(hours.map((hour) => hour.collected));
  const failed = sum(hours.map((hour) => hour.failed));
  const total = cached + collected + failed;
  const took: Histogram = new Map();
  for (const hour of hours) for (const [bucket, count] of hour.took) addTo(took, bucket, count);
  return { total, cached, collected, failed, hitRate: share(cached, total), tookMs: percentiles(took) };
}

/** Medians are told from five known salaries on. */
const fewestSalaries = 5;

function asPlace(stats: PlaceStats): object {
  const { city, region, country, lat, lon } = readPlaceKey(stats.place);
  const [currency, pay] = [...stats.pay].sort(([, a], [, b]) => b.known - a.known)[0] ?? [null, null];
  const median = pay !== null && pay.known >= fewestSalaries ? quantile(pay.histogram, 0.5) : null;
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
    salary: { currency, known: pay?.known ?? 0, medianYearly: median },
    tookMs: percentiles(stats.took),
    lastCollectedAt: stats.lastCollectedAt === null ? null : new Date(stats.lastCollectedAt).toISOString(),
  };
}

/** "Austin, TX" where regions have a code, "Berlin, DE" elsewhere; a region or country by itself. */
function placeName(city: string | null, region: string | null, country: string | null): string {
  const wider = region !== null && /^[A-Z]{2,3}$/.test(region) ? region : country;
  return [city ?? region, wider === (city ?? region) ? country : wider].filter((part) => part !== null).join(', ');
}

async function asSources(redis: RedisConnection, sources: readonly SourceStats[], at: Date): Promise<object[]> {
  const rests = await readRests(
    redis,
    sources.map(({ name }) => name),
    at,
  );
  return sources.map(({ took, lastAnswerAt, ...source }, index) => {
    const until = rests[index]?.until ?? null;
    const { name, ...counts } = source;
    return {
      name,
      status: until === null ? 'ok' : 'resting',
      ...counts,
      tookMs: percentiles(took),
      lastAnswerAt: lastAnswerAt === null ? null : new Date(lastAnswerAt).toISOString(),
      restingUntil: until === null ? null : until.toISOString(),
    };
  });
}

function asEngines(hours: readonly HourStats[]): object {
  const requests = sum(hours.map(({ cached, collected, failed }) => cached + collected + failed));
  const byEngine = new Map<string, { kinds: Record<string, number>; lastSeenAt: number }>();
  for (const { engines, engineSeen } of hours)
    for (const [name, count] of engines) {
      const [engine = '', kind = ''] = name.split(':');
      const known = byEngine.get(engine) ?? {
        kinds: Object.fromEntries(engineKinds.map((each) => [each, 0])),
        lastSeenAt: 0,
      };
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
  const fromEngines = sum(engines.map((engine) => engine.requests));
  return { requests, fromEngines, share: share(fromEngines, requests), engines };
}
