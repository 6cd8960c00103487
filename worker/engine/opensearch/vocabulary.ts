/** Corrects the misspellings of a keyword by the words of the index. */
import { z } from 'zod';
import type { SearchCluster } from '../../../shared/cluster/cluster.js';
import type { KeywordNode } from '../../../shared/keyword/keyword-node.js';
import {
  type CorrectedKeyword,
  correctKeyword,
  type HeldVocabulary,
  type KnownPart,
  knownPart,
  mostCounted,
} from '../../match/keyword/correct-keyword.js';
import { editsBetween, type NearWord, nearestOf, spelledLike } from '../../match/keyword/nearest-word.js';
import { findOpenings } from './find-openings.js';
import type { IndexNames } from './index-schema.js';
import { allMet, type ClusterQuery, phraseMark } from './keyword-query.js';
import type { OpeningCache } from './packed-posting.js';

type Options = { cluster: SearchCluster; names: IndexNames; cache: OpeningCache };

/** How often a keyword is read at most: each time more of the words that decide is known. */
const mostRounds = 12;

/** Words that the index names as similar to one. */
const mostSimilar = 200;

/** Titles that are read for how they write a word. */
const titlesRead = 10;

/**
 * `correctKeyword` by the words of the index. It looks words up as if they were at hand: what is not known yet is noted and asked of
 * the cluster, and the keyword is read again, until nothing is missing. Most keywords are of common words and take one request.
 */
export const correctByIndex = async (root: KeywordNode | null, options: Options): Promise<CorrectedKeyword> =>
  (await readByIndex((held) => correctKeyword(root, held), options)) ?? { root, notices: [] };

/** `knownPart` by the words of the index. */
export const knownByIndex = (root: KeywordNode | null, options: Options): Promise<KnownPart | null> =>
  readByIndex((held) => knownPart(root, held), options);

/** What `read` finds by the words of the index; `null` = it asks for too much. */
async function readByIndex<Found>(read: (held: HeldVocabulary) => Found, options: Options): Promise<Found | null> {
  const known = new Map<string, unknown>();
  for (let round = 0; round < mostRounds; round++) {
    const wanted = new Map<string, () => Promise<unknown>>();
    const found = read(knownVocabulary(known, wanted, options));
    if (wanted.size === 0) return found;
    await Promise.all([...wanted].map(async ([name, look]) => void known.set(name, await look())));
  }
  return null;
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
    postingsWith: (word) => look(`postings ${word}`, mostCounted + 1, () => count(options, having([word]))),
    titlesWith: (word) => look(`titles ${word}`, 0, () => count(options, { term: { title: word } })),
    hasAll: (words) => look(`all ${words.join(' ')}`, true, async () => (await count(options, having(words))) > 0),
    nearest: (word, { errors, among }) =>
      look(`near ${word} ${errors} ${among}`, null, () => nearest(options, word, { errors, among })),
    writtenInTitles: (word, slip) => look(`written ${word} ${slip}`, null, () => written(options, word, slip)),
  };
}

const having = (words: readonly string[]): ClusterQuery => allMet(words.map((word) => ({ term: { all: word } })));

async function count({ cluster, names }: Options, query: ClusterQuery): Promise<number> {
  const path = `/${names.openings}/_count`;
  return (await cluster.ask({ method: 'POST', path, body: { query } }, z.object({ count: z.number() }))).count;
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
      field,
      size: mostSimilar,
      shard_size: mostSimilar,
      max_edits: errors,
      prefix_length: 1,
      analyzer: 'keyword',
      suggest_mode: 'always',
      min_word_length: 1,
      string_distance: 'damerau_levenshtein',
      accuracy: 0.01,
    },
  });
  const field = among === 'titles' ? 'title' : 'all';
  const body = { size: 0, suggest: { [field]: similar(field) } };
  const { suggest } = await cluster.ask({ method: 'POST', path: `/${names.openings}/_search`, body }, suggestedShape);
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
      const query = among === 'titles' ? { term: { title: each.word } } : having([each.word]);
      return { ...each, postings: await count(options, query) };
    }),
  );
  return nearestOf(counted);
}

/** `writtenInTitles` of some titles that have the word. */
async function written(options: Options, word: string, slip: string): Promise<string | null> {
  const { openings } = await findOpenings({ ...options, query: { term: { title: word } }, most: titlesRead });
  const fetched = await options.cache.fetch(openings);
  const titles = (fetched ?? []).flat().map(({ prepared }) => prepared.entryAt(0).job.title);
  return spelledLike(titles, word, slip);
}
