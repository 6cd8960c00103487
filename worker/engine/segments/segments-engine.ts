import { parseKeyword } from '../../../shared/keyword/parse-keyword.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import type { CorpusCache } from '../../match/corpus/corpus-cache.js';
import { correctKeyword } from '../../match/keyword/correct-keyword.js';
import { readSubject } from '../../match/keyword/read-subject.js';
import { countingFacets } from '../../match/rank/count-facets.js';
import { findCopies } from '../../match/rank/find-copies.js';
import { searching } from '../../match/rank/search-corpus.js';
import { runCooperatively, runInStretches } from '../../process/cooperative.js';
import type { Matcher } from '../engine.js';
import { createLocalRows } from './segment-rows.js';

type Options = { corpora: Pick<CorpusCache, 'corpusOf' | 'preload'>; gazetteer: Gazetteer };

/** Matches against the postings of this process. May throw `SegmentLost`. */
export const createLocalMatcher = ({ corpora, gazetteer }: Options): Matcher => ({
  async match({ refs, subject, now }, { depth, records }) {
    const { corpus, gone } = await corpora.corpusOf(refs);
    const found = await runInStretches(searching(corpus, subject, { now, gazetteer }));
    const { total, exact, bySource, notices, offers, place } = found;
    const list = await runInStretches(found.listing(depth, records));
    return { total, exact, bySource, notices, offers, place, ...list, gone, silent: 0, shards: 1 };
  },
  async facets({ refs, subject, now }) {
    const { corpus, gone } = await corpora.corpusOf(refs);
    const counted = await runInStretches(countingFacets(corpus, subject, { now, gazetteer }));
    return { ...counted, gone, silent: 0, shards: 1 };
  },
  async correct({ refs, subject }) {
    const { corpus } = await corpora.corpusOf(refs);
    return correctKeyword(parseKeyword(readSubject(subject, gazetteer).subject.keyword).root, corpus);
  },
  async named({ refs, subject, now }, list) {
    const { corpus, gone } = await corpora.corpusOf(refs);
    const found = await runInStretches(searching(corpus, subject, { now, gazetteer }));
    return { records: found.named(list), gone, silent: 0 };
  },
  async copies({ refs }, posting) {
    const { corpus, gone } = await corpora.corpusOf(refs);
    return { ...(await runCooperatively(findCopies(corpus, posting))), gone };
  },
  ...createLocalRows({ corpora, gazetteer }),
  prepare: (ref) => corpora.preload(ref),
});
