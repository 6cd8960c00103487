import { randomUUID } from 'node:crypto';
import { createLogger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { recordsKept } from '../../shared/search/further-records.js';
import { anySearch } from '../../shared/search/query/query.js';
import { documentDepth } from '../../shared/search/search-document.js';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { type CorpusCache, createCorpusCache } from '../../worker/match/corpus/corpus-cache.js';
import { openCorpusKeeper } from '../../worker/match/corpus/corpus-keeper.js';
import { searchCorpus } from '../../worker/match/rank/search-corpus.js';
import type { CollectionRef } from '../../worker/match/segment/collection-ref.js';
import { openSegmentFiles } from '../../worker/match/segment/release-folder.js';
import { writingSegment } from '../../worker/match/segment/write-segment.js';
import { runSync } from '../../worker/process/cooperative.js';
import { openEventLoopDelay } from '../../worker/process/event-loop-delay.js';
import { type Board, layOutBoards } from '../lib/postings/employers.js';
import { createPostings } from '../lib/postings/postings.js';
import { makeQuestions, subjectOf } from '../lib/postings/questions.js';
import { childMain } from '../million/run-child.js';

/** `fill`: writes the segments and the corpus of so many postings into the folder; `open`: measures a process that opens them. */
export type ReopenOptions = { stage: 'fill' | 'open'; folder: string; seed: number; postings: number; now: number };

/**
 * What a process costs that opens what an earlier one left, in milliseconds: until its first search is answered, of which
 * reading the segments; until the corpus is there again for another search, nothing having changed; until a search finds the postings of a board that have changed, for each of some boards; and the
 * longest time the event loop was blocked during each of both.
 */
export type Reopened = {
  boards: number;
  readMs: number;
  firstMs: number;
  repeatMs: number;
  changedMs: number[];
  openBlockedMs: number;
  changeBlockedMs: number;
};

/** Postings that change on a board, and boards that change one after the other. */
const changedPostings = 20;
const changes = 6;

/** Times that the unchanged corpus is asked for. */
const repeats = 20;

/** Every collection is in a file or handed over: reading Redis would be a fault of the bench. */
const noRedis = new Proxy({} as RedisConnection, {
  get: (_, name) => {
    throw new Error(`The bench read Redis (${String(name)}).`);
  },
});

/** Collections as a worker holds them; `next` is the segment that the next collection to be loaded has been collected as. */
type Held = { corpora: CorpusCache; hand(segment: Uint8Array): void; flush(): Promise<void> };

function openHeld(folder: string): Held {
  const logger = createLogger('warn', 'bench');
  const metrics = { segmentFailed() {}, segmentLoaded() {}, segmentLost() {} };
  const files = openSegmentFiles(folder, logger, metrics);
  let next: Uint8Array | null = null;
  const take = (): Promise<Uint8Array> | null => {
    const segment = next;
    next = null;
    return segment === null ? null : Promise.resolve(segment);
  };
  const corpora = createCorpusCache({
    ...{ redis: noRedis, files, metrics, handoff: { take }, keeper: openCorpusKeeper(folder, logger, metrics) },
    ...{ now: () => new Date(), keepMs: 86_400_000 },
  });
  return {
    corpora,
    hand(segment) {
      next = segment;
    },
    flush: () => files.close(),
  };
}

const refOf = ({ id }: Board, version = '1'): CollectionRef => ({ key: id, version, source: id, isBoard: true });

type FillTools = { held: Held; report: (progress: string) => void };

async function fill({ seed, postings: count, now }: ReopenOptions, { held, report }: FillTools): Promise<null> {
  const postings = createPostings({ seed, now, gazetteer: loadGazetteer() });
  const boards = layOutBoards(seed, count);
  for (const board of boards) {
    held.hand(runSync(writingSegment(board.id, postings.held(board))));
    await held.corpora.preload(refOf(board));
    await held.flush();
    const [before, after] = [board.first, board.first + board.size].map((at) => Math.floor(at / 100_000));
    if (before !== after) report(`${(board.first + board.size).toLocaleString('en-US')} postings written`);
  }
  await held.corpora.corpusOf(boards.map((board) => refOf(board)));
  return null;
}

async function open({ seed, postings: count, now }: ReopenOptions, { corpora, hand }: Held): Promise<Reopened> {
  const gazetteer = loadGazetteer();
  const postings = createPostings({ seed, now, gazetteer });
  const [question] = makeQuestions(postings, { seed, count: 1 });
  if (question === undefined) throw new Error('There is no question.');
  const boards = layOutBoards(seed, count);
  let refs = boards.map((board) => refOf(board));
  const delay = openEventLoopDelay();
  const began = performance.now();
  for (const ref of refs) await corpora.preload(ref);
  const readMs = performance.now() - began;
  const { corpus } = await corpora.corpusOf(refs);
  searchCorpus(corpus, subjectOf(question), { now: new Date(now), gazetteer }).list(documentDepth, recordsKept);
  const firstMs = performance.now() - began;
  await new Promise(setImmediate);
  const openBlockedMs = delay.takeMaxMs();
  const asked = performance.now();
  for (let time = 0; time < repeats; time++) await corpora.corpusOf(refs.map((ref) => ({ ...ref })));
  const repeatMs = (performance.now() - asked) / repeats;
  const changedMs: number[] = [];
  const changing = boards.filter(({ size }) => size >= changedPostings).slice(0, changes);
  for (const board of changing) {
    const mark = `mark${randomUUID().slice(0, 8)}`;
    const segment = runSync(writingSegment(board.id, postings.held(board, { count: changedPostings, mark })));
    // Another array: the cache takes the same one for the same collections.
    refs = refs.with(board.number, refOf(board, mark));
    await new Promise(setImmediate);
    delay.takeMaxMs();
    const changed = performance.now();
    hand(segment);
    const { corpus: newer } = await corpora.corpusOf(refs);
    const { total } = searchCorpus(newer, { ...anySearch, keyword: mark }, { now: new Date(now), gazetteer });
    changedMs.push(performance.now() - changed);
    if (total === 0) throw new Error(`The changed postings of ${board.id} were not found.`);
  }
  await new Promise(setImmediate);
  const changeBlockedMs = delay.takeMaxMs();
  delay.close();
  return { boards: boards.length, readMs, firstMs, repeatMs, changedMs, openBlockedMs, changeBlockedMs };
}

await childMain<ReopenOptions, Reopened | null>(async (options, report) => {
  const held = openHeld(options.folder);
  try {
    return await (options.stage === 'fill' ? fill(options, { held, report }) : open(options, held));
  } finally {
    await held.corpora.close();
  }
});
