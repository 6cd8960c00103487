import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { createLogger } from '../../shared/logger.js';
import { addOnce, type CollectJob, openQueue, priorities } from '../../shared/queue/queues.js';
import { createListener } from '../../shared/redis/listener.js';
import { connectRedis } from '../../shared/redis/redis.js';
import { redisChannels } from '../../shared/redis/redis-keys.js';
import { readCollectionStates } from '../../shared/search/collections/collection-store.js';
import { boardKey } from '../../worker/sources/collection-key.js';
import { readSourcesFile } from '../../worker/sources/config/sources-file.js';
import { cpuMsOf } from '../growth/cpu.js';
import { onStage, type Stage, speed } from '../lib/open-stage.js';
import { startProcess } from '../lib/start-process.js';

/** Processor time and elapsed time, in milliseconds. */
export type Spent = { cpuMs: number; ms: number };

/** Boards with an ETag, and plain ones that send the same bytes. */
export type ReadAgain = {
  tagged: { first: Spent; again: Spent };
  plain: { first: Spent; again: Spent; changed: Spent };
};

type Size = { boards: number; postings: number };
type Board = { id: string; key: string };

/** Reads boards for the first time, then again unchanged, then with changes. Throws unless each reading did what it should. */
export function readBoardsAgain({ boards, postings }: Size): Promise<ReadAgain> {
  return onStage(async (stage) => {
    const server = await startProcess('bench/peers/real-boards.js', {});
    const url = String(server.ready.url);
    const sourcesOf = (set: string): object[] =>
      Array.from({ length: boards }, (_, index) => ({
        ...{ id: `${set}-${index}`, kind: 'greenhouse', board: 'b', freshSeconds: 604_800, timeoutSeconds: 600 },
        ...{ baseUrl: `${url}/${set}${index}/${postings}/0`, ...speed },
      }));
    const sources = [...sourcesOf('tagged'), ...sourcesOf('plain')];
    const read = readSourcesFile(JSON.stringify({ sources }), 'bench').map((source) => ({
      id: source.id,
      key: boardKey(source),
    }));
    const tagged = read.slice(0, boards);
    const plain = read.slice(boards);
    const collecting = await openCollecting(stage, sources);
    try {
      const first = { tagged: await collecting.collect(tagged), plain: await collecting.collect(plain) };
      const versions = await versionsOf(stage, read);
      const again = { tagged: await collecting.collect(tagged), plain: await collecting.collect(plain) };
      mustBe('Boards of another version though unchanged', countOther(versions, await versionsOf(stage, read)), 0);
      await (await fetch(`${url}/edition/1`)).arrayBuffer();
      const changed = await collecting.collect(plain);
      mustBe('Boards of another version', countOther(versions, await versionsOf(stage, read)), boards);
      return {
        tagged: { first: first.tagged, again: again.tagged },
        plain: { first: first.plain, again: again.plain, changed },
      };
    } finally {
      await collecting.close();
      await server.stop();
    }
  });
}

type Collecting = { collect(boards: readonly Board[]): Promise<Spent>; close(): Promise<void> };

async function openCollecting(stage: Stage, sources: readonly object[]): Promise<Collecting> {
  const worker = await stage.startWorker(sources, { CHROMIUM_PATH: '', SCHEDULE: 'off' });
  const cpu = (): number => cpuMsOf([worker], stage.redis);
  const logger = createLogger('silent', 'bench');
  const listening = connectRedis(stage.redis.url, 'listening', logger);
  const queueing = connectRedis(stage.redis.url, 'working', logger);
  const listener = createListener(listening, redisChannels.collections);
  const queue: Queue<CollectJob> = openQueue('collect-http', queueing);
  await idle(cpu);
  return {
    async collect(boards) {
      const before = cpu();
      const began = performance.now();
      const newerThan = Date.now();
      const reported = boards.map(
        ({ key }) =>
          new Promise<string>((resolve) => {
            const off = listener.on(key, ({ state }) => {
              off();
              resolve(state);
            });
          }),
      );
      const about = { v: 1, narrow: {}, requestId: 'bench', priority: priorities.warming, newerThan } as const;
      await Promise.all(
        boards.map(({ id, key }) => addOnce(queue, { ...about, key, source: id, runId: randomUUID() })),
      );
      const states = await Promise.all(reported);
      const ms = performance.now() - began;
      mustBe('Boards that could not be read', states.filter((state) => state !== 'ok').length, 0);
      return { cpuMs: (await idle(cpu)) - before, ms };
    },
    async close() {
      await queue.close();
      listening.disconnect();
      queueing.disconnect();
    },
  };
}

/** Resolves with the processor time once it hardly grows: what follows a collection is part of its cost. */
async function idle(cpu: () => number): Promise<number> {
  for (;;) {
    const before = cpu();
    await wait(1000);
    const now = cpu();
    if (now - before <= 30) return now;
  }
}

async function versionsOf({ redis }: Stage, boards: readonly Board[]): Promise<(string | undefined)[]> {
  const states = await readCollectionStates(
    redis.redis,
    boards.map(({ key }) => key),
  );
  return states.map(({ head }) => head?.version);
}

const countOther = (one: readonly unknown[], other: readonly unknown[]): number =>
  one.filter((version, at) => version !== other[at]).length;

function mustBe(what: string, found: number, wanted: number): void {
  if (found !== wanted) throw new Error(`${what}: ${found} instead of ${wanted}.`);
}
