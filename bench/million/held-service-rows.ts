import { spawnSync } from 'node:child_process';
import type { BenchRow } from '../bench.js';
import { cpuMsOf } from '../growth/cpu.js';
import type { BenchProcess } from '../start-process.js';
import { subjectOf } from './questions.js';
import { boundedRow, count, ms, plainRow } from './rows.js';
import { type Holding, residentMb, type Service, search, searchAll, untilIdle } from './service.js';

/** Postings that change at once. */
const changedPostings = 20;

/** The board that changes, and how long it stays fresh in seconds. */
const changingBoard = 'board-1';
const freshSeconds = 10;

/** The longest wait for changed postings, in milliseconds. */
const longestWait = 120_000;

/** From the moment a worker reads a board with changed postings until a search finds all of them. */
export async function changedRow(holding: Holding): Promise<BenchRow[]> {
  const { service, postings } = holding;
  // A worker that reads this board again every few seconds.
  await holding.worker.stop();
  holding.worker = await service.startWorker({ [changingBoard]: freshSeconds });
  await search(service.url, { keyword: 'engineer OR changingboard' });
  const mark = 'qvzmarker';
  const changing = await fetch(`${service.boardsUrl}/change/${changingBoard}/${changedPostings}/${mark}`, {
    method: 'POST',
  });
  await changing.text();
  const began = Date.now();
  for (let turn = 0; Date.now() - began < longestWait; turn++) {
    // A new search each time; the alternative finds nothing.
    const { total } = await search(service.url, { keyword: `${mark} OR qzxjv${turn}` });
    const seenAt = Date.now();
    if (total > 0) {
      const readAt = Number(await (await fetch(`${service.boardsUrl}/read/${changingBoard}`)).text());
      return [
        boundedRow(
          `${changedPostings} postings change among ${count(postings)}: from reading the board until a search finds them`,
          {
            ...{
              value: seenAt - readAt,
              most: 1000,
              write: ms,
              against: `${count(total)} openings, at search ${turn + 1}`,
            },
          },
        ),
      ];
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The changed postings were not found within ${longestWait} ms.`);
}

/** The first new search of a worker that replaces a killed one. */
export async function restartRow(holding: Holding): Promise<BenchRow[]> {
  const { service, postings } = holding;
  process.kill(holding.worker.pid, 'SIGKILL');
  await holding.worker.stop();
  const began = performance.now();
  holding.worker = await service.startWorker();
  const started = performance.now() - began;
  const { tookMs } = await searchAll(service.url, { keyword: 'engineer OR firstafterstart' });
  return [
    boundedRow(`the first new search after a worker was killed, ${count(postings)} held`, {
      ...{ value: tookMs, most: postings > 200_000 ? 3000 : 1000, write: ms },
      against: `the worker was ready ${ms(started)} after its start`,
    }),
  ];
}

/**
 * What two workers that hold half of the postings each can do beside one that holds all: the processor time of a new search,
 * from which follows how many searches a second they answer where each has a core of its own; how many they answer here,
 * where the API, Redis and the load take their share of the cores; and the memory of each.
 */
export async function twoWorkersRows(holding: Holding, asked: number): Promise<BenchRow[]> {
  const { service } = holding;
  const bodies = holding.questions.map(subjectOf);
  const measure = async (workers: readonly BenchProcess[]): Promise<Loaded> => {
    for (const [core, worker] of workers.entries()) pin(worker, core);
    for (const worker of workers) await untilIdle(worker);
    // Code is compiled and every worker has taken searches before any is counted.
    await searches(service, workers, { bodies, asked: Math.ceil(asked / 4) });
    const loaded = await searches(service, workers, { bodies, asked });
    for (const worker of workers) await untilIdle(worker);
    return { ...loaded, memoryMb: workers.map((worker) => residentMb(worker).now) };
  };
  const divided = { SHARDS: '2' };
  const startDivided = async (): Promise<BenchProcess[]> => {
    const workers = [await service.startWorker({}, divided), await service.startWorker({}, divided)];
    await service.untilDivided(workers.length);
    for (const worker of workers) await untilIdle(worker);
    return workers;
  };
  // As the other ones, this worker opens segments that a former one has written.
  await holding.worker.stop();
  holding.worker = await service.startWorker();
  await searchAll(service.url, { keyword: 'engineer OR beforetwoworkers' });
  const one = await measure([holding.worker]);
  await holding.worker.stop();
  for (const worker of await startDivided()) await worker.stop();
  const workers = await startDivided();
  const two = await measure(workers);
  const [first] = workers;
  if (first !== undefined) holding.worker = first;
  await Promise.all(workers.slice(1).map((worker) => worker.stop()));
  return rowsOf(one, two, holding.postings);
}

function rowsOf(one: Loaded, two: Loaded, postings: number): BenchRow[] {
  const over = `${count(postings)} held`;
  const possible = (2 * one.workersMs) / two.workersMs;
  const cpu = ({ workersMs, apiMs, redisMs }: Loaded): string =>
    `${ms(workersMs)} of CPU of workers a search, ${ms(apiMs)} of the API, ${ms(redisMs)} of Redis`;
  const memories = two.memoryMb.map((each) => `${count(each)} MB`);
  return [
    {
      work: `two workers with a shard each: searches a second beside one by their CPU a search, ${over}`,
      ours: cpu(two),
      against: `one worker: ${cpu(one)}`,
      ratio: `${possible.toFixed(2)} ×`,
      target: '≥ 1.8 ×',
      met: possible >= 1.8,
      bound:
        'a search costs the workers more in all when it is divided: both read its keyword and list its best jobs, and one asks the other by a queue.',
    },
    {
      work: `two workers with a shard each, each given one core: new searches a second beside one, ${over}`,
      ours: `${two.perSecond.toFixed(1)}/s`,
      against: `one worker: ${one.perSecond.toFixed(1)}/s`,
      ratio: `${(two.perSecond / one.perSecond).toFixed(2)} ×`,
      target: '≥ 1.8 ×',
      met: two.perSecond >= 1.8 * one.perSecond,
      bound: 'API, Redis and the load run on the same two cores, which are threads of one.',
    },
    plainRow(
      `two workers with a shard each: memory of each, ${over}`,
      memories.join(', '),
      `one worker: ${count(one.memoryMb[0] ?? 0)} MB`,
    ),
  ];
}

/** Searches at once. */
const atOnce = 8;

/** What new searches took: answered a second, and CPU of each kind of process a search. */
type Answered = { perSecond: number; workersMs: number; apiMs: number; redisMs: number };

/** The same, with the memory of each worker afterwards. */
type Loaded = Answered & { memoryMb: number[] };

let turn = 0;

/** Asks so many new searches, several at a time, and waits until what follows them is done. */
async function searches(
  { url, api, stage: { redis } }: Service,
  workers: readonly BenchProcess[],
  { bodies, asked }: { bodies: readonly object[]; asked: number },
): Promise<Answered> {
  const mark = `qzx${turn++}x`;
  const cpu = (): Record<'workersMs' | 'apiMs' | 'redisMs', number> => ({
    workersMs: workers.reduce((sum, worker) => sum + worker.cpuMs(), 0),
    apiMs: api.cpuMs(),
    redisMs: cpuMsOf([], redis),
  });
  const before = cpu();
  const began = performance.now();
  let next = 0;
  const some = async (): Promise<void> => {
    while (next < asked) {
      const number = next++;
      const body = bodies[number % bodies.length] as { keyword: string };
      // An alternative that finds nothing makes the search a new one.
      const keyword = body.keyword === '' ? 'engineer' : `(${body.keyword})`;
      await searchAll(url, { ...body, keyword: `${keyword} OR ${mark}${number}` });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, some));
  const seconds = (performance.now() - began) / 1000;
  for (const worker of workers) await untilIdle(worker);
  const after = cpu();
  return {
    perSecond: asked / seconds,
    workersMs: (after.workersMs - before.workersMs) / asked,
    apiMs: (after.apiMs - before.apiMs) / asked,
    redisMs: (after.redisMs - before.redisMs) / asked,
  };
}

/** Gives all threads of a process one core. Throws where that is impossible. */
function pin({ pid }: BenchProcess, core: number): void {
  const { status, stderr } = spawnSync('taskset', ['-a', '-p', '-c', String(core), String(pid)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`taskset failed: ${stderr}`);
}
