import { setTimeout as pause } from 'node:timers/promises';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import type { BenchRow, Named } from '../bench.js';
import { mustBe } from '../growth/boards.js';
import { ask } from '../lib/ask.js';
import { createPostings } from '../lib/postings/postings.js';
import { makeQuestions, subjectOf } from '../lib/postings/questions.js';
import { changedRow, restartRow } from './held-service-rows.js';
import type { Timing } from './measured.js';
import { boundedRow, count, kb, kindsOf, type MillionOptions, ms, now, plainRow, seed, spreadOf } from './rows.js';
import { type Holding, openService, residentMb, search, searchAll, threadsMs, untilIdle } from './service.js';

/** Postings of each board. */
const size = 400;

/** A whole service that collects boards over HTTP, and then holds them: every row's group is `service` or its own. */
export async function serviceRows({ postings: wanted, quick, wants }: MillionOptions): Promise<BenchRow[]> {
  const boards = Math.max(2, Math.round(wanted / size));
  const postings = boards * size;
  const questions = makeQuestions(createPostings({ seed, now, gazetteer: loadGazetteer() }), {
    seed,
    count: quick ? 60 : 1000,
  });
  const service = await openService({ boards, size, seed, now });
  try {
    const emptyRedis = await service.redisBytes();
    const worker = await service.startWorker();
    const holding: Holding = { service, worker, questions, postings };
    const collected = await collectRows(holding, { boards, emptyRedis });
    const rows = wants('collect') ? collected : [];
    if (wants('questions')) rows.push(...(await searchRows(holding)));
    const changed = wants('changed') ? await changedRow(holding) : [];
    const restarted = wants('restart') ? await restartRow(holding) : [];
    return [...rows, ...changed, ...restarted];
  } finally {
    await service.close();
  }
}

/** Collecting all boards, from the start of the worker; a first search asks for them at once. */
async function collectRows(
  { service, worker, postings }: Holding,
  { boards, emptyRedis }: { boards: number; emptyRedis: number },
): Promise<BenchRow[]> {
  // From the moment the worker is ready: its schedule begins to read boards at once.
  const empty = residentMb(worker).now;
  const before = worker.cpuMs();
  const threadsBefore = threadsMs(worker);
  const began = performance.now();
  const first = firstBoard(service.url);
  const whole = await searchUntilWhole(service.url, boards);
  const all = performance.now() - began;
  const shownAfter = await first;
  await untilIdle(worker);
  const memory = residentMb(worker);
  const cpu = worker.cpuMs() - before;
  const parts = cpuByPart(threadsBefore, threadsMs(worker), { main: worker.pid, postings });
  const redis = ((await service.redisBytes()) - emptyRedis) / postings;
  const lost = service.logged(/lock (?:was )?lost|could not renew lock|missing lock|stalled/i);
  console.log(`  collected ${count(postings)} postings in ${ms(all)}: ${count(whole.total)} openings`);
  const what = `${boards} boards × ${size}, all new, one worker`;
  const titled = ({ id, work }: Named): Named => ({ id: `${id}@${postings}`, work: `${what}: ${work}` });
  const is40k = boards === 100;
  const row = ({ id, work }: Named, value: number, most: number, write: (value: number) => string): BenchRow =>
    is40k ? boundedRow(titled({ id, work }), { value, most, write }) : plainRow(titled({ id, work }), write(value));
  const megabytes = (value: number): string => `${count(value)} MB`;
  return [
    row({ id: 'collect/first-shown', work: 'first jobs shown' }, shownAfter, 1000, ms),
    row({ id: 'collect/all-shown', work: 'all shown' }, all, 18_000, ms),
    row({ id: 'collect/memory', work: 'most memory of the worker with its threads' }, memory.highest, 450, megabytes),
    row({ id: 'collect/locks-lost', work: 'locks lost' }, lost, 0, count),
    plainRow(
      titled({ id: 'collect/cpu', work: 'CPU of the worker' }),
      `${ms(cpu / postings)} a posting`,
      `${ms(cpu)} in all; ${parts}`,
    ),
    plainRow(
      titled({ id: 'collect/idle-memory', work: 'memory of the idle worker afterwards' }),
      `${kb(((memory.now - empty) * 2 ** 20) / postings)} a posting`,
      `${megabytes(empty)} empty, ${megabytes(memory.now)} then`,
    ),
    boundedRow(
      { id: `collect/redis@${postings}`, work: `Redis for a held posting, ${count(postings)} held` },
      { value: redis, most: 2500, write: kb },
    ),
  ];
}

/** Threads that Node starts first: the main one, six of V8 and for signals, and four of libuv. Those of the pool come after them. */
const runtimeThreads = 11;

/**
 * CPU a posting by kind of thread: the main one, those of the pool, and those of the runtime, where V8 compiles and collects
 * garbage and where texts are compressed.
 */
function cpuByPart(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
  { main, postings }: { main: number; postings: number },
): string {
  const sum = { main: 0, pool: 0, runtime: 0 };
  const inOrder = [...after].sort(([one], [other]) => one - other);
  for (const [at, [id, total]] of inOrder.entries())
    sum[id === main ? 'main' : at < runtimeThreads ? 'runtime' : 'pool'] += total - (before.get(id) ?? 0);
  const each = (total: number): string => ms(total / postings);
  return `main thread ${each(sum.main)}, threads that read postings ${each(sum.pool)}, V8's compiler and collector and zlib ${each(sum.runtime)}`;
}

/** Milliseconds until a live search has its first jobs. */
async function firstBoard(url: string): Promise<number> {
  const headers = { accept: 'text/event-stream', prefer: 'wait=600' };
  const { tookMs } = await ask(url, { keyword: '' }, { headers, until: (text) => /"id":"job_/.test(text) });
  return tookMs;
}

/** The longest that collecting may take, in milliseconds. */
const patienceMs = 1_800_000;

/** Asks for everything until no board is missing: a search answers before boards whose turn in the schedule has not come. */
async function searchUntilWhole(url: string, boards: number): Promise<{ total: number }> {
  for (const began = performance.now(); performance.now() - began < patienceMs; await pause(500)) {
    const answer = await search(url, { keyword: '' });
    if (!answer.partial) {
      mustBe('Boards in the answer', answer.ok, boards);
      return answer;
    }
    console.log(`  ${answer.ok} of ${boards} boards, ${count(answer.total)} openings`);
  }
  throw new Error(`The boards were not collected within ${patienceMs / 60_000} minutes.`);
}

/** New searches through the API, one after the other. */
async function searchRows({ service, worker, questions, postings }: Holding): Promise<BenchRow[]> {
  const times: Timing[] = [];
  for (const question of questions) {
    const before = worker.cpuMs();
    const { tookMs, total } = await searchAll(service.url, subjectOf(question));
    times.push({ kind: question.kind, ms: tookMs, cpuMs: worker.cpuMs() - before, total });
  }
  const { median, p99 } = spreadOf(times);
  const what = `a new search through API, queue and worker, ${count(postings)} held`;
  return [
    plainRow(
      { id: `service/search@${postings}`, work: `${what}: median and p99 of ${count(times.length)}` },
      `${ms(median)}, ${ms(p99)}`,
      kindsOf(times),
    ),
  ];
}
