import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { bucketCount } from '../../../../shared/export/export-chunk.js';
import { createLogger } from '../../../../shared/logger.js';
import { writeCollection } from '../../../../shared/search/collections/collection-store.js';
import { querySchema } from '../../../../shared/search/query/parse-query.js';
import { subjectOf } from '../../../../shared/search/query/query.js';
import type { Engine, Question } from '../../../../worker/engine/engine.js';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';
import { createCorpusCache } from '../../../../worker/match/corpus/corpus-cache.js';
import { createCorpusKeeper } from '../../../../worker/match/corpus/corpus-keeper.js';
import { lengthsOf, prefixLength } from '../../../../worker/match/index/sections.js';
import { analyzeSearch } from '../../../../worker/match/keyword/analyze-search.js';
import type { CollectionRef } from '../../../../worker/match/segment/segment-files.js';
import { createSegmentFiles, snapshotName } from '../../../../worker/match/segment/segment-files.js';
import { noWorkerMetrics } from '../../../../worker/process/metrics.js';
import { emptyPosting } from '../../../../worker/sources/posting.js';
import { closeLater } from '../../../lib/close-later.js';
import { suiteRedis } from '../../../lib/suite-redis.js';
import { normaliseAll } from '../../lib/normalise-all.js';
import { engineOver } from '../../lib/segments-engine.js';

const { redis } = await suiteRedis('working');
const later = closeLater();
const gazetteer = loadGazetteer();
const now = new Date('2026-05-01T00:00:00Z');
const logger = createLogger('silent', 'test');
const refs: CollectionRef[] = [];

/** Three boards; every second opening of one is on the next, too. */
beforeAll(async () => {
  for (const number of [0, 1, 2]) {
    const source = `board-${number}`;
    const postings = Array.from({ length: 24 }, (_, at) => {
      const opening = number * 12 + at;
      return {
        ...emptyPosting(
          `${['Nurse', 'Data engineer', 'Welder'][opening % 3]} ${opening}`,
          `https://${source}.example/${opening}`,
        ),
        company: { name: `Company ${opening % 5}`, url: null, logoUrl: null },
        requisitionId: `R-${opening}`,
        places: [
          { text: ['Leeds, UK', 'Berlin', 'Remote'][opening % 3] ?? '', city: null, region: null, country: null },
        ],
        postedAt: new Date(now.getTime() - opening * 3_600_000).toISOString(),
        descriptionHtml: `<p>Opening ${opening}. You build machines for people with ${opening % 2 ? 'Rust' : 'Python'}, and keep ${'much care '.repeat(opening)}of them.</p>`,
      };
    });
    const { jobs } = await normaliseAll(postings, { source, gazetteer, now });
    const times = { collectedAt: now.getTime(), freshUntil: Date.now() + 600_000, staleUntil: Date.now() + 600_000 };
    const head = { v: 1 as const, source, version: 'v', ...times, jobs: jobs.length, detail: null };
    const attempt = {
      at: now.getTime(),
      status: 'ok' as const,
      jobs: jobs.length,
      tookMs: 1,
      detail: null,
      ours: false,
    };
    await writeCollection(redis, source, { head, attempt, jobs });
    refs.push({ key: source, version: 'v', source, isBoard: true });
  }
});

/** A worker that starts with a folder of files. */
function start(folder: string) {
  const failed: string[] = [];
  let reloads = 0;
  const metrics = {
    ...noWorkerMetrics,
    segmentFailed: (step: string) => void failed.push(step),
    segmentLost: () => {
      reloads += 1;
    },
  };
  const files = createSegmentFiles({ folder, logger, metrics });
  const keeper = createCorpusKeeper({ path: join(folder, snapshotName), logger, metrics, fewest: 1 });
  const corpora = createCorpusCache({ redis, now: () => now, keepMs: 600_000, files, keeper, metrics, logger });
  return {
    engine: engineOver(redis, corpora, () => refs),
    failed,
    reloads: () => reloads,
    async stop() {
      await corpora.close();
      await files.close();
    },
  };
}

const question = (query: object): Question => ({
  ...{ search: analyzeSearch(subjectOf(querySchema.parse(query)), gazetteer), now, collections: [] },
});

/** What searches, further pages, facets and an export find. */
async function answersOf(engine: Pick<Engine, 'search' | 'records' | 'facets' | 'rows'>) {
  const found: unknown[] = [];
  for (const query of [{}, { keyword: '"much care"' }, { keyword: 'engineer python', location: 'Berlin' }]) {
    const asked = question(query);
    const { ranked, jobs, total, bySource } = await engine.search(asked, { depth: 100, records: 100 });
    const { records } = await engine.records(asked, ranked.slice(2, 5));
    const { facets } = await engine.facets(asked);
    const { rows } = await engine.rows(asked, { from: 0, to: bucketCount });
    found.push({ ranked, jobs, total, bySource, records, facets });
    found.push(rows.map(({ id, line }) => [id, line]).sort());
  }
  return found;
}

/** A folder with the files of a worker that has ended, and what it answered. */
async function written() {
  const folder = later(mkdtempSync(join(tmpdir(), 'damaged-')), (path) => rmSync(path, { recursive: true }));
  const first = start(folder);
  const right = await answersOf(first.engine);
  await first.stop();
  expect(first.failed).toEqual([]);
  return { folder, right };
}

/** Positions in a block: of its prefix, its head, and the begin and middle of each section but some; what no question reads is not checked. */
function positionsOf(block: Buffer, but: readonly string[] = []): number[] {
  const size = block.readUInt32LE(0);
  const { sections } = JSON.parse(block.toString('utf8', prefixLength, prefixLength + size)) as {
    sections: Record<string, { type: 'u8' | 'u16' | 'u32' | 'f64'; at: number; length: number }>;
  };
  const from = Math.ceil((prefixLength + size) / 8) * 8;
  const widths = { u8: 1, u16: 2, u32: 4, f64: 8 };
  const within = Object.entries(sections).flatMap(([name, { type, at, length }]) =>
    length === 0 || but.includes(name) ? [] : [from + at, from + at + Math.floor((length * widths[type]) / 2)],
  );
  return [0, 5, 10, 13, prefixLength + 1, prefixLength + Math.floor(size / 2), ...within];
}

/** Changes one bit of a file as it lies, so that those who have it open read the changed one. */
function flip(path: string, at: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.of((readFileSync(path)[at] ?? 0) ^ 4), 0, 1, at);
  closeSync(file);
}

const damages: readonly [string, (path: string, at: number) => void][] = [
  ['a flipped bit', flip],
  ['the rest cut off', truncateSync],
  ['the rest overwritten', (path, at) => writeFileSync(path, readFileSync(path).fill(255, at), { flag: 'r+' })],
];

test.each(damages)('%s in any part of a file, before a start: the board is prepared again', async (_, damage) => {
  const { folder, right } = await written();
  const path = join(folder, 'board-1@v.segment');
  const whole = readFileSync(path);
  for (const at of positionsOf(whole)) {
    damage(path, at);
    const worker = start(folder);
    expect([at, await answersOf(worker.engine)]).toEqual([at, right]);
    await worker.stop();
    expect([at, worker.failed, readFileSync(path).equals(whole)]).toEqual([at, ['read'], true]);
  }
});

test.each(damages)('%s in a file while it is searched: the board is prepared again', async (_, damage) => {
  const { folder, right } = await written();
  // The first of its postings are on no other board: their records are not read when boards are merged.
  const path = join(folder, 'board-0@v.segment');
  const whole = readFileSync(path);
  // These are read when a board is merged, before its file is damaged.
  const cold = positionsOf(whole, ['locationSets', 'sketchHashes']).filter((at) => at >= lengthsOf(whole).hot);
  expect(cold).toHaveLength(4);
  for (const at of cold) {
    const worker = start(folder);
    await worker.engine.search(question({ keyword: 'nurse' }), { depth: 1, records: 1 });
    damage(path, at);
    expect([at, await answersOf(worker.engine)]).toEqual([at, right]);
    await worker.stop();
    expect([at, worker.failed, worker.reloads(), readFileSync(path).equals(whole)]).toEqual([at, ['read'], 1, true]);
  }
});

test('all files damaged, or deleted with their folder, while they are searched: all are prepared again', async () => {
  const { folder, right } = await written();
  const names = () => readdirSync(folder).filter((name) => name.endsWith('.segment'));
  const worker = start(folder);
  await worker.engine.search(question({ keyword: 'nurse' }), { depth: 1, records: 1 });
  for (const name of names()) flip(join(folder, name), readFileSync(join(folder, name)).length - 1);
  expect(await answersOf(worker.engine)).toEqual(right);
  expect([worker.failed, worker.reloads()]).toEqual([['read', 'read', 'read'], 3]);
  await worker.stop();
  expect(names()).toHaveLength(3);
  rmSync(folder, { recursive: true });
  expect(await answersOf(worker.engine)).toEqual(right);
  await worker.stop();
  expect(names()).toHaveLength(3);
});

test('a damaged file of the merged corpus is deleted and counted, and written again', async () => {
  const { folder, right } = await written();
  const path = join(folder, snapshotName);
  const { length } = readFileSync(path);
  for (let part = 0; part < 12; part++) {
    damages[part % damages.length]?.[1](path, Math.floor((part * (length - 1)) / 11));
    const worker = start(folder);
    expect(await answersOf(worker.engine)).toEqual(right);
    await worker.stop();
    expect([part, worker.failed, readFileSync(path).length]).toEqual([part, ['read'], length]);
  }
});
