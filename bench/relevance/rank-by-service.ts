import type { HeldJob } from '../../shared/search/job.js';
import { anySearch } from '../../shared/search/query/query.js';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { createCorpus } from '../../worker/match/corpus/corpus.js';
import { prepareCollection } from '../../worker/match/corpus/load-collections.js';
import { searchCorpus } from '../../worker/match/rank/search-corpus.js';

/** Ranks postings for a query: ids, best first, at most `depth`. */
export type Ranker = (query: string, depth: number) => string[];

/** The service's own ranking of postings, with one collection per source. */
export function rankByService(jobs: readonly HeldJob[], now: Date): Ranker {
  const gazetteer = loadGazetteer();
  const sources = [...new Set(jobs.map(({ source }) => source))];
  const corpus = createCorpus(
    sources.map((source) =>
      prepareCollection(
        source,
        jobs.filter((job) => job.source === source),
      ),
    ),
  );
  return (keyword, depth) =>
    searchCorpus(corpus, { ...anySearch, keyword }, { now, gazetteer })
      .take(depth)
      .map(({ id }) => id);
}
