import { type Corpus, emptyCorpus, updateCorpus } from '../../match/corpus/corpus.js';
import { runInStretches } from '../../process/cooperative.js';
import type { Lacking } from '../engine.js';
import type { SearchCluster } from './cluster.js';
import { type ClusterQuery, findDocuments } from './find-documents.js';
import type { IndexNames } from './index-schema.js';
import type { NamedDocument, PostingCache } from './posting-cache.js';

/** A query whose postings are wanted; `most`: the best so many instead of all. */
export type Wanted = { query: ClusterQuery; most?: number };

/** A corpus of postings of the index, and what did not answer. */
export type Gathered = { corpus: Corpus } & Pick<Lacking, 'silent' | 'parts'>;

/** How often postings are looked for again because one was changed between the search and its reading. */
const mostTries = 5;

type Options = { cluster: SearchCluster; names: IndexNames; cache: PostingCache };

/** Makes a corpus of all postings that any of these queries finds. */
export async function gatherCorpus({ cluster, names, cache }: Options, wanted: readonly Wanted[]): Promise<Gathered> {
  for (let tries = 1; tries <= mostTries; tries++) {
    const found = await Promise.all(wanted.map((each) => findDocuments({ cluster, names, ...each })));
    const documents = new Map<string, NamedDocument>();
    for (const each of found.flatMap((some) => some.documents)) documents.set(each.name, each);
    const postings = await cache.fetch([...documents.values()]);
    if (postings === null) continue;
    const collections = postings.map(({ prepared }) => prepared);
    return {
      corpus: await runInStretches(updateCorpus(emptyCorpus, collections)),
      silent: Math.max(...found.map(({ silent }) => silent)),
      parts: Math.max(...found.map(({ parts }) => parts)),
    };
  }
  throw new Error(`Postings were changed each of ${mostTries} times that they were looked for.`);
}
