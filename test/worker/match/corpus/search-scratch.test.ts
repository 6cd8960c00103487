import { expect, test } from '@jest/globals';
import { anySearch } from '../../../../shared/search/query/query.js';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';
import { createCorpus } from '../../../../worker/match/corpus/corpus.js';
import { prepareCollection } from '../../../../worker/match/corpus/prepare-collection.js';
import { analyzeSearch } from '../../../../worker/match/keyword/analyze-search.js';
import { countFacets, countingFacets } from '../../../../worker/match/rank/facets/count-facets.js';
import { searchCorpus, searching } from '../../../../worker/match/rank/search-corpus.js';
import type { Task } from '../../../../worker/process/cooperative.js';
import { made, now } from '../../lib/made-jobs.js';

const titles = ['Senior Data Engineer', 'Data Analyst', 'Welder', 'Software Engineer', 'Nurse', 'Night Nurse'];
const corpus = createCorpus(
  ['one', 'two', 'three'].map((source, board) =>
    prepareCollection(
      source,
      titles.slice(board).map((title, at) => made({ title: `${title} ${source}${at}`, source, place: 'Leeds, UK' })),
    ),
  ),
);
const options = { now, gazetteer: loadGazetteer() };
const keywords = [
  'engineer',
  'data engineer',
  'nurse OR welder',
  'engineer NOT software',
  '"night nurse"',
  'nurses data',
];

/** Runs one step of each task after the other, until all are done. */
function runInterleaved<Result>(tasks: readonly Task<Result>[]): Result[] {
  const results: Result[] = [];
  const left = new Set(tasks.keys());
  while (left.size > 0)
    for (const at of left) {
      const turn = tasks[at]?.next();
      if (turn?.done !== true) continue;
      results[at] = turn.value;
      left.delete(at);
    }
  return results;
}

test('searches and facets whose steps are interleaved answer as those that run alone', () => {
  const subjects = keywords.map((keyword) => ({ ...anySearch, keyword }));
  const found = runInterleaved(
    subjects.map((subject) => searching(corpus, analyzeSearch(subject, options.gazetteer), options)),
  );
  const lists = runInterleaved(found.map(({ listing }) => listing(100, 10)));
  expect(lists.some(({ jobs }) => jobs.length > 0)).toBe(true);
  for (const [at, subject] of subjects.entries()) {
    const alone = searchCorpus(corpus, subject, options);
    const { ranked, jobs } = alone.list(100, 10);
    expect(found[at]?.bySource).toEqual(alone.bySource);
    expect(lists[at]).toMatchObject({ ranked, jobs });
  }
  const counted = runInterleaved(
    subjects.map((subject) => countingFacets(corpus, analyzeSearch(subject, options.gazetteer), options)),
  );
  expect(counted).toEqual(subjects.map((subject) => countFacets(corpus, subject, options)));
  expect(corpus.scratch.isTaken).toBe(false);
});

test('a search that is abandoned or fails gives its working memory back', () => {
  const begun = searching(corpus, analyzeSearch({ ...anySearch, keyword: 'engineer' }, options.gazetteer), options);
  begun.next();
  expect(corpus.scratch.isTaken).toBe(true);
  expect(searchCorpus(corpus, { ...anySearch, keyword: 'welder' }, options).total).toBeGreaterThan(0);
  begun.return({} as never);
  expect(corpus.scratch.isTaken).toBe(false);
});
