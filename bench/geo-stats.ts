import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerStats, createPrinter } from '../api/geo-stats.js';
import { readStatsQuery } from '../api/read-stats-query.js';
import { createLogger } from '../shared/logger.js';
import { projectFile } from '../shared/project-file.js';
import { connectRedis, type RedisConnection, redisReady } from '../shared/redis.js';
import { createStatsBook } from '../shared/stats/book.js';
import { countPlaces } from '../shared/stats/count-places.js';
import { addNote, emptyNotes, noteJob, placeNote } from '../shared/stats/note.js';
import { writeNotes } from '../shared/stats/write-notes.js';

/** Reading geo-stats, 24 hours × 500 places, beside one Redis round trip of the same bytes. Prints a table. */
const placeCount = 500;
const hours = 24;
const jobsAPlace = 40;
const hourMs = 3_600_000;
const rounds = 300;
const now = Date.parse('2026-11-21T12:30:00Z');
const place = (index: number) => `Town ${index}|R${index % 50}|US|${(30 + index / 50).toFixed(2)}|-97.50`;

const { redisServer } = JSON.parse(readFileSync(projectFile('.cache/runtime.json'), 'utf8')) as { redisServer: string };
const folder = mkdtempSync(join(tmpdir(), 'bench-geo-'));
const socket = join(folder, 'redis.sock');
const server = spawn(redisServer, ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder], {
  stdio: 'ignore',
});
const redis = connectRedis(`unix://${socket}`, 'working', createLogger('silent', 'bench'));
await redisReady(redis, 5000);

try {
  await fill(redis);
  await measure(redis);
} finally {
  redis.disconnect();
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function searchAt(index: number, at: number): Promise<void> {
  const notes = emptyNotes(at);
  addNote(notes.sums, 'cached');
  addNote(notes.sums, `took:${index % 200}`);
  const note = placeNote(notes, place(index));
  note.searches += 1;
  note.took.set(index % 200, 1);
  await writeNotes(redis, '', notes);
}

async function collect(first: number, count: number, at: number): Promise<void> {
  const notes = emptyNotes(at);
  for (let index = first; index < first + count; index++)
    for (let job = 0; job < jobsAPlace; job++)
      noteJob(notes, {
        id: `job-${index}-${job}`,
        place: place(index),
        workplace: job % 3 === 0 ? 'remote' : 'on site',
        isNew: job % 5 === 0,
        pay: job % 2 === 0 ? { currency: 'USD', amount: 60_000 + ((index + job) % 60) * 1000 } : null,
      });
  await writeNotes(redis, `${at}-${first}`, notes);
  await countPlaces(redis, new Map([...notes.places.keys()].map((place) => [place, at])));
}

async function fill(connection: RedisConnection): Promise<void> {
  await connection.flushall();
  for (let hour = hours - 1; hour >= 0; hour--) {
    const at = now - hour * hourMs;
    for (let index = 0; index < placeCount; index++)
      for (let many = 0; many < 4; many++) await searchAt((index + many) % placeCount, at);
    await collect(0, placeCount, at);
  }
}

async function times(work: (round: number) => Promise<unknown>, before?: (round: number) => Promise<unknown>) {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await before?.(round);
    const started = performance.now();
    await work(round);
    taken.push(performance.now() - started);
  }
  taken.sort((a, b) => a - b);
  return { p50: taken[Math.floor(rounds * 0.5)] ?? 0, p95: taken[Math.floor(rounds * 0.95)] ?? 0 };
}

async function measure(connection: RedisConnection): Promise<void> {
  const house = {
    redis: connection,
    now: () => new Date(now),
    stats: createStatsBook({ redis, now: () => new Date(now) }),
  };
  const asked = readStatsQuery({ top: String(placeCount) });
  const print = createPrinter();
  const read = () => answerStats(house, asked, print);
  const coldStarted = performance.now();
  const { body } = await read();
  const cold = performance.now() - coldStarted;
  await connection.set('same-bytes', body);

  const floor = await times(() => connection.getBuffer('same-bytes'));
  const rows = [
    ['one round trip of the same bytes', floor],
    ['read, nothing changed', await times(read)],
    ['read after a search', await times(read, (round) => searchAt(round % placeCount, now))],
    [
      'read after searches at 100 places',
      await times(read, async (round) => {
        for (let index = 0; index < 100; index++) await searchAt((round * 7 + index) % placeCount, now);
      }),
    ],
    [
      'read after a collection of 50 places',
      await times(read, (round) => collect((round * 50) % placeCount, 50, now + round)),
    ],
    ['read at region level', await times(() => answerStats(house, readStatsQuery({ level: 'region' }), print))],
  ] as const;
  const kB = Math.round(Buffer.byteLength(body) / 1000);
  const ms = (value: number) => value.toFixed(2);
  const lines = rows.map(
    ([name, { p50, p95 }]) => `| ${name} | ${ms(p50)} | ${ms(p95)} | ${(p50 / floor.p50).toFixed(1)} |`,
  );
  process.stdout.write(
    `${hours} hours × ${placeCount} places, ${kB} kB; first reading of a process ${ms(cold)} ms\n\n| | p50 ms | p95 ms | × |\n| --- | --- | --- | --- |\n${lines.join('\n')}\n`,
  );
}
