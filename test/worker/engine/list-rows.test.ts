import { expect, test } from '@jest/globals';
import { bucketCount } from '../../../shared/export/export-chunk.js';
import { querySchema } from '../../../shared/search/query/parse-query.js';
import { subjectOf } from '../../../shared/search/query/query.js';
import { createListRows } from '../../../worker/engine/list-rows.js';
import { loadGazetteer } from '../../../worker/gazetteer/gazetteer.js';
import { type Corpus, createCorpus } from '../../../worker/match/corpus/corpus.js';
import { prepareCollection } from '../../../worker/match/corpus/load-collections.js';
import { analyzeSearch } from '../../../worker/match/keyword/analyze-search.js';
import { emptyPosting } from '../../../worker/sources/posting.js';
import { normaliseAll } from '../lib/normalise-all.js';

const now = new Date('2026-11-20T12:00:00Z');
const gazetteer = loadGazetteer();

/** A corpus of so many openings. */
async function corpusOf(size: number): Promise<Corpus> {
  const postings = Array.from({ length: size }, (_, at) => emptyPosting(`Cook ${at}`, `https://acme.example/${at}`));
  const { jobs } = await normaliseAll(postings, { source: 'acme', gazetteer, now });
  return createCorpus([
    prepareCollection(
      'acme',
      jobs.map(({ job }) => job),
    ),
  ]);
}

/** Rows of a worker whose clock stands still, and whose boards change with `corpus`. */
async function open() {
  const held = { corpus: await corpusOf(60), clock: 0 };
  const whole = { lacking: { missing: [], silent: 0, parts: 1 }, readAt: () => null };
  const exactly = async () => ({ corpus: held.corpus, ...whole });
  const rows = createListRows({ exactly, gazetteer, clock: () => held.clock });
  const totalOf = async (range: { from: number; to: number }, keyword = ''): Promise<number> => {
    const question = {
      search: analyzeSearch(subjectOf(querySchema.parse({ keyword })), gazetteer),
      now,
      collections: [],
    };
    return (await rows(question, range)).total;
  };
  return { held, rows, totalOf };
}

const half = bucketCount / 2;
const [first, second] = [
  { from: 0, to: half },
  { from: half, to: bucketCount },
];

test('the ranges of an export are of the boards that its first range found, for five seconds', async () => {
  const { held, totalOf } = await open();
  expect(await totalOf(first)).toBe(60);
  held.corpus = await corpusOf(61);
  held.clock = 4999;
  expect(await totalOf(second)).toBe(60);
  held.clock = 5000;
  expect(await totalOf(second)).toBe(61);
});

test('the first range of an export is of the boards as they are now', async () => {
  const { held, totalOf } = await open();
  expect(await totalOf(first)).toBe(60);
  held.corpus = await corpusOf(61);
  expect([await totalOf(first), await totalOf(second)]).toEqual([61, 61]);
});

test('what was found for one question is not used for another', async () => {
  const { held, totalOf } = await open();
  expect(await totalOf(first)).toBe(60);
  held.corpus = await corpusOf(61);
  expect(await totalOf(second, 'cook')).toBe(61);
});

test('all ranges together have every opening once', async () => {
  const { rows } = await open();
  const question = {
    search: analyzeSearch(subjectOf(querySchema.parse({ keyword: '' })), gazetteer),
    now,
    collections: [],
  };
  const ids: string[] = [];
  for (const range of [first, second]) ids.push(...(await rows(question, range)).rows.map(({ id }) => id));
  expect([ids.length, new Set(ids).size]).toEqual([60, 60]);
});

test('after a range that could not be read, the next one is of the boards as they are now', async () => {
  const { held, totalOf } = await open();
  const whole = held.corpus;
  const lost = (): never => {
    throw new Error('The segment is lost.');
  };
  held.corpus = { ...whole, collections: whole.collections.map((each) => ({ ...each, entryAt: lost })) };
  await expect(totalOf(first)).rejects.toThrow('The segment is lost.');
  held.corpus = whole;
  expect(await totalOf(second)).toBe(60);
});
