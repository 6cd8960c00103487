import { deflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { makeSegmentHere } from '../../../worker/match/corpus/load-collections.js';
import { createSegmentMaker } from '../../../worker/threads/segment-in-threads.js';
import { createThreadPool, Overrun, threadFile } from '../../../worker/threads/thread-pool.js';
import { made } from '../lib/made-jobs.js';

const pool = createThreadPool({
  threads: 1,
  file: threadFile(),
  logger: createLogger('silent', 'test'),
});
afterAll(pool.close);

const jobs = Array.from({ length: 60 }, (_, at) =>
  made({ title: `Welder ${at}`, source: 'acme', text: `Weld ${at}.` }),
);
const chunks = [jobs.slice(0, 50), jobs.slice(50)].map((chunk) => deflateRawSync(JSON.stringify(chunk)));
const packed = { chunks, collectedAt: 0 };

/** A pool whose tasks exceed their budget at these steps, unless the step is skipped; `asked` are the skips of each run. */
function overrunning(steps: readonly number[]) {
  const asked: (readonly number[])[] = [];
  const run = async (_name: string, task: object): Promise<never> => {
    const { skip } = task as { skip: readonly number[] };
    asked.push([...skip]);
    const step = steps.find((each) => !skip.includes(each - 1));
    if (step !== undefined) throw new Overrun(step, 'time');
    return new Uint8Array(3) as never;
  };
  return { asked, run, turn: pool.turn };
}

describe('making segments in threads', () => {
  test('gives the same bytes as in this thread', async () => {
    const here = await makeSegmentHere('acme', packed);
    expect(Buffer.compare(await createSegmentMaker(pool)('acme', packed), here)).toBe(0);
  });

  test('leaves out a posting that exceeds its budget', async () => {
    const { asked, run, turn } = overrunning([7, 12]);
    expect(await createSegmentMaker({ run, turn })('acme', packed)).toHaveLength(3);
    expect(asked).toEqual([[], [6], [6, 11]]);
  });

  test('gives up after three postings, and when unpacking itself takes too long', async () => {
    const many = overrunning([2, 3, 4, 5]);
    await expect(createSegmentMaker(many)('acme', packed)).rejects.toThrow('Step 5');
    await expect(createSegmentMaker(overrunning([1]))('acme', packed)).rejects.toThrow('Step 1');
  });
});
