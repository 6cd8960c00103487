import { spawnSync } from 'node:child_process';
import type { BenchRow } from '../bench.js';
import type { BenchProcess } from '../start-process.js';
import { subjectOf } from './questions.js';
import { boundedRow, count, ms, plainRow } from './rows.js';
import { type Holding, residentMb, search, searchAll, untilIdle } from './service.js';

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
 * New searches a second of one worker on one core, and of two workers on a core each that hold half of the postings each;
 * memory of each worker.
 */
export async function twoWorkersRows(holding: Holding, seconds: number): Promise<BenchRow[]> {
  const { service, questions } = holding;
  const bodies = questions.map(subjectOf);
  pin(holding.worker, 0);
  await untilIdle(holding.worker);
  const alone = await searchesASecond(service.url, { bodies, seconds, mark: 'one' });
  const memoryAlone = residentMb(holding.worker).now;
  await holding.worker.stop();
  const divided = { SHARDS: '2' };
  holding.worker = await service.startWorker({}, divided);
  const second = await service.startWorker({}, divided);
  pin(holding.worker, 0);
  pin(second, 1);
  await service.untilDivided(2);
  await untilIdle(holding.worker);
  // Both take searches before any is counted.
  await searchesASecond(service.url, { bodies, seconds: 5, mark: 'warm' });
  const both = await searchesASecond(service.url, { bodies, seconds, mark: 'two' });
  const memories = [holding.worker, second].map((worker) => `${count(residentMb(worker).now)} MB`);
  await second.stop();
  return [
    {
      work: `two workers with a shard each, each given one core: new searches a second beside one, ${count(holding.postings)} held`,
      ours: `${both.toFixed(1)}/s`,
      against: `one worker: ${alone.toFixed(1)}/s`,
      ratio: `${(both / alone).toFixed(2)} ×`,
      target: '≥ 1.8 ×',
      met: both >= 1.8 * alone,
      bound: 'API, Redis and the load run on the same two cores.',
    },
    plainRow(
      `two workers with a shard each: memory of each, ${count(holding.postings)} held`,
      memories.join(', '),
      `one worker: ${count(memoryAlone)} MB`,
    ),
  ];
}

/** Searches at once. */
const atOnce = 8;

type Load = { bodies: readonly object[]; seconds: number; mark: string };

/** Asks new searches, several at a time; returns how many were answered a second. */
async function searchesASecond(url: string, { bodies, seconds, mark }: Load): Promise<number> {
  const began = performance.now();
  let asked = 0;
  let answered = 0;
  const some = async (): Promise<void> => {
    while (performance.now() - began < seconds * 1000) {
      const number = asked++;
      const body = bodies[number % bodies.length] as { keyword: string };
      // An alternative that finds nothing makes the search a new one.
      const keyword = body.keyword === '' ? '' : `(${body.keyword}) OR qzx${mark}${number}`;
      await search(url, { ...body, keyword: keyword === '' ? `engineer OR qzx${mark}${number}` : keyword });
      answered++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, some));
  return answered / ((performance.now() - began) / 1000);
}

/** Gives all threads of a process one core. Throws where that is impossible. */
function pin({ pid }: BenchProcess, core: number): void {
  const { status, stderr } = spawnSync('taskset', ['-a', '-p', '-c', String(core), String(pid)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`taskset failed: ${stderr}`);
}
