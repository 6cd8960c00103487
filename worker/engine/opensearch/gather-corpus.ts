import { type Corpus, emptyCorpus, updateCorpus } from '../../match/corpus/corpus.js';
import type { PreparedCollection } from '../../match/segment/prepared-collection.js';
import { runInStretches } from '../../process/cooperative.js';
import type { Lacking } from '../engine.js';
import type { ClusterQuery } from './cluster-query.js';
import { type ListedIndex, listAllOpenings, type OpeningPage } from './find-openings.js';
import type { FoundPosting, PostingCache } from './posting-cache.js';

/** A posting was changed between its search and its reading. */
export class PostingChanged extends Error {}

/** How often a question is asked again because postings were changed meanwhile. */
const mostTries = 5;

/** Asks again while postings change between their search and their reading. */
export async function untilUnchanged<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof PostingChanged) || tries === mostTries) throw error;
    }
}

/** Postings of the index that our code searches, more and more of them, and what did not answer. */
export type Gathering = Pick<Lacking, 'silent' | 'parts'> & {
  corpus: Corpus;
  collections: PreparedCollection[];
  names: Set<string>;
};

export const emptyGathering = (): Gathering => ({
  ...{ corpus: emptyCorpus, collections: [], names: new Set() },
  ...{ silent: 0, parts: 1 },
});

/** Notes what did not answer. */
export function noteSilent(gathering: Gathering, { silent, parts }: Pick<Lacking, 'silent' | 'parts'>): void {
  gathering.silent = Math.max(gathering.silent, silent);
  gathering.parts = Math.max(gathering.parts, parts);
}

/** Adds the postings of openings to what is searched. Rejects with `PostingChanged` when one is no longer there. */
export async function gather(
  cache: PostingCache,
  gathering: Gathering,
  openings: OpeningPage['openings'],
): Promise<void> {
  const { names } = gathering;
  const added: FoundPosting[] = [];
  for (const { parts } of openings)
    for (const part of parts)
      if (!names.has(part.name)) {
        names.add(part.name);
        added.push(part);
      }
  if (added.length === 0) return;
  const postings = await cache.fetch(added);
  if (postings === null) throw new PostingChanged('A posting was changed between its search and its reading.');
  gathering.collections = [...gathering.collections, ...postings.map(({ prepared }) => prepared)];
  gathering.corpus = await runInStretches(updateCorpus(gathering.corpus, gathering.collections));
}

/** Adds all postings that any of these queries finds. */
export async function gatherAll(
  { cache, ...listing }: ListedIndex & { cache: PostingCache },
  gathering: Gathering,
  queries: readonly ClusterQuery[],
): Promise<void> {
  const pages = await Promise.all(queries.map((query) => listAllOpenings({ ...listing, query })));
  for (const page of pages) noteSilent(gathering, page);
  await gather(
    cache,
    gathering,
    pages.flatMap(({ openings }) => openings),
  );
}
