import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import type { CollectJob } from '../../shared/queue/queues.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { writeAttempt, writeCollection } from '../../shared/search/collections/collection-store.js';
import { endCooldown, reportFailure } from '../../worker/collect/protect/source-cooldown.js';
import type { FreshTimes } from '../../worker/sources/fresh-times.js';
import { SourceError } from '../../worker/sources/source-errors.js';
import type { SimulatedBoard } from './simulated-boards.js';

/** Slots of a worker, the time a host takes to answer, and the CPU time of a posting of a board that changed. */
const slots = 64;
const latencyMs = 300;
const postingCpuMs = 2.5;

/** The share of boards that change in an hour. */
const changingAnHour = 0.02;

/** What the simulation knows of the collection that is held of a board; times in simulated epoch ms. */
export type Held = { collectedAt: number; freshMs: number; version: string };

/** A reading that ended. */
export type EndedReading = { job: CollectJob; startedAt: number; endedAt: number; hasFailed: boolean };

type SimulatedWorkerOptions = {
  redis: RedisConnection;
  boards: ReadonlyMap<string, SimulatedBoard>;
  freshTimes: FreshTimes;
  chance: () => number;
};

/**
 * A worker whose requests and normalising take simulated time only: each host answers at its pace, one core normalises what
 * changed. What it stores in Redis is what a worker stores, without the postings.
 */
export function createSimulatedWorker({ redis, boards, freshTimes, chance }: SimulatedWorkerOptions) {
  const waiting: CollectJob[] = [];
  const names = new Set<string>();
  const running: EndedReading[] = [];
  const held = new Map<string, Held>();
  const hostTurn = new Map<string, number>();
  let cpuFreeAt = 0;

  const queue = {
    name: 'collect-http',
    add(_name: string, job: CollectJob) {
      if (names.has(job.key)) return Promise.resolve();
      names.add(job.key);
      waiting.push(job);
      return Promise.resolve();
    },
  } as unknown as Queue<CollectJob>;

  const boardOf = (job: CollectJob): SimulatedBoard => {
    const board = boards.get(job.source);
    if (board === undefined) throw new Error(`There is no board ${job.source}.`);
    return board;
  };
  const hasChanged = (key: string, at: number): boolean => {
    const since = held.get(key)?.collectedAt;
    return since === undefined || chance() < 1 - Math.exp((-changingAnHour * (at - since)) / 3_600_000);
  };

  const begin = (job: CollectJob, now: number): void => {
    const board = boardOf(job);
    const { host = job.source, requestSeconds = 1 } = freshTimes.boardOf(job.key) ?? {};
    const requests = board.isFailing ? 1 : board.requests;
    const first = Math.max(now, hostTurn.get(host) ?? 0);
    hostTurn.set(host, first + requests * requestSeconds * 1000);
    let endedAt = first + (requests - 1) * requestSeconds * 1000 + latencyMs;
    if (!board.isFailing && hasChanged(job.key, endedAt)) {
      cpuFreeAt = Math.max(cpuFreeAt, endedAt) + board.postings * postingCpuMs;
      endedAt = cpuFreeAt;
      held.set(job.key, { collectedAt: endedAt, freshMs: 0, version: randomUUID() });
    }
    running.push({ job, startedAt: now, endedAt, hasFailed: board.isFailing });
  };

  /** Writes what a worker writes at the end of a reading. */
  const store = async ({ job, endedAt, hasFailed, startedAt }: EndedReading): Promise<void> => {
    const { key, source, freshSeconds } = job;
    const board = boardOf(job);
    const attempt = { at: endedAt, jobs: 0, tookMs: endedAt - startedAt, detail: null, ours: false };
    if (hasFailed) {
      const failure = new SourceError('broken', 'The source answered 500.');
      await reportFailure(redis, source, { failure, now: new Date(endedAt) });
      await writeAttempt(redis, key, { attempt: { ...attempt, status: 'failed' }, keepMs: 86_400_000 });
      return;
    }
    const fresh = (freshSeconds ?? 600) * 1000;
    const version = held.get(key)?.version ?? randomUUID();
    held.set(key, { collectedAt: endedAt, freshMs: fresh, version });
    const times = { collectedAt: endedAt, freshUntil: endedAt + fresh, staleUntil: endedAt + 86_400_000 };
    await endCooldown(redis, source);
    await writeCollection(redis, key, {
      head: { v: 1, source, version, ...times, jobs: 0, detail: null },
      attempt: { ...attempt, status: 'ok', pages: board.requests },
      jobs: [],
    });
  };

  return {
    queue,
    held,
    /** Starts what waits, as far as there are slots. */
    start(now: number): void {
      while (running.length < slots) {
        const job = waiting.shift();
        if (job === undefined) return;
        begin(job, now);
      }
    },
    /** Ends the readings that are over by now, in their order. */
    async finish(now: number): Promise<EndedReading[]> {
      const over = running.filter(({ endedAt }) => endedAt <= now).sort((a, b) => a.endedAt - b.endedAt);
      for (const reading of over) {
        running.splice(running.indexOf(reading), 1);
        await store(reading);
        names.delete(reading.job.key);
      }
      return over;
    },
    /** Readings that wait for a slot or run. */
    inFlight: (): number => waiting.length + running.length,
  };
}
