import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { readWorkers, type WorkerBeat } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { type CooldownState, readCooldowns } from '../../shared/search/source-cooldown.js';
import type { StatsBook, StatsWindow } from '../../shared/stats/book.js';
import { units } from '../../shared/stats/buckets.js';
import { readPlaceKey } from '../../shared/stats/place-key.js';
import { percentiles, type SourceStats } from '../../shared/stats/sums.js';
import type { Middleware } from '../middleware/request-context.js';
import { sendTagged } from '../pages/send-tagged.js';
import { type ListedPlace, listPlaces, type PlaceList, sortPlaces, textOf } from './list-places.js';
import { mergePlaces, type PlaceLevel } from './merge-places.js';
import { readStatsQuery, type StatsQuery } from './read-stats-query.js';
import { serializeEngines, serializeSearches, serializeSeries } from './serialize-geo-stats.js';

/** Where people read what each number means. */
const definitions = '/geo#definitions';

export type GeoStatsContext = { redis: RedisConnection; stats: StatsBook; now: () => Date };

/** GET /api/geo-stats: what was searched and found, by place, as this service saw it (contract 6). */
export function geoStats(context: GeoStatsContext): Middleware {
  const print = createPrinter();
  return async function geoStats(ctx) {
    const asked = readStatsQuery(ctx.query);
    const { body, tag } = await answerStats(context, asked, print);
    ctx.set('Cache-Control', 'max-age=30');
    ctx.set('Link', `<${definitions}>; rel="describedby"`);
    sendTagged(ctx, { tag, type: 'application/json; charset=utf-8', body });
  };
}

/** The part of an answer that changes only with what was counted, ready to send. */
type Printed = { edition: string; text: string };
export type Printer = (window: StatsWindow, asked: StatsQuery) => Printed;

/** Answers kept ready, one a question. */
const answersKept = 16;

/** Windows whose places are kept in order. */
const listsKept = 4;

/** Prints windows; what did not change since is not printed again. */
export function createPrinter(): Printer {
  const answers = new LRUCache<string, Printed>({ max: answersKept });
  const lists = new LRUCache<string, PlaceList>({ max: listsKept });
  const cities = (window: StatsWindow, { span }: StatsQuery): ListedPlace[] => {
    const name = `${span.unit} ${span.count}`;
    const value = listPlaces(window, lists.get(name));
    lists.set(name, value);
    return value.listed;
  };
  return (window, asked) => {
    const name = JSON.stringify(asked);
    const held = answers.get(name);
    if (held?.edition === window.edition) return held;
    const about = JSON.stringify({
      searches: serializeSearches(window.sums, window.took),
      generativeEngines: serializeEngines(window.sums),
      series: serializeSeries(window.sums),
    });
    const all = asked.level === 'city' ? cities(window, asked) : listWide(window, asked.level);
    const text = `${about.slice(1, -1)},"places":[${joined(pick(all, asked))}]`;
    const answer = { edition: window.edition, text };
    answers.set(name, answer);
    return answer;
  };
}

/** Their texts with commas between, which stay the strings they are until the answer is sent: `join` would copy them all. */
function joined(places: readonly ListedPlace[]): string {
  let text = '';
  for (const place of places) text += text === '' ? textOf(place) : `,${textOf(place)}`;
  return text;
}

const listWide = ({ places }: StatsWindow, level: PlaceLevel): ListedPlace[] =>
  sortPlaces(mergePlaces([...places.values()], level).map((stats) => ({ stats, text: null })));

/** The busiest places of the asked kind. */
function pick(sorted: readonly ListedPlace[], { country, top }: StatsQuery): readonly ListedPlace[] {
  const asked =
    country === undefined ? sorted : sorted.filter(({ stats }) => readPlaceKey(stats.place).country === country);
  return asked.slice(0, top);
}

/** The body and its weak tag; the moment of asking is no news, and neither is a worker's heartbeat. */
export async function answerStats(
  { redis, stats, now }: GeoStatsContext,
  asked: StatsQuery,
  print: Printer = createPrinter(),
): Promise<{ body: string; tag: string }> {
  const at = now();
  const expected = stats.sourcesAtHand(asked.span);
  const [window, workers, known] = await Promise.all([
    stats.read(asked.span),
    readWorkers(redis, at),
    readCooldowns(redis, expected, at),
  ]);
  const names = [...window.sources.keys()];
  const isAsExpected = names.length === expected.length && names.every((name, index) => name === expected[index]);
  const rests = isAsExpected ? known : await readCooldowns(redis, names, at);
  const printed = print(window, asked);
  const people = workers.filter(({ alive }) => alive).map(printWorker);
  const sources = [...window.sources.values()]
    .map((source, index) => printSource(source, rests[index]))
    .sort((a, b) => b.jobs - a.jobs || a.name.localeCompare(b.name));
  const about = JSON.stringify({
    generatedAt: at.toISOString(),
    window: {
      from: new Date(window.from).toISOString(),
      to: at.toISOString(),
      hours: (asked.span.count * units[asked.span.unit].ms) / units.hour.ms,
    },
    definitions,
    workers: people,
    sources,
  });
  const workersNow = people.map(({ lastSeenAt: _seen, ...worker }) => worker);
  const news = JSON.stringify([asked, window.edition, workersNow, sources]);
  return {
    body: `${about.slice(0, -1)},${printed.text}}`,
    tag: `W/"${createHash('sha256').update(news).digest('base64url').slice(0, 22)}"`,
  };
}

function printWorker({ id, startedAt, lastSeenAt, running, finished }: WorkerBeat) {
  const iso = (time: number) => new Date(time).toISOString();
  return { id, startedAt: iso(startedAt), lastSeenAt: iso(lastSeenAt), running, finished };
}

const printedTook = new WeakMap<SourceStats, ReturnType<typeof percentiles>>();

function printSource(source: SourceStats, rest: CooldownState | undefined) {
  const { name, took, lastAnswerAt, ...counts } = source;
  const tookMs = printedTook.get(source) ?? percentiles(took);
  printedTook.set(source, tookMs);
  const until = rest?.until ?? null;
  return {
    name,
    status: until === null ? 'ok' : 'resting',
    ...counts,
    tookMs,
    lastAnswerAt: lastAnswerAt === null ? null : new Date(lastAnswerAt).toISOString(),
    restingUntil: until === null ? null : until.toISOString(),
  };
}
