import { z } from 'zod';
import type { SearchCluster } from '../../../shared/cluster/cluster.js';
import type { KeywordNode } from '../../../shared/keyword/keyword-node.js';
import { indexedFields } from '../../match/index/collection-index.js';
import { type CorrectedKeyword, correctKeyword } from '../../match/keyword/correct-keyword.js';
import { editsBetween, type NearWord, nearestOf, spelledLike } from '../../match/keyword/nearest-word.js';
import { type HeldVocabulary, mostCounted } from '../../match/keyword/vocabulary.js';
import { aggregationsOf, bucketsShape } from './answer-shapes.js';
import { type ClusterQuery, mustMeetAll, mustMeetAny } from './cluster-query.js';
import { findDocuments } from './find-documents.js';
import type { IndexNames } from './index-schema.js';
import { phraseMark } from './keyword-query.js';
import type { PostingCache } from './posting-cache.js';

type Options = {
  cluster: SearchCluster;
  names: IndexNames;
  cache: PostingCache;
  /** What every posting of the question meets. */
  within: ClusterQuery;
};

/** How often a keyword is read at most: each time more of the words that decide is known. */
const mostRounds = 12;

/** Words that the index names as similar to one, and collections that may have a word. */
const mostSimilar = 200;
const mostCollections = 60_000;

/** Titles that are read for how they write a word. */
const titlesRead = 10;

/**
 * `correctKeyword` by the words of the index. It asks for words as if they were at hand: what is not known yet is noted and asked of
 * the cluster, and the keyword is read again, until nothing is missing. Most keywords are of common words and take one request.
 */
export async function correctRemotely(root: KeywordNode | null, options: Options): Promise<CorrectedKeyword> {
  const known = new Map<string, unknown>();
  for (let round = 0; round < mostRounds; round++) {
    const wanted = new Map<string, () => Promise<unknown>>();
    const corrected = correctKeyword(root, knownVocabulary(known, wanted, options));
    if (wanted.size === 0) return corrected;
    await Promise.all([...wanted].map(async ([name, look]) => void known.set(name, await look())));
  }
  return { root, notices: [] };
}

/** A vocabulary of what is known; what is not is `wanted`, and meanwhile taken for what corrects nothing. */
function knownVocabulary(
  known: ReadonlyMap<string, unknown>,
  wanted: Map<string, () => Promise<unknown>>,
  options: Options,
): HeldVocabulary {
  const look = <Value>(name: string, meanwhile: Value, ask: () => Promise<Value>): Value => {
    if (known.has(name)) return known.get(name) as Value;
    wanted.set(name, ask);
    return meanwhile;
  };
  return {
    postingsWith: (word) => look(`postings ${word}`, mostCounted + 1, () => count(options, inPosting(word))),
    titlesWith: (word) => look(`titles ${word}`, 0, () => count(options, inTitle(word))),
    hasAll: (words) => look(`all ${words.join(' ')}`, true, () => hasAll(options, words)),
    nearest: (word, { errors, among }) =>
      look(`near ${word} ${errors} ${among}`, null, () => nearest(options, word, { errors, among })),
    writtenInTitles: (word, slip) => look(`written ${word} ${slip}`, null, () => written(options, word, slip)),
  };
}

/** Postings that have a word themselves, not only one that may be the same opening. */
const inPosting = (word: string): ClusterQuery =>
  mustMeetAny([
    mustMeetAll([
      { term: { kind: 'single' } },
      mustMeetAny(indexedFields.map((field) => ({ term: { [field]: word } }))),
    ]),
    { term: { own: word } },
  ]);

const inTitle = (word: string): ClusterQuery =>
  mustMeetAny([mustMeetAll([{ term: { kind: 'single' } }, { term: { title: word } }]), { term: { ownTitle: word } }]);

async function count({ cluster, names, within }: Options, query: ClusterQuery): Promise<number> {
  const body = { query: mustMeetAll([within, query]) };
  const path = `/${names.postings}/_count`;
  return (await cluster.ask({ method: 'POST', path, body }, z.object({ count: z.number() }))).count;
}

const collectionsShape = aggregationsOf({ collections: bucketsShape });

/** Whether any collection has all words. */
async function hasAll(options: Options, words: readonly string[]): Promise<boolean> {
  const { cluster, names, within } = options;
  if (words.length === 1) return (await count(options, inPosting(words[0] ?? ''))) > 0;
  const having = await Promise.all(
    words.map(async (word) => {
      const aggs = { collections: { terms: { field: 'collection', size: mostCollections } } };
      const body = { size: 0, query: mustMeetAll([within, inPosting(word)]), aggs };
      const path = `/${names.postings}/_search`;
      const { aggregations } = await cluster.ask({ method: 'POST', path, body }, collectionsShape);
      return new Set(aggregations.collections.buckets.map(({ key }) => key));
    }),
  );
  const [first = new Set<string>(), ...others] = having;
  return [...first].some((key) => others.every((each) => each.has(key)));
}

const suggestedShape = z.object({
  suggest: z.record(z.string(), z.array(z.object({ options: z.array(z.object({ text: z.string() })) }))),
});

/** `nearestWord` by the words that the index names as similar. */
async function nearest(
  options: Options,
  word: string,
  { errors, among }: { errors: number; among: 'titles' | 'texts' },
): Promise<NearWord | null> {
  const { cluster, names } = options;
  const similar = (field: string) => ({
    text: word,
    term: {
      ...{
        field,
        size: mostSimilar,
        shard_size: mostSimilar,
        max_edits: errors,
        prefix_length: 1,
        analyzer: 'keyword',
      },
      ...{ suggest_mode: 'always', min_word_length: 1, string_distance: 'damerau_levenshtein', accuracy: 0.01 },
    },
  });
  const asked = among === 'titles' ? ['title'] : indexedFields;
  const body = { size: 0, suggest: Object.fromEntries(asked.map((field) => [field, similar(field)])) };
  const { suggest } = await cluster.ask({ method: 'POST', path: `/${names.postings}/_search`, body }, suggestedShape);
  const words = new Set(Object.values(suggest).flatMap(([entry]) => (entry?.options ?? []).map(({ text }) => text)));
  // Known terms of several words are words of the index, too.
  const single = [...words].filter((each) => !each.includes(phraseMark));
  const near = single.flatMap((each) => {
    const edits = editsBetween(word, each);
    const isAlike = each !== word && edits <= errors && Math.abs([...each].length - [...word].length) <= errors;
    return isAlike ? [{ word: each, edits }] : [];
  });
  const counted = await Promise.all(
    near.map(async (each) => {
      const query = among === 'titles' ? inTitle(each.word) : inPosting(each.word);
      return { ...each, postings: await count(options, query) };
    }),
  );
  return nearestOf(counted);
}

/** `writtenInTitles` of some titles that have the word. */
async function written(options: Options, word: string, slip: string): Promise<string | null> {
  const query = mustMeetAll([options.within, inTitle(word)]);
  const { documents } = await findDocuments({ ...options, query, most: titlesRead });
  const postings = await options.cache.fetch(documents);
  const titles = (postings ?? []).map(({ prepared }) => prepared.entryAt(0).job.title);
  return spelledLike(titles, word, slip);
}
