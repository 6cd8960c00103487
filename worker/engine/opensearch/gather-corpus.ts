import { type Corpus, emptyCorpus, extendCorpus } from '../../match/corpus/corpus.js';
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
  names: Set<string>;
};

export const emptyGathering = (): Gathering => ({
  ...{ corpus: emptyCorpus, names: new Set() },
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
  const added: FoundPosting[][] = [];
  for (const { parts } of openings) {
    const unknown = parts.filter(({ name }) => !names.has(name));
    for (const { name } of unknown) names.add(name);
    if (unknown.length > 0) added.push(unknown);
  }
  if (added.length === 0) return;
  const postings = await cache.fetch(added.flat());
  if (postings === null) throw new PostingChanged('A posting was changed between its search and its reading.');
  const prepared = new Map(postings.map((posting) => [posting.name, posting.prepared]));
  // Postings that may be one opening are told by each of its documents, so that no two groups have any in common.
  const groups = added.map((group) => group.flatMap(({ name }) => prepared.get(name) ?? []));
  gathering.corpus = await runInStretches(extendCorpus(gathering.corpus, groups));
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
