import { describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { projectFile } from '../../../shared/project-file.js';
import { emptyPosting } from '../../../worker/sources/posting.js';
import { packPostings } from '../../../worker/threads/posting-batch.js';
import { createThreadPool, Overrun, type ThreadPool, type ThreadTurn } from '../../../worker/threads/thread-pool.js';
import { closeLater } from '../../lib/close-later.js';
import { dawdles, hangs, swells } from '../../lib/hostile/hang-on-words.mjs';

const later = closeLater();
const open = (file = 'test/lib/hostile/faulty-thread-tasks.mjs', threads = 1): ThreadPool =>
  later(createThreadPool({ threads, file: projectFile(file), logger: createLogger('silent', 'test') }), (pool) =>
    pool.close(),
  );
const options = (more: object = {}) => ({
  budgetMs: 300,
  weight: 0,
  signal: new AbortController().signal,
  ...more,
});
const batchOf = (...titles: string[]): object => ({
  batch: packPostings(titles.map((title, at) => emptyPosting(title, `https://x.example/${at}`))),
  source: 'acme',
  now: 0,
  leanings: null,
  skip: [],
});

describe('a pool of threads', () => {
  test('ends a thread that hangs, names the step, and continues in another', async () => {
    const pool = open();
    const hanging = pool.run('normaliseBatch', batchOf('Cook', hangs, 'Nurse'), options());
    const behind = pool.run<{ jobs: string }>('normaliseBatch', batchOf('Baker'), options());
    // Three steps learn where the company is, the fifth normalises the second posting.
    await expect(hanging).rejects.toMatchObject({ name: 'Overrun', step: 5, what: 'time' });
    expect(JSON.parse((await behind).jobs)).toMatchObject([{ job: { title: 'Baker' } }]);
    expect(pool.counts()).toEqual({ threads: 1, waiting: 0 });
  });

  test('counts the CPU time of tasks for their turn, of one that hangs all that it may take', async () => {
    const pool = open();
    const turn = pool.turn();
    const charged: number[] = [];
    const counting: ThreadTurn = { ...turn, charge: (cpuMs) => charged.push(cpuMs) };
    await pool.run('normaliseBatch', batchOf('Cook'), options({ turn: counting }));
    await pool.run('normaliseBatch', batchOf(dawdles), options({ turn: counting, budgetMs: 60_000 }));
    await expect(pool.run('normaliseBatch', batchOf(hangs), options({ turn: counting }))).rejects.toBeInstanceOf(
      Overrun,
    );
    expect(charged).toHaveLength(3);
    expect(charged[1]).toBeGreaterThanOrEqual(190);
    expect(charged[2]).toBe(300);
  });

  test('ends a thread that allocates memory without end, and the process continues', async () => {
    const pool = open();
    const swelling = pool.run('normaliseBatch', batchOf(swells), options({ budgetMs: 60_000 }));
    await expect(swelling).rejects.toBeInstanceOf(Overrun);
    await expect(swelling).rejects.toMatchObject({ what: 'memory' });
    expect(await pool.run('normaliseBatch', batchOf('Baker'), options())).toMatchObject({ flaws: [] });
  });

  test('counts CPU time: neither a thread that only waits nor many steps within the budget are ended', async () => {
    const pool = open();
    expect(await pool.run('waits', { ms: 1000 }, options())).toBe('done');
    expect(await pool.run('works', { steps: 10, msEach: 100 }, options({ budgetMs: 2000 }))).toBe(10);
  });

  test('runs the lightest waiting task first, and equal ones in order of arrival', async () => {
    const pool = open();
    const done: string[] = [];
    const run = (name: string, weight: number) =>
      pool.run('works', { steps: 1, msEach: 1 }, options({ weight })).then(() => done.push(name));
    await Promise.all([run('a', 9e6), run('b', 9e6), run('c', 0), run('d', 9e6), run('e', 0)]);
    expect(done).toEqual(['a', 'c', 'e', 'b', 'd']);
  });

  test('finishes collections one after the other, in the order in which they began', async () => {
    const pool = open();
    const done: string[] = [];
    const [first, second] = [pool.turn(), pool.turn()];
    const run = (name: string, turn: ThreadTurn, weight: number) =>
      pool.run('works', { steps: 1, msEach: 1 }, options({ weight, turn })).then(() => done.push(name));
    const begun = [run('first', first, 9e6), run('second', second, 0)];
    await Promise.all(begun);
    const running = run('first', first, 9e6);
    await Promise.all([running, ...[1, 2, 3].flatMap(() => [run('second', second, 0), run('first', first, 9e6)])]);
    expect(done).toEqual(['first', 'second', ...Array(4).fill('first'), ...Array(3).fill('second')]);
  });

  test('creates a task when a thread is free', async () => {
    const pool = open();
    const created: string[] = [];
    const run = (name: string) =>
      pool.run('works', () => ({ steps: created.push(name), msEach: 1 }), options()).then((steps) => [name, steps]);
    const running = [run('a'), run('b')];
    expect(created).toEqual([]);
    expect(await Promise.all(running)).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  test('passes on what a task threw, and the reason of a signal, whether the task waits or runs', async () => {
    const pool = open();
    await expect(pool.run('breaks', {}, options())).rejects.toThrow('oops');
    for (const ms of [0, 500]) {
      const stop = new AbortController();
      const running = pool.run('normaliseBatch', batchOf(hangs), options({ signal: stop.signal, budgetMs: 60_000 }));
      const waiting = pool.run('works', { steps: 1, msEach: 1 }, options({ signal: stop.signal }));
      const other = pool.run('works', { steps: 1, msEach: 1 }, options());
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
      const reason = new Error('leaving');
      stop.abort(reason);
      const ended = await Promise.allSettled([running, waiting, other]);
      expect(ended).toEqual([
        { status: 'rejected', reason },
        { status: 'rejected', reason },
        { status: 'fulfilled', value: 1 },
      ]);
    }
  });

  test('reports a file that cannot be loaded, and rejects every waiting task', async () => {
    const pool = open('dist/worker/no-such-file.js');
    await expect(pool.run('begin', {}, options())).rejects.toThrow('no-such-file');
    await expect(pool.run('begin', {}, options())).rejects.toThrow('no-such-file');
  });

  test('starts one thread ahead of its tasks, or all of them', async () => {
    const pool = open('dist/worker/threads/bundled-tasks.js', 2);
    pool.warm();
    await new Promise(setImmediate);
    expect(pool.counts().threads).toBe(1);
    const other = open('dist/worker/threads/bundled-tasks.js', 2);
    other.warm('all');
    await other.run('begin', {}, options({ budgetMs: 60_000 }));
    expect(other.counts()).toEqual({ threads: 2, waiting: 0 });
  });

  test('closes while a task hangs', async () => {
    const pool = open();
    const hanging = pool.run('normaliseBatch', batchOf(hangs), options({ budgetMs: 60_000 }));
    hanging.catch(() => undefined);
    pool.warm();
    await new Promise((resolve) => setTimeout(resolve, 500));
    await pool.close();
    await expect(hanging).rejects.toThrow();
    expect(pool.counts().threads).toBe(0);
  });
});
