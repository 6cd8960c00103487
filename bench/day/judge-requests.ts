import type { DayRecord, DayRequest } from './day-record.js';
import { type DayBoard, failureOf, pacePerMinute, speed } from './simulated-day.js';

/** A collection as it was held: milliseconds since the first moment, and the fresh time that answers state for it. */
export type HeldHead = { collectedAt: number; freshMs: number };

/** What is judged: between `from` and `to`, milliseconds since the first moment. `heads` by the number of the board. */
export type JudgedDay = {
  seed: number;
  boards: readonly DayBoard[];
  record: DayRecord;
  heads: ReadonlyMap<number, readonly HeldHead[]>;
  from: number;
  to: number;
};

export type JudgedRequests = {
  /** Age of a board as a multiple of its fresh time, sampled every five seconds while it answers. */
  ages: number[];
  /** Readings again of boards that answer, and those needed if each were read exactly when its fresh time ends. */
  readings: number;
  leastReadings: number;
  whole: number;
  unchanged: number;
  failed: number;
  /** The busiest ten seconds of a host, as a part of what its pace allows. */
  busiest: number;
  /** Requests for boards that robots.txt forbids, and the most that one host was asked for its robots.txt. */
  forbidden: number;
  robots: number;
};

const sampleMs = 5000;
const windowMs = 10_000;

const isGood = ({ answer }: DayRequest): boolean => answer === 'whole' || answer === 'unchanged';

/** Judges what the boards were asked. */
export function judgeRequests(day: JudgedDay): JudgedRequests {
  const { boards, record, from, to } = day;
  const byBoard = new Map<number, DayRequest[]>(boards.map(({ number }) => [number, []]));
  for (const request of record.requests) byBoard.get(request.board)?.push(request);
  const judged = { ages: [] as number[], readings: 0, leastReadings: 0 };
  for (const { number, isForbidden } of boards) {
    if (isForbidden) continue;
    const asked = { number, requests: byBoard.get(number) ?? [], heads: day.heads.get(number) ?? [] };
    judged.ages.push(...agesOf(asked, day));
    const { readings, least } = needed(asked, day);
    judged.readings += readings;
    judged.leastReadings += least;
  }
  const within = record.requests.filter(({ at }) => at >= from && at < to);
  const count = (is: (request: DayRequest) => boolean): number => within.filter(is).length;
  return {
    ...judged,
    whole: count(({ answer }) => answer === 'whole'),
    unchanged: count(({ answer }) => answer === 'unchanged'),
    failed: count((request) => !isGood(request)),
    busiest: busiestOf(boards, record.requests),
    forbidden: record.requests.filter(({ board }) => boards[board]?.isForbidden).length,
    robots: Math.max(0, ...record.robots.map((times) => times ?? 0)),
  };
}

type Asked = { number: number; requests: readonly DayRequest[]; heads: readonly HeldHead[] };

/** The last of some things in their order that a test holds for, which holds for none after it. */
function lastOf<Item>(items: readonly Item[], holds: (item: Item) => boolean): Item | undefined {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return items[low - 1];
}

/** Ages count from the request, which is before the end of the reading; a board that fails is not sampled until it was read. */
function agesOf({ number, requests, heads }: Asked, { seed, from, to }: JudgedDay): number[] {
  const ages: number[] = [];
  const good = requests.filter(isGood);
  const bad = requests.filter((request) => !isGood(request));
  for (let at = from; at < to; at += sampleMs) {
    if (failureOf(seed, number, (at / 1000) * speed) !== null) continue;
    const head = lastOf(heads, ({ collectedAt }) => collectedAt <= at);
    if (head === undefined) continue;
    const read = lastOf(good, (request) => request.at <= head.collectedAt);
    const failed = lastOf(bad, (request) => request.at <= at);
    if (read === undefined || (failed !== undefined && failed.at > read.at)) continue;
    ages.push((at - read.at) / head.freshMs);
  }
  return ages;
}

/** Readings again beside those needed. A board's second reading, which spreads the boards, belongs to the start. */
function needed({ requests, heads }: Asked, { from, to }: JudgedDay): { readings: number; least: number } {
  let [readings, least] = [0, 0];
  for (const [at, request] of requests.entries()) {
    const former = requests[at - 1];
    if (at < 2 || former === undefined || !isGood(former) || !isGood(request)) continue;
    if (request.at < from || request.at >= to) continue;
    const head = heads.find(({ collectedAt }) => collectedAt >= former.at && collectedAt < request.at);
    if (head === undefined) continue;
    readings += 1;
    least += (request.at - former.at) / head.freshMs;
  }
  return { readings, least };
}

function busiestOf(boards: readonly DayBoard[], requests: readonly DayRequest[]): number {
  const counts = new Map<string, number>();
  for (const { at, board } of requests) {
    const key = `${boards[board]?.host} ${Math.floor(at / windowMs)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  let most = 0;
  for (const count of counts.values()) most = Math.max(most, count);
  return most / ((pacePerMinute * speed * windowMs) / 60_000);
}
