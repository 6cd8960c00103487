/** The heartbeat of a worker, and the pace of its queues that it reports. */
import type { Logger } from '../../shared/logger.js';
import { repeat } from '../../shared/process/repeat.js';
import { keepSourceNames, namesInBeat } from '../../shared/queue/source-names.js';
import {
  beat,
  beatMs,
  type HeldSegments,
  leave,
  type NameHealth,
  type QueuePace,
  type WorkerBeat,
} from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';

type Heartbeat = {
  /** Wraps a job: counts it as running, then as finished. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Jobs currently running. */
  running(): number;
  /** Writes a heartbeat now. */
  write(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

type About = Pick<WorkerBeat, 'id' | 'queues' | 'sources' | 'sourcesPrint' | 'sourcesFault' | 'browser'>;

/** Writes this worker's heartbeat to Redis every `beatMs`: its abilities and how much it has done. */
export function createHeartbeat({
  redis,
  logger,
  now,
  clockAheadMs,
  about,
  paces,
  segments,
  names,
}: HeartbeatOptions): Heartbeat {
  const startedAt = now().getTime();
  let running = 0;
  let finished = 0;
  let end = async (): Promise<void> => undefined;

  const write = async (): Promise<void> => {
    // Read with each beat: the sources change with their file.
    const { sources, ...rest } = about;
    const named = { sources: sources.slice(0, namesInBeat), sourceCount: sources.length };
    const held = segments();
    const counts = {
      startedAt,
      lastSeenAt: now().getTime(),
      clockAheadMs: Math.round(clockAheadMs()),
      running,
      finished,
    };
    const mine = { ...rest, ...named, ...counts, paces: paces(), names: names(), ...(held && { segments: held }) };
    await Promise.all([beat(redis, mine), keepSourceNames(redis, about.sourcesPrint, sources)]);
  };

  return {
    async during(work) {
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
        finished += 1;
      }
    },
    running: () => running,
    write,
    async start() {
      end = repeat(beatMs, write, (err) => logger.warn({ err }, 'worker: could not write the heartbeat'));
      await write();
    },
    async stop() {
      await end();
      await leave(redis, about.id);
    },
  };
}

type HeartbeatOptions = {
  redis: RedisConnection;
  logger: Logger;
  now: () => Date;
  /** How far the clock of this machine is ahead of `now`. */
  clockAheadMs: () => number;
  about: About;
  /** The throughput of each of its queues. */
  paces: () => WorkerBeat['paces'] & object;
  /** Its data for matching; `null` = it takes no searches. */
  segments: () => HeldSegments | null;
  /** How host names resolve. */
  names: () => NameHealth;
};

/** Measures the mean duration of the jobs of a queue in this worker. */
export type ThroughputMeter = {
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  pace(): QueuePace;
};

/** Minimum weight of the latest job in the moving mean, so that the mean follows a change within about thirty jobs. */
const minWeight = 1 / 32;

/** `slots`: concurrent jobs of the queue. The mean is `null` until the first job has finished. */
export function createThroughputMeter({ slots, now }: { slots: number; now: () => Date }): ThroughputMeter {
  const running = new Set<{ since: number }>();
  let finished = 0;
  let meanMs = 0;

  return {
    async during(work) {
      const run = { since: now().getTime() };
      running.add(run);
      try {
        return await work();
      } finally {
        running.delete(run);
        finished += 1;
        meanMs += (now().getTime() - run.since - meanMs) * Math.max(minWeight, 1 / finished);
      }
    },
    pace() {
      if (finished === 0) return { slots, meanSeconds: null };
      const at = now().getTime();
      const ages = [...running].map(({ since }) => at - since);
      const meanAge = ages.length === 0 ? 0 : ages.reduce((sum, age) => sum + age, 0) / ages.length;
      return { slots, meanSeconds: Math.max(0, meanMs, meanAge) / 1000 };
    },
  };
}
