import { expect, test } from '@jest/globals';
import { streamExport } from '../../../api/export/export.js';
import {
  bucketCount,
  type Cursor,
  exportBucketOf,
  isGiven,
  readCursor,
  writeCursor,
} from '../../../shared/export/export-chunk.js';
import { canContinue, continueExport, createExport, readExport } from '../../../shared/export/export-store.js';
import { anySearch as subject } from '../../../shared/search/query/query.js';
import { makeChunk } from '../../../worker/export/make-chunk.js';
import { loadGazetteer } from '../../../worker/gazetteer/gazetteer.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
const now = () => new Date();

/** A generator of numbers from 0 to 1 that gives the same ones for a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Openings that change as the test says, as a worker finds them. */
function createOrigin(random: () => number) {
  const rows = new Map<string, string>();
  const pick = (): string => [...rows.keys()][Math.floor(random() * rows.size)] ?? '';
  const letter = (): string => letters[Math.floor(random() * letters.length)] ?? '';
  const gone: string[] = [];
  const change = (): void => {
    const what = random();
    const back = gone.at(-1);
    if (what < 0.3 || rows.size === 0) rows.set(`job_${Array.from({ length: 16 }, letter).join('')}`, 'new');
    else if (what < 0.6) {
      gone.push(pick());
      rows.delete(gone.at(-1) ?? '');
    } else if (what < 0.7 && back !== undefined) rows.set(back, `back ${Math.floor(random() * 2)}`);
    // Few contents, so that an opening often changes back to what it was.
    else rows.set(pick(), `content ${Math.floor(random() * 3)}`);
  };
  return {
    rows,
    change,
    engine: {
      rows: async (_: unknown, { from, to }: { from: number; to: number }) => ({
        rows: [...rows]
          .filter(([id]) => exportBucketOf(id) >= from && exportBucketOf(id) < to)
          .map(([id, content]) => ({ id, line: JSON.stringify(content), stated: content })),
        total: rows.size * 250,
        ...{ missing: [], silent: 0, parts: 1 },
      }),
    },
  };
}

/** What a client does: applies each line in order and keeps the last cursor. */
function createClient() {
  const copy = new Map<string, string>();
  let cursor: Cursor | null = null;
  return {
    copy,
    cursor: () => cursor,
    apply(line: string): boolean {
      const read = JSON.parse(line);
      if (read.change === 'closed') copy.delete(read.id);
      else if (read.id !== undefined) copy.set(read.id, read.job);
      if (read.cursor) cursor = readCursor(read.cursor);
      return read.change === 'end';
    },
  };
}

test('a copy equals the origin after a thousand random cuts, though the origin changes all the time', async () => {
  const random = randomOf(7);
  const origin = createOrigin(random);
  for (let count = 0; count < 400; count++) origin.change();
  const context = {
    redis,
    sources: () => [],
    gazetteer: loadGazetteer(),
    engine: origin.engine,
    now,
  };
  const client = createClient();
  let begin = await createExport(redis, { owner: 'key:1', subject, total: 100_000, followed: true, now: 1 });
  const { id } = begin.begin;

  /** One response, of which the client receives a random part; whether it received the end. */
  const respond = async (cutAfter: number): Promise<boolean> => {
    const stream = streamExport({
      ...{ ...begin, format: 'ndjson', total: 100_000, followed: true, isDescribed: false, about: {} },
      async makeChunk(from, to) {
        if (Number.isFinite(cutAfter)) for (let count = 0; count < 3; count++) origin.change();
        const { round, attempt } = begin.begin;
        const job = { v: 1, id, attempt, round, subject, from, to, format: 'ndjson', followed: true } as const;
        const chunk = await makeChunk(context, { ...job, requestId: 'r' });
        // Made again by another worker, as when the first one dies before it sends it.
        return random() < 0.1 ? makeChunk(context, { ...job, requestId: 'r' }) : chunk;
      },
    });
    let left = cutAfter;
    for await (const text of stream)
      for (const line of text.toString().split('\n').filter(Boolean)) {
        if (left-- <= 0) {
          await stream.return(undefined);
          return false;
        }
        if (client.apply(line)) return true;
      }
    throw new Error('The stream ended without its last line.');
  };
  const goOn = async (): Promise<void> => {
    const cursor = client.cursor();
    const state = await readExport(redis, id);
    if (cursor === null || state === null) throw new Error('There is nothing to continue.');
    expect(canContinue(state, cursor)).toBe(true);
    begin = await continueExport(redis, cursor, { state, total: 100_000, now: 2 });
  };

  let cuts = 0;
  let rounds = 0;
  while (cuts < 1000) {
    const isWhole = await respond(1 + Math.floor(random() * 25));
    if (isWhole) rounds += 1;
    else cuts += 1;
    await goOn();
  }
  expect(rounds).toBeGreaterThan(5);
  // Once the origin rests, the round that runs and the next one bring everything.
  for (let round = 0; round < 2; round++) {
    expect(await respond(Number.POSITIVE_INFINITY)).toBe(true);
    await goOn();
  }
  expect(client.copy).toEqual(origin.rows);
  expect(client.cursor()?.round).toBeGreaterThan(rounds);
}, 120_000);

test('a round begins with the count of its first chunk, and what continues it has no count', async () => {
  const beginOf = async (bucket: number): Promise<unknown> => {
    const stream = streamExport({
      ...{ begin: { id: 'a', round: 0, bucket, attempt: 'b' }, secret: 's', format: 'ndjson', total: 9 },
      ...{ followed: true, isDescribed: false, about: {} },
      makeChunk: async () => ({ text: Buffer.of(), changes: 0, total: 12 }),
    });
    return JSON.parse(String((await stream.next()).value));
  };
  expect(await beginOf(0)).toMatchObject({ change: 'begin', total: 12 });
  expect(await beginOf(5)).not.toHaveProperty('total');
});

test('a range of which a board cannot be searched is not made: its openings would count as closed', async () => {
  const engine = { rows: async () => ({ rows: [], total: 3, missing: ['acme'], silent: 0, parts: 1 }) };
  const context = {
    redis,
    sources: () => [],
    gazetteer: loadGazetteer(),
    engine,
    now,
  };
  const job = {
    v: 1,
    id: 'x',
    attempt: 'a',
    round: 0,
    subject,
    from: 0,
    to: 1,
    format: 'ndjson',
    followed: true,
  } as const;
  await expect(makeChunk(context, { ...job, requestId: 'r' })).rejects.toThrow(
    '1 sources could not be read; one is acme.',
  );
});

test('a cursor is read as it was written, and nothing else is', () => {
  const cursor = { id: 'abcdefghijklmnopqrstuv', round: 3, bucket: bucketCount - 1, attempt: 'a-b_c' };
  for (const secret of ['secret', null]) {
    const text = writeCursor(cursor, secret);
    expect(readCursor(text)).toEqual(cursor);
    expect(isGiven(text, cursor, secret)).toBe(true);
    for (const other of ['', 'what', text.slice(20), 'x'.repeat(1000)]) expect(readCursor(other)).toBeNull();
  }
});

test('a cursor that a client made is told from one that an export gave', () => {
  const cursor = { id: 'abcdefghijklmnopqrstuv', round: 1, bucket: 0, attempt: 'a-b_c' };
  const [position = '', signature = ''] = writeCursor(cursor, 'secret').split('=');
  const back = { ...cursor, round: 0 };
  for (const text of [writeCursor(back, null), `${writeCursor(back, null)}=${signature}`, writeCursor(back, 'other')])
    expect(isGiven(text, back, 'secret')).toBe(false);
  for (const text of [position, `${position}=`, `${position}=${signature}A`])
    expect(isGiven(text, cursor, 'secret')).toBe(false);
});
