import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { readWorkers, type WorkerBeat } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { readResting } from '../../shared/search/read-cooldowns.js';
import { units } from '../../shared/stats/buckets.js';
import { readPlaceKey } from '../../shared/stats/place-key.js';
import type { StatsCache, StatsWindow } from '../../shared/stats/stats-cache.js';
import type { Middleware } from '../middleware/request-context.js';
import { sendTagged } from '../pages/send-tagged.js';
import { type ListedPlace, listPlaces, type PlaceList, sortPlaces, textOf } from './list-places.js';
import { listSources } from './list-sources.js';
import { mergePlaces, type PlaceLevel } from './merge-places.js';
import { readStatsQuery, type StatsQuery } from './read-stats-query.js';
import { serializeEngines, serializeSearches, serializeSeries, serializeTotals } from './serialize-geo-stats.js';

/** The page that explains each number. */
const definitions = '/geo#definitions';

export type GeoStatsContext = { redis: RedisConnection; stats: StatsCache; now: () => Date };

/** GET /api/geo-stats: searches and jobs by place, as observed by this service (contract 6). */
export function geoStats(context: GeoStatsContext): Middleware {
  const serialize = createSerializer();
  return async function geoStats(ctx) {
    const query = readStatsQuery(ctx.query);
    const { body, tag } = await answerStats(context, query, serialize);
    ctx.set('Cache-Control', 'max-age=30');
    ctx.set('Link', `<${definitions}>; rel="describedby"`);
    sendTagged(ctx, { tag, type: 'application/json; charset=utf-8', body });
  };
}

/** The part of an answer that depends only on the counters, as JSON members. */
type Serialized = { edition: string; text: string };
export type Serializer = (window: StatsWindow, query: StatsQuery) => Serialized;

/** Answers kept in memory, one per query. */
const maxAnswers = 16;

/** Windows whose sorted places are kept in memory. */
const maxLists = 4;

/** Creates a serializer that reuses the parts that have not changed since the previous call. */
export function createSerializer(): Serializer {
  const answers = new LRUCache<string, Serialized>({ max: maxAnswers });
  const lists = new LRUCache<string, PlaceList>({ max: maxLists });
  const cities = (window: StatsWindow, { span }: StatsQuery): ListedPlace[] => {
    const name = `${span.unit} ${span.count}`;
    const value = listPlaces(window, lists.get(name));
    lists.set(name, value);
    return value.listed;
  };
  return (window, query) => {
    const name = JSON.stringify(query);
    const cached = answers.get(name);
    if (cached?.edition === window.edition) return cached;
    const all = query.level === 'city' ? cities(window, query) : listMerged(window, query.level);
    const chosen = select(all, query);
    const members = JSON.stringify({
      searches: serializeSearches(window.sums, window.took),
      generativeEngines: serializeEngines(window.sums),
      series: serializeSeries(window.sums),
      totals: serializeTotals(chosen.map(({ stats }) => stats)),
    });
    const text = `${members.slice(1, -1)},"places":[${joinTexts(chosen.slice(0, query.top))}]`;
    const answer = { edition: window.edition, text };
    answers.set(name, answer);
    return answer;
  };
}

/** The JSON of places, separated by commas. Concatenation keeps a rope of the existing strings; `join` would copy them. */
function joinTexts(places: readonly ListedPlace[]): string {
  let text = '';
  for (const place of places) text += text === '' ? textOf(place) : `,${textOf(place)}`;
  return text;
}

const listMerged = ({ places }: StatsWindow, level: PlaceLevel): ListedPlace[] =>
  sortPlaces(mergePlaces([...places.values()], level).map((stats) => ({ stats, text: null })));

/** The places that match the query. */
const select = (sorted: readonly ListedPlace[], { country }: StatsQuery): readonly ListedPlace[] =>
  country === undefined ? sorted : sorted.filter(({ stats }) => readPlaceKey(stats.place).country === country);

/** The body and its weak ETag, which ignores the time of the request and the heartbeats of workers. */
export async function answerStats(
  { redis, stats, now }: GeoStatsContext,
  query: StatsQuery,
  serialize: Serializer = createSerializer(),
): Promise<{ body: string; tag: string }> {
  const at = now();
  const [window, workers, resting] = await Promise.all([
    stats.read(query.span),
    readWorkers(redis, at),
    readResting(redis, at),
  ]);
  const serialized = serialize(window, query);
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
  const fingerprint = JSON.stringify([query, window.edition, workersNow, listed]);
  return {
    body: `${head.slice(0, -1)},${serialized.text}}`,
    tag: `W/"${createHash('sha256').update(fingerprint).digest('base64url').slice(0, 22)}"`,
  };
}

function serializeWorker({ id, startedAt, lastSeenAt, running, finished }: WorkerBeat) {
  const iso = (time: number) => new Date(time).toISOString();
  return { id, startedAt: iso(startedAt), lastSeenAt: iso(lastSeenAt), running, finished };
}
