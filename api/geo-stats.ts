import { createHash } from 'node:crypto';
import { type RestState, readRests } from '../shared/rests.js';
import type { StatsWindow } from '../shared/stats/book.js';
import { units } from '../shared/stats/buckets.js';
import { type PlaceKey, readPlaceKey } from '../shared/stats/place-key.js';
import type { PlaceStats } from '../shared/stats/place-stats.js';
import { percentiles, type SourceStats } from '../shared/stats/sums.js';
import { readWorkers, type WorkerBeat } from '../shared/workers.js';
import type { Door, House } from './house.js';
import { mergePlaces } from './merge-places.js';
import { printEngines, printPlace, printSearches, printSeries } from './print-stats.js';
import { readStatsQuery, type StatsQuery } from './read-stats-query.js';
import { sendTagged } from './send-tagged.js';

/** Where people read what each number means. */
const definitions = '/geo#definitions';

/** GET /api/geo-stats: what was searched and found, by place, as this service saw it (contract 6). */
export function geoStats(house: Pick<House, 'redis' | 'stats' | 'now'>): Door {
  const print = createPrinter();
  return async function geoStats(ctx) {
    const asked = readStatsQuery(ctx.query);
    const { body, tag } = await answerStats(house, asked, print);
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

/** Prints windows; what did not change since is not printed again. */
export function createPrinter(): Printer {
  const byPlace = new WeakMap<PlaceStats, string>();
  const answers = new Map<string, Printed>();
  let order: readonly PlaceKey[] = [];
  const placeText = (stats: PlaceStats): string => {
    const text = byPlace.get(stats) ?? JSON.stringify(printPlace(stats));
    byPlace.set(stats, text);
    return text;
  };
  return (window, asked) => {
    const name = JSON.stringify(asked);
    const held = answers.get(name);
    if (held?.edition === window.edition) return held;
    const about = JSON.stringify({
      searches: printSearches(window.sums, window.took),
      generativeEngines: printEngines(window.sums),
      series: printSeries(window.sums),
    });
    const isFine = asked.level === 'city';
    const listed = isFine ? inOrder(window.places, order) : mergePlaces([...window.places.values()], asked.level);
    const sorted = sortPlaces(listed);
    if (isFine) order = sorted.map(({ place }) => place);
    const places = pick(sorted, asked).map(placeText);
    const printed = { edition: window.edition, text: `${about.slice(1, -1)},"places":[${places.join(',')}]` };
    answers.delete(name);
    answers.set(name, printed);
    for (const [oldest] of answers) if (answers.size > answersKept) answers.delete(oldest);
    return printed;
  };
}

/** Places as they were sorted last, the others behind them: a list that is nearly sorted is soon sorted. */
function inOrder(places: StatsWindow['places'], order: readonly PlaceKey[]): PlaceStats[] {
  const listed: PlaceStats[] = [];
  for (const place of order) {
    const stats = places.get(place);
    if (stats !== undefined) listed.push(stats);
  }
  if (listed.length === places.size) return listed;
  const known = new Set(order);
  return [...listed, ...[...places.values()].filter(({ place }) => !known.has(place))];
}

const sortPlaces = (places: PlaceStats[]): PlaceStats[] =>
  places.sort((a, b) => b.searches - a.searches || b.jobs - a.jobs || (a.place < b.place ? -1 : 1));

/** The busiest places of the asked kind. */
function pick(sorted: readonly PlaceStats[], { country, top }: StatsQuery): PlaceStats[] {
  const asked = country === undefined ? sorted : sorted.filter(({ place }) => readPlaceKey(place).country === country);
  return asked.slice(0, top);
}

/** The body and its weak tag; the moment of asking is no news, and neither is a worker's heartbeat. */
export async function answerStats(
  { redis, stats, now }: Pick<House, 'redis' | 'stats' | 'now'>,
  asked: StatsQuery,
  print: Printer = createPrinter(),
): Promise<{ body: string; tag: string }> {
  const at = now();
  const expected = stats.sourcesAtHand(asked.span);
  const [window, workers, known] = await Promise.all([
    stats.read(asked.span),
    readWorkers(redis, at),
    readRests(redis, expected, at),
  ]);
  const names = [...window.sources.keys()];
  const isAsExpected = names.length === expected.length && names.every((name, index) => name === expected[index]);
  const rests = isAsExpected ? known : await readRests(redis, names, at);
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

function printSource(source: SourceStats, rest: RestState | undefined) {
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
