import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { runScript } from '../../shared/redis/run-script.js';
import { longestCollectionSeconds, SourceError } from '../sources/source.js';

export type HostPaceLimits = { perMinute: number; concurrency: number; crawlDelaySeconds: number };

/**
 * Runs `work` when the host's pace allows it. Slots are shared by all workers; those of a killed worker expire. Throws
 * `rate-limited` without taking a slot when the wait would exceed any collection's time.
 */
export type HostPace = <Result>(
  host: string,
  limits: HostPaceLimits,
  work: { signal: AbortSignal; run: () => Promise<Result>; answerOf?: (result: Result) => HostAnswer },
) => Promise<Result>;

/** How a host answered: its status, and the milliseconds until its answer began. */
export type HostAnswer = { status: number; waitedMs: number };

/** The time between two requests to a host beyond its limits; 0 = only these. `reason`: why it changed. */
export type PaceChange = { host: string; fromMs: number; toMs: number; leastMs: number; reason: PaceReason };
export const paceReasons = ['answer', 'refused', 'timeout'] as const;
type PaceReason = (typeof paceReasons)[number];

/** The longest time between two requests caused by slow answers, refusals and timeouts. */
const longestDelayMs = 60_000;

/** How long a host without requests keeps its adapted pace. */
const delayKeptMs = 1_800_000;

/** Statuses of a host that receives too many requests (RFC 6585 §4, RFC 9110 §15.6.4). */
const overloaded: ReadonlySet<number> = new Set([429, 503]);

/** Of these, the one that means too many of our requests, rather than a host that is down. */
const tooManyRequests = 429;

/** Expiry of the slot of a worker that died. */
const leaseMs = 60_000;

/** Longer waits are refused: the collection would have ended by then, and a timer of weeks would overflow. */
const longestWaitMs = longestCollectionSeconds * 1000;

/** Polling interval while all slots are taken, since other processes do not notify this one when they release a slot. */
const pollMs = 20;

/** The same while one request tests whether a host that was down answers again. */
const outagePollMs = 500;

/**
 * Creates the pace of all hosts, stored in Redis. It adapts to each host's answers, like Scrapy's AutoThrottle: the
 * time between two requests approaches the response time divided by the allowed concurrent requests; 429, 503 and
 * timeouts double it; only good answers shorten it, and never below `perMinute` and the crawl delay. An outage counts
 * once: concurrent failures double it once, one request at a time tests whether the host answers again, and the first
 * good answer ends the outage with all doublings but one. `noted` receives each change.
 */
export function createHostPace(
  redis: RedisConnection,
  noted: (change: PaceChange) => void = () => undefined,
): HostPace {
  return async (host, { perMinute, concurrency, crawlDelaySeconds }, { signal, run, answerOf }) => {
    const slot = randomUUID();
    const keys = keysOf(host);
    const betweenMs = Math.max(60_000 / perMinute, crawlDelaySeconds * 1000);
    const slots = crawlDelaySeconds > 0 ? 1 : concurrency;
    const args = { slot, betweenMs, slots, leaseMs, longestWaitMs, pollMs, outagePollMs };
    const takeTurn = async (): Promise<number> => {
      for (;;) {
        const [kind = 0, ms = 0] = (await runScript(redis, 'collect/take-host-slot', { keys, args })) as number[];
        if (kind < 0) throw tooFar(host, Math.ceil(ms / 1000));
        if (kind > 0) return ms;
        await waitFor(ms, signal);
      }
    };
    const turnMs = await takeTurn();
    const takenAt = performance.now();
    const note = (answer: HostAnswer | null): void => {
      const agoMs = Math.floor(performance.now() - takenAt);
      noteAnswer(redis, { host, leastMs: betweenMs, slots, answer, agoMs }, noted);
    };
    const running = answerOf === undefined ? run : noting({ run, answerOf, signal }, note);
    try {
      if (turnMs > 0) await waitFor(turnMs, signal);
      return await running();
    } finally {
      // Not awaited: a slot that could not be released expires with its lease.
      redis.zrem(keys.taken, slot).catch(() => undefined);
    }
  };
}

type Running<Result> = { run: () => Promise<Result>; answerOf: (result: Result) => HostAnswer; signal: AbortSignal };

/** The same work, reporting the host's answer; `null` = its own timeout rather than the source's. */
const noting =
  <Result>({ run, answerOf, signal }: Running<Result>, note: (answer: HostAnswer | null) => void) =>
  async (): Promise<Result> => {
    try {
      const result = await run();
      note(answerOf(result));
      return result;
    } catch (error) {
      if (error instanceof SourceError && error.failure === 'timeout' && !signal.aborted) note(null);
      throw error;
    }
  };

function keysOf(host: string) {
  const taken = redisKeys.pace(host);
  return { taken, nextRequest: `${taken}:next`, delay: `${taken}:delay`, outage: `${taken}:outage` };
}

/**
 * An answer of a host whose limits require `leastMs` between two requests and allow `slots` at once, to a request whose
 * turn was given `agoMs` ago; `null` = none came in time.
 */
type Noted = { host: string; leastMs: number; slots: number; answer: HostAnswer | null; agoMs: number };

/** Adjusts the host's pace by an answer. Not awaited, like the slot's release: the next answer adjusts it again. */
function noteAnswer(
  redis: RedisConnection,
  { host, leastMs, slots, answer, agoMs }: Noted,
  noted: (change: PaceChange) => void,
): void {
  const isOver = answer === null || overloaded.has(answer.status);
  const args = {
    leastMs,
    wantedMs: isOver ? -1 : Math.round(answer.waitedMs / slots),
    mayShorten: !isOver && answer.status < 400 ? 1 : 0,
    isOutage: isOver && answer?.status !== tooManyRequests ? 1 : 0,
    agoMs,
    mostMs: longestDelayMs,
    keptMs: delayKeptMs,
  };
  const reason = answer === null ? 'timeout' : isOver ? 'refused' : 'answer';
  const { taken: _, ...keys } = keysOf(host);
  runScript(redis, 'collect/note-host-answer', { keys, args }).then(
    (changed) => {
      const [fromMs = 0, toMs = 0] = changed as number[];
      if (fromMs !== toMs) noted({ host, fromMs, toMs, leastMs, reason });
    },
    () => undefined,
  );
}

/** Waits, but no longer than the source's remaining time. */
async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new SourceError('timeout', 'The time for this source was up before the host’s pace allowed a request.');
  }
}

function tooFar(host: string, seconds: number): SourceError {
  return new SourceError('rate-limited', `The pace of ${host} allows the next request in ${seconds} seconds.`, seconds);
}
