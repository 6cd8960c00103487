import type { BenchRow } from '../bench.js';
import { boundedRow, count, ms } from './rows.js';
import { type Holding, search, searchAll } from './service.js';

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
          {
            id: `service/changed@${postings}`,
            work: `${changedPostings} postings change among ${count(postings)}: from reading the board until a search finds them`,
          },
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
    boundedRow(
      {
        id: `service/restart@${postings}`,
        work: `the first new search after a worker was killed, ${count(postings)} held`,
      },
      {
        ...{ value: tookMs, most: postings > 200_000 ? 3000 : 1000, write: ms },
        against: `the worker was ready ${ms(started)} after its start`,
      },
    ),
  ];
}
