import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createLogger } from '../../../../shared/logger.js';
import { querySchema } from '../../../../shared/search/query/parse-query.js';
import { subjectOf } from '../../../../shared/search/query/query.js';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';
import { type Corpus, createCorpus, emptyCorpus, updateCorpus } from '../../../../worker/match/corpus/corpus.js';
import { createCorpusKeeper } from '../../../../worker/match/corpus/corpus-keeper.js';
import { searchCorpus } from '../../../../worker/match/rank/search-corpus.js';
import {
  createSegmentTools,
  openSegment,
  type PreparedCollection,
} from '../../../../worker/match/segment/open-segment.js';
import type { CollectionRef } from '../../../../worker/match/segment/segment-files.js';
import { writingSegment } from '../../../../worker/match/segment/write-segment.js';
import { runSync } from '../../../../worker/process/cooperative.js';
import { emptyPosting } from '../../../../worker/sources/posting.js';
import { closeLater } from '../../../lib/close-later.js';
import { normaliseAll } from '../../lib/normalise-all.js';

const later = closeLater();
const gazetteer = loadGazetteer();
const now = new Date('2026-05-01T00:00:00Z');
const logger = createLogger('silent', 'test');

/** A board of which every second opening is on the next board too. */
async function board(number: number, version: string, skip = 0): Promise<[CollectionRef, PreparedCollection]> {
  const source = `board-${number}`;
  const postings = Array.from({ length: 40 - skip }, (_, at) => {
    const opening = number * 20 + at + skip;
    return {
      ...emptyPosting(`Engineer ${opening % 7}`, `https://${source}.example/${opening}`),
      company: { name: `Company ${opening % 9}`, url: null, logoUrl: null },
      requisitionId: `R-${opening}`,
      places: [{ text: ['Leeds, UK', 'Berlin', 'Remote'][opening % 3] ?? '', city: null, region: null, country: null }],
      postedAt: new Date(now.getTime() - opening * 3_600_000).toISOString(),
      descriptionHtml: `<p>Opening ${opening}. You build things with ${opening % 2 ? 'Rust' : 'Python'}.</p>`,
    };
  });
  const { jobs } = await normaliseAll(postings, { source, gazetteer, now });
  const bytes = runSync(
    writingSegment(
      source,
      jobs.map(({ job }) => job),
    ),
  );
  return [{ key: source, version, source, isBoard: true }, openSegment(bytes, createSegmentTools())];
}

async function open() {
  const folder = later(mkdtempSync(join(tmpdir(), 'corpus-')), (path) => rmSync(path, { recursive: true }));
  const path = join(folder, 'corpus.snapshot');
  const boards = await Promise.all([0, 1, 2, 3].map((number) => board(number, '1')));
  const keeper = () => createCorpusKeeper({ path, logger, fewest: 1 });
  const byName = new Map(boards.map(([{ key, version }, collection]) => [`${key}@${version}`, collection]));
  const find = ({ key, version }: CollectionRef) => byName.get(`${key}@${version}`) ?? null;
  return { path, boards, keeper, find };
}

/** What searches find in a corpus, whatever the numbers of its items. */
const answers = (corpus: Corpus) =>
  [{}, { keyword: 'engineer rust' }, { location: 'Leeds' }, { sortBy: 'recent', keyword: 'python' }].map((query) => {
    const found = searchCorpus(corpus, subjectOf(querySchema.parse(query)), { now, gazetteer });
    return { total: found.total, bySource: found.bySource, jobs: found.take(200) };
  });

test('a corpus is restored from its file as it was', async () => {
  const { boards, keeper, find } = await open();
  const collections = boards.map(([, collection]) => collection);
  const corpus = createCorpus(collections);
  expect(corpus.groups.size).toBeGreaterThan(20);
  const first = keeper();
  first.offer(
    corpus,
    boards.map(([ref]) => ref),
  );
  await first.close();
  const restored = await keeper().restore(find);
  expect(restored?.collections).toEqual(collections);
  const again = runSync(updateCorpus(restored ?? emptyCorpus, collections));
  expect(answers(again)).toEqual(answers(corpus));
});

test('boards that changed since are updated, those that left are removed', async () => {
  const { boards, keeper, find } = await open();
  const former = boards.map(([, collection]) => collection);
  const writer = keeper();
  writer.offer(
    createCorpus(former),
    boards.map(([ref]) => ref),
  );
  await writer.close();
  const changed = await board(1, '2', 5);
  const now = [boards[0], changed, boards[2], await board(9, '1')].filter((each) => each !== undefined);
  const current = new Map(now.map(([{ key, version }, collection]) => [`${key}@${version}`, collection]));
  const restored = await keeper().restore((ref) => current.get(`${ref.key}@${ref.version}`) ?? find(ref));
  const collections = now.map(([, collection]) => collection);
  const corpus = runSync(updateCorpus(restored ?? emptyCorpus, collections));
  expect(restored).not.toBeNull();
  expect(answers(corpus)).toEqual(answers(createCorpus(collections)));
});

test('a file that is damaged, missing, or of a board without a file is not used', async () => {
  const { path, boards, keeper, find } = await open();
  expect(await keeper().restore(find)).toBeNull();
  const writer = keeper();
  writer.offer(
    createCorpus(boards.map(([, collection]) => collection)),
    boards.map(([ref]) => ref),
  );
  await writer.close();
  expect(await keeper().restore(() => null)).toBeNull();
  const bytes = readFileSync(path);
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  expect(await keeper().restore(find)).toBeNull();
  writeFileSync(path, bytes.subarray(0, 1000));
  expect(await keeper().restore(find)).toBeNull();
});

test('a corpus is written at most every few minutes, and only when it is large', async () => {
  const { path, boards, find } = await open();
  let at = 0;
  const keeper = createCorpusKeeper({ path, logger, fewest: 1, now: () => at });
  const refs = boards.map(([ref]) => ref);
  const all = createCorpus(boards.map(([, collection]) => collection));
  const some = createCorpus(boards.slice(0, 2).map(([, collection]) => collection));
  keeper.offer(some, refs.slice(0, 2));
  keeper.offer(all, refs);
  await keeper.close();
  at += 200_000;
  keeper.offer(all, refs);
  await keeper.close();
  expect((await keeper.restore(find))?.collections).toHaveLength(2);
  at += 200_000;
  keeper.offer(all, refs);
  await keeper.close();
  expect((await keeper.restore(find))?.collections).toHaveLength(4);
  const large = createCorpusKeeper({ path: `${path}-2`, logger, fewest: 1000 });
  large.offer(all, refs);
  await large.close();
  expect(await large.restore(find)).toBeNull();
});
