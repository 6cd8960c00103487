import type { Logger } from '../../../shared/logger.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import type { CorpusCache } from '../../match/corpus/corpus-cache.js';
import { correctKeyword } from '../../match/keyword/correct-keyword.js';
import { vocabularyOf } from '../../match/keyword/vocabulary.js';
import { countAnalyzed } from '../../match/rank/facets/count-facets.js';
import { findCopies } from '../../match/rank/find-copies.js';
import { locating } from '../../match/rank/locate-postings.js';
import { searchAnalyzed } from '../../match/rank/search-corpus.js';
import { runCooperatively } from '../../process/cooperative.js';
import type { Engine } from '../engine.js';
import type { HeldRefs } from '../held-refs.js';
import { createListRows } from '../list-rows.js';
import { createSearchHeld } from '../search-held.js';
import { againIfLost } from './again-if-lost.js';

export type SegmentsEngineOptions = {
  corpora: Pick<CorpusCache, 'corpusOf' | 'preload'>;
  held: HeldRefs;
  gazetteer: Gazetteer;
  logger: Pick<Logger, 'warn'>;
};

/** Answers questions from the postings that this process holds as segments. */
export function createSegmentsEngine({
  corpora,
  held,
  gazetteer,
  logger,
}: SegmentsEngineOptions): Omit<Engine, 'index' | 'follow' | 'held' | 'close'> {
  const searchHeld = createSearchHeld({ hold: corpora.corpusOf, held });
  const again = <Result>(step: () => Promise<Result>): Promise<Result> => againIfLost(step, logger);
  const rows = createListRows({ exactly: ({ collections }) => searchHeld(collections), gazetteer });
  return {
    search: ({ search, now, collections }, { depth, records }) =>
      again(async () => {
        const { corpus, searched, readAt, lacking } = await searchHeld(collections);
        const found = searchAnalyzed(corpus, search, { now, gazetteer, readAt, depth });
        const { total, exact, bySource, notices, offers, place } = found;
        return { total, exact, bySource, notices, offers, place, ...found.list(depth, records), ...lacking, searched };
      }),
    facets: ({ search, now, collections }) =>
      again(async () => {
        const { corpus, lacking } = await searchHeld(collections);
        return { ...countAnalyzed(corpus, search, { now, gazetteer }), ...lacking };
      }),
    records: ({ search, now, collections }, list) =>
      again(async () => {
        const { corpus, readAt, lacking } = await searchHeld(collections);
        const found = searchAnalyzed(corpus, search, { now, gazetteer, readAt });
        return { records: found.named(list), ...lacking };
      }),
    rows: (question, range) => again(() => rows(question, range)),
    copies: (collections, { now, ...posting }) =>
      again(async () => {
        const { corpus, readAt, lacking } = await searchHeld(collections);
        const at = { now: now.getTime(), readAt };
        return { ...findCopies(corpus, posting, at), ...lacking };
      }),
    located: (collections, addresses) =>
      again(async () => {
        const { corpus, lacking } = await searchHeld(collections);
        return { ids: await runCooperatively(locating(corpus.collections, addresses)), ...lacking };
      }),
    corrected: ({ search, collections }) =>
      again(async () => {
        const { corpus } = await searchHeld(collections);
        const { root, notices } = correctKeyword(search.root, vocabularyOf(corpus));
        return notices.length === 0 ? null : root;
      }),
    prepare: (collection) => corpora.preload(collection),
  };
}
