import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import type { Bench, BenchRow } from '../bench.js';
import { boardsOf, patient, searchWhole } from '../growth/boards.js';
import { cpuMsOf } from '../growth/cpu.js';
import { holdBoards } from '../growth/hold-boards.js';
import { count } from '../growth/row.js';
import { createBenchKey } from '../lib/create-bench-key.js';
import { onStage } from '../lib/open-stage.js';
import { evenBoards } from '../lib/postings/employers.js';
import { createPostings } from '../lib/postings/postings.js';
import { median } from '../lib/quantile.js';
import type { BenchProcess } from '../lib/start-process.js';
import { residentMb, untilIdle } from '../million/service.js';

const seed = 21;
const postingsOfBoard = 2000;

/** A million rows in a minute. */
const leastRowsPerSecond = 16_700;

/** What the API may take beyond its memory without an export, in MB. */
const mostMemoryMb = 100;

/** Streaming all held postings to one client, which reads as fast as it can. */
export const exporting: Bench = {
  title: 'Export',
  how: 'One Redis, one API and one worker with its threads, over made postings of some 3 kB that lie in Redis as if their boards had just been collected. A client with a key asks for all of them by `POST /api/jobs/export` and reads as fast as it can, in the bench’s process on the same machine; every response must end with its last line. Rows are openings: postings of one opening are one row. Median of the exports after the first. Memory is the API’s highest beyond what it had before the export. Where other work shares the cores, the CPU time a row is the steadier figure.',
  run: ({ quick, postings = quick ? 4000 : 40_000 }) => measure(postings, quick ? 2 : 4),
};

function measure(postings: number, exports: number): Promise<BenchRow[]> {
  return onStage(async (stage) => {
    const { redis } = stage.redis;
    const boards = Math.max(1, Math.round(postings / postingsOfBoard));
    const sources = boardsOf(stage, { boards, postings: postingsOfBoard, set: 'none' });
    const made = createPostings({ seed, now: Date.now(), gazetteer: loadGazetteer() });
    // One board at a time: the generator holds no more.
    for (const [at, board] of evenBoards(boards, postingsOfBoard).entries())
      await holdBoards(redis, sources.slice(at, at + 1), { postings: made.held(board), count: postingsOfBoard });
    const key = await createBenchKey(redis);
    const api = await stage.startApi(patient);
    const worker = await stage.startWorker(sources, { CHROMIUM_PATH: '' });
    const url = String(api.ready.url);
    await searchWhole(url, {});
    const rows: BenchRow[] = [];
    for (const form of ['NDJSON', 'CSV'] as const) {
      const exported: Exported[] = [];
      for (let turn = 0; turn < exports; turn++) {
        await untilIdle(worker);
        resetHighest(api);
        const before = residentMb(api).now;
        const cpuBefore = [api.cpuMs(), cpuMsOf([api, worker], stage.redis)] as const;
        const read = await readExport(url, { key, form });
        exported.push({
          ...read,
          memoryMb: residentMb(api).highest - before,
          apiMs: api.cpuMs() - cpuBefore[0],
          cpuMs: cpuMsOf([api, worker], stage.redis) - cpuBefore[1],
        });
      }
      rows.push(rowOf(form, boards * postingsOfBoard, exported));
    }
    return rows;
  });
}

/** What each row of a form begins with, and its last line. */
const forms = {
  NDJSON: { accept: 'application/x-ndjson', row: '{"change":"added","id"', end: '{"change":"end"' },
  CSV: { accept: 'text/csv', row: 'added,job_', end: 'end,' },
} as const;
type Form = keyof typeof forms;

type Read = { rows: number; bytes: number; ms: number };
type Exported = Read & { memoryMb: number; apiMs: number; cpuMs: number };

function rowOf(form: Form, postings: number, exported: readonly Exported[]): BenchRow {
  const later = exported.slice(1);
  const of = (value: (each: Exported) => number): number => median(later.map(value));
  const rows = of((each) => each.rows);
  const rate = of((each) => (each.rows / each.ms) * 1000);
  const memory = Math.max(...exported.map(({ memoryMb }) => memoryMb));
  const perRow = (ms: number): string => `${((ms / rows) * 1000).toFixed(0)} µs`;
  return {
    id: `export/rows@${form.toLowerCase()}-${postings}`,
    work: `${form}: ${count(rows)} rows of ${count(postings)} postings, ${count(of(({ bytes }) => bytes / 1e6))} MB`,
    ours: `${count(Math.round(rate))} rows a second, ${count(of(({ ms }) => ms / 1000))} s; the API took ${Math.round(memory)} MB more`,
    against: `${perRow(of(({ cpuMs }) => cpuMs))} of CPU a row, ${perRow(of(({ apiMs }) => apiMs))} of them the API’s; the first: ${count((exported[0]?.ms ?? 0) / 1000)} s`,
    ratio: `a million rows in ${count(Math.round(1_000_000 / rate))} s`,
    target: `≥ ${count(leastRowsPerSecond)} rows a second, ≤ ${mostMemoryMb} MB`,
    met: rate >= leastRowsPerSecond && memory <= mostMemoryMb,
    bound:
      'one worker makes one chunk at a time on its main thread, where records are read and written as JSON; the rate falls with the load stated below, the CPU time a row less.',
  };
}

/** Reads an export to its end. Throws unless it is complete. */
async function readExport(url: string, { key, form }: { key: string; form: Form }): Promise<Read> {
  const { accept, row, end } = forms[form];
  const began = performance.now();
  const sent = request(`${url}/api/jobs/export`, {
    method: 'POST',
    headers: { accept, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });
  sent.end('{}');
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let [bytes, rows] = [0, 0];
  // What may be the beginning of a mark, or of the last line.
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    rows += countOf(Buffer.concat([tail.subarray(Math.max(0, tail.length - row.length + 1)), chunk]), row);
    tail = chunk.length >= lastBytes ? chunk.subarray(-lastBytes) : Buffer.concat([tail, chunk]).subarray(-lastBytes);
  }
  const ms = performance.now() - began;
  const last = tail.toString().trimEnd().split('\n').at(-1) ?? '';
  if (answer.statusCode !== 200 || !last.startsWith(end))
    throw new Error(`An export was answered with ${answer.statusCode} and ended with ${last}`);
  return { rows, bytes, ms };
}

/** More than the last line has. */
const lastBytes = 2000;

/** How often a mark is in a text. */
function countOf(text: Buffer, mark: string): number {
  let found = 0;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + mark.length)) found++;
  return found;
}

/** Has the kernel count the highest resident memory of a process anew. */
const resetHighest = ({ pid }: BenchProcess): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');
