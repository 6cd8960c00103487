import { beforeAll, expect, test } from '@jest/globals';
import { layOutBoards } from '../../../bench/lib/postings/employers.js';
import { createPostings } from '../../../bench/lib/postings/postings.js';
import { makeQuestions, subjectOf } from '../../../bench/lib/postings/questions.js';
import type { HeldJob } from '../../../shared/search/job.js';
import type { SearchSubject } from '../../../shared/search/query/query.js';
import { usualRhythm } from '../../../shared/watches/rhythm.js';
import type { StoredWatch } from '../../../shared/watches/watch.js';
import { loadGazetteer } from '../../../worker/gazetteer/gazetteer.js';
import { type Corpus, createCorpus, groupOf } from '../../../worker/match/corpus/corpus.js';
import { prepareCollection } from '../../../worker/match/corpus/load-collections.js';
import { analyzeSearch } from '../../../worker/match/keyword/analyze-search.js';
import { searchCorpus } from '../../../worker/match/rank/search-corpus.js';
import { runSync } from '../../../worker/process/cooperative.js';
import { createPercolator } from '../../../worker/watches/percolate.js';
import { mostItems } from '../../../worker/watches/watched-query.js';

const gazetteer = loadGazetteer();
const now = new Date('2026-11-21T12:00:00Z');

const written = [
  ...['', 'remote nurse', 'nurse berlin', 'title:engineer', '-engineer', '-"team lead" manager', 'not (java or nurse)'],
  ...['"software engineer" or welder', 'full time', 'work from home', 'senior -(sales or "account manager")', '"'],
];

let jobs: HeldJob[] = [];
let subjects: SearchSubject[] = [];
beforeAll(() => {
  const postings = createPostings({ seed: 3, now: now.getTime(), gazetteer });
  const questions = makeQuestions(postings, { seed: 3, count: 600 }).map(subjectOf);
  const [any] = questions;
  if (any === undefined) throw new Error('There are no questions.');
  const plain = { ...any, location: '', salary: '', jobType: '', remoteFilter: '', experienceLevel: '' } as const;
  subjects = [...questions, ...written.map((keyword) => ({ ...plain, dateSincePosted: '' as const, keyword }))];
  jobs = layOutBoards(3, 3000)
    .slice(0, 12)
    .flatMap((board) => postings.held({ ...board, size: Math.min(board.size, mostItems) }));
});

function watchOf(subject: SearchSubject, id: string): StoredWatch {
  const { sortBy: _sortBy, ...search } = subject;
  return {
    ...usualRhythm,
    ...{ id, owner: 'o', search, url: 'https://example.com/', secret: 'whsec_', since: 0, lastDeliveryAt: null },
    ...{ state: 'active', reason: null, createdAt: now.toISOString() },
  };
}

/** The ids of the postings that a search finds, its keyword read as it is written. */
function found(corpus: Corpus, subject: SearchSubject): string[] {
  const { root } = analyzeSearch(subject, gazetteer);
  const { items } = searchCorpus(corpus, subject, { now, gazetteer, reading: { root, notices: [] } });
  return Array.from(items, (item) => groupOf(corpus, item).shown.job.id).sort();
}

test('each watch is met by what a search of the new postings finds', () => {
  const percolator = createPercolator(gazetteer);
  runSync(percolator.update(subjects.map((subject, at) => watchOf(subject, String(at)))));
  let matches = 0;
  for (const size of [1, mostItems]) {
    const some = jobs.slice(7 * size, 8 * size);
    const corpus = createCorpus([prepareCollection('board', some)]);
    const matched = runSync(percolator.match('board', some, now));
    const ids = new Map(matched.map(({ watch, groups }) => [watch.id, groups.map(({ shown }) => shown.job.id).sort()]));
    for (const [at, subject] of subjects.entries())
      expect([subject, ids.get(String(at)) ?? []]).toEqual([subject, found(corpus, subject)]);
    matches += matched.length;
  }
  expect(matches).toBeGreaterThan(200);
});

test('watches with one search are all met; one that is deleted is not, whatever was added since', () => {
  const percolator = createPercolator(gazetteer);
  const some = jobs.slice(0, 5);
  const met = (): string[] => runSync(percolator.match('board', some, now)).map(({ watch }) => watch.id);
  const all = subjects.find(({ keyword }) => keyword === '');
  if (all === undefined) throw new Error('No subject is without a word.');
  expect(met()).toEqual([]);
  const open = { ...all, location: '', salary: '', jobType: '', remoteFilter: '', experienceLevel: '' } as const;
  const any = { ...open, dateSincePosted: '' } as const;
  runSync(percolator.update([watchOf(any, 'one'), watchOf({ ...any, keyword: 'zzz' }, 'none'), watchOf(any, 'two')]));
  expect(met()).toEqual(['one', 'two']);
  // More searches than are kept beside those in use.
  for (let round = 0; round < 3; round++)
    runSync(
      percolator.update([
        watchOf(any, 'two'),
        ...subjects.slice(round * 200, (round + 1) * 200).map((subject, at) => watchOf(subject, `${round} ${at}`)),
      ]),
    );
  runSync(percolator.update([watchOf(any, 'two'), watchOf({ ...any, keyword: '-zzz' }, 'three')]));
  expect(met().sort()).toEqual(['three', 'two']);
});

test('more postings than there are bits are refused', () => {
  expect(() => runSync(createPercolator(gazetteer).match('board', jobs.slice(0, mostItems + 1), now))).toThrow(
    RangeError,
  );
});
