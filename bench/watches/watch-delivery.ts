import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { usualRhythm } from '../../shared/watches/rhythm.js';
import { addWatch, readWatches, type StoredWatch } from '../../shared/watches/watch.js';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import type { Bench, BenchRow } from '../bench.js';
import { onStage, speed } from '../lib/open-stage.js';
import type { Board } from '../lib/postings/employers.js';
import { createPostings, type Postings } from '../lib/postings/postings.js';
import { makeQuestions, subjectOf } from '../lib/postings/questions.js';
import { quantile } from '../lib/quantile.js';

const seed = 20;

/** How soon after a posting was first held 95 of 100 must have been delivered, in seconds. */
const mostSeconds = 60;

/** How many watches and boards; so many boards of each size are new while watches wait, the others grow by a hundredth. */
type Load = { watches: number; sizes: readonly [postings: number, boards: number, newBoards: number][] };

const whole: Load = {
  watches: 1000,
  sizes: [
    [400, 60, 6],
    [2500, 4, 1],
  ],
};
const small: Load = { watches: 200, sizes: [[400, 8, 1]] };

/** From a posting that a board holds for the first time to its delivery. */
export const watchDelivery: Bench = {
  title: 'Delivery to watches',
  how: 'One worker with its threads and one Redis; boards answer on loopback with postings of some 3 kB and are read on the schedule. While watches with different searches of all kinds wait, every board changes at once: most grow by a hundredth, one in ten is there for the first time. The time of an opening is from `firstSeenAt`, cut to whole seconds, until the webhook has its delivery.',
  run: ({ quick }) => measure(quick ? small : whole),
};

type Grown = Board & { before: number };

function layOut({ sizes }: Load): Grown[] {
  const boards: Grown[] = [];
  for (const [postings, count, fresh] of sizes)
    for (let at = 0; at < count; at++) {
      const number = boards.length;
      const size = postings + Math.ceil(postings / 100);
      boards.push({ id: `board-${number}`, number, first: number * 3000, size, before: at < fresh ? 0 : postings });
    }
  return boards;
}

function measure(load: Load): Promise<BenchRow[]> {
  const now = Date.now();
  const postings = createPostings({ seed, now, gazetteer: loadGazetteer() });
  const boards = layOut(load);
  return onStage(async ({ redis: { redis, folder }, startWorker }) => {
    const host = await startBoards(boards, postings);
    const receiver = await startReceiver();
    try {
      const sources = boards.map(({ id }) => ({
        ...{ id, kind: 'greenhouse', board: id, baseUrl: host.url, freshSeconds: 20, timeoutSeconds: 600 },
        ...speed,
      }));
      // As with `npx job-search start`.
      const kept = { SEGMENTS_DIR: join(folder, 'segments'), ROLE: 'worker', ALLOW_PRIVATE_WEBHOOK_HOSTS: '127.0.0.1' };
      const worker = await startWorker(sources, { CHROMIUM_PATH: '', ...kept });
      await addWatch(redis, watchOf('nothing', { search: noMatch, url: receiver.url }), 1);
      await lookedAt(redis, boards, now);
      await addWatches(redis, postings, { count: load.watches, url: receiver.url });
      // What is first seen in the second of a watch's beginning is not told.
      await pause(2100);
      const cpuBefore = worker.cpuMs();
      const grownAt = Date.now();
      host.grow();
      await lookedAt(redis, boards, grownAt);
      // Those of a paused watch are not due.
      while ((await redis.zcard(redisKeys.deliveriesDue)) > 0) await pause(100);
      const paused = (await readWatches(redis)).watches.filter(({ state }) => state === 'paused').length;
      const cpuMs = worker.cpuMs() - cpuBefore;
      return rowsOf({ load, boards, ms: receiver.ms, deliveries: receiver.deliveries(), paused, cpuMs });
    } finally {
      receiver.server.close();
      host.server.close();
      host.server.closeAllConnections();
      receiver.server.closeAllConnections();
    }
  });
}

type Measured = { load: Load; boards: Grown[]; ms: number[]; deliveries: number; paused: number; cpuMs: number };

function rowsOf({ load, boards, ms, deliveries, paused, cpuMs }: Measured): BenchRow[] {
  const fresh = boards.reduce((sum, { size, before }) => sum + size - before, 0);
  const all = boards.reduce((sum, { size }) => sum + size, 0);
  const seconds = (share: number): number => quantile(ms, share) / 1000;
  return [
    {
      id: `delivery/time@${load.watches}`,
      work: `${load.watches.toLocaleString('en')} watches, ${boards.length} boards, ${fresh.toLocaleString('en')} of ${all.toLocaleString('en')} postings are new`,
      ours: `p50 ${seconds(0.5).toFixed(0)} s, p95 ${seconds(0.95).toFixed(0)} s, worst ${seconds(1).toFixed(0)} s`,
      against: `${ms.length.toLocaleString('en')} openings in ${deliveries.toLocaleString('en')} deliveries, ${paused} watches paused`,
      ratio: '–',
      target: `p95 ≤ ${mostSeconds} s`,
      met: seconds(0.95) <= mostSeconds,
      bound: `the worker took ${(cpuMs / 1000).toFixed(1)} s of CPU, reading the boards included.`,
    },
  ];
}

/** Resolves when watches know every board as it was collected after a moment. */
async function lookedAt(redis: RedisConnection, boards: readonly Board[], since: number): Promise<void> {
  for (;;) {
    const known = Object.values(await redis.hgetall(redisKeys.watchedBoards));
    if (known.filter((each) => Number(each.split(' ')[1]) > since).length >= boards.length) return;
    await pause(200);
  }
}

const noMatch: StoredWatch['search'] = {
  ...{ keyword: 'qxqxqxqx', location: '', dateSincePosted: '', salary: '' },
  ...{ jobType: '', remoteFilter: '', experienceLevel: '' },
  ...{ excludeCompanies: '', language: '', skills: '', label: '' },
};

function watchOf(id: string, { search, url }: Pick<StoredWatch, 'search' | 'url'>): StoredWatch {
  const at = new Date();
  return {
    ...usualRhythm,
    ...{ id: `watch_${id}`, owner: `owner-${id}`, search, url, state: 'active', reason: null, lastDeliveryAt: null },
    ...{ createdAt: at.toISOString(), since: at.getTime(), secret: 'whsec_c2VjcmV0' },
  };
}

async function addWatches(redis: RedisConnection, postings: Postings, { count, url }: { count: number; url: string }) {
  for (const [at, question] of makeQuestions(postings, { seed, count }).entries()) {
    const { sortBy: _sortBy, ...search } = subjectOf(question);
    await addWatch(redis, watchOf(String(at), { search, url }), 1);
  }
}

type Host = { server: Server; url: string; grow(): void };

async function startBoards(boards: readonly Grown[], postings: Postings): Promise<Host> {
  const answersOf = (sizeOf: (board: Grown) => number) =>
    new Map(boards.map((board) => [board.id, Buffer.from(postings.answer({ ...board, size: sizeOf(board) }))]));
  // Made before the measurement, which shares the machine.
  const [before, after] = [answersOf((board) => board.before), answersOf(({ size }) => size)];
  let answers = before;
  const server = createServer(({ url = '' }, response) => {
    const body = answers.get(/^\/v1\/boards\/([^/]+)\//.exec(url)?.[1] ?? '');
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  return {
    ...{ server, url: await listen(server) },
    grow() {
      answers = after;
    },
  };
}

type Receiver = { server: Server; url: string; ms: number[]; deliveries(): number };

async function startReceiver(): Promise<Receiver> {
  const ms: number[] = [];
  let deliveries = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(204).end();
      const at = Date.now();
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { jobs: { firstSeenAt: string }[] } };
      for (const { firstSeenAt } of data.jobs) ms.push(at - Date.parse(firstSeenAt));
      deliveries += 1;
    });
  });
  return { server, url: await listen(server), ms, deliveries: () => deliveries };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
