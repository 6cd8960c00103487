/** Corrects the misspellings of a keyword by the words of the index. */
import { z } from 'zod';
import { type HeldVocabulary, mostCounted } from '../../match/keyword/correct-keyword.js';
import { editsBetween, type NearWord, nearestOf, spelledLike } from '../../match/keyword/nearest-word.js';
import { allMet, type ClusterQuery, phraseMark } from './keyword-query.js';
import { askOpenings, countOpenings, findOpenings, type Index } from './openings.js';

/** Limits: interpretations of a keyword, similar words from the index, and titles read for a spelling. */
const mostRounds = 12;
const mostSimilar = 200;
const titlesRead = 10;

/**
 * The result of `read` with the words of the index; `null` = it needs too much. `read` looks words up as if they were
 * at hand: unknown ones are recorded and requested from the cluster, and `read` is called again, until nothing is
 * missing. Most keywords consist of common words and take one request.
 */
export async function readByIndex<Found>(index: Index, read: (held: HeldVocabulary) => Found): Promise<Found | null> {
  const known = new Map<string, unknown>();
  for (let round = 0; round < mostRounds; round++) {
    const wanted = new Map<string, () => Promise<unknown>>();
    // Unknown words are assumed to correct nothing.
    const look = <Value>(name: string, meanwhile: Value, ask: () => Promise<Value>): Value => {
      if (known.has(name)) return known.get(name) as Value;
      wanted.set(name, ask);
      return meanwhile;
    };
    const found = read({
      postingsWith: (word) => look(`postings ${word}`, mostCounted + 1, () => count(index, having([word]))),
      titlesWith: (word) => look(`titles ${word}`, 0, () => count(index, { term: { title: word } })),
      hasAll: (words) => look(`all ${words.join(' ')}`, true, async () => (await count(index, having(words))) > 0),
      nearest: (word, options) =>
        look(`near ${word} ${options.errors} ${options.among}`, null, () => nearest(index, word, options)),
      writtenInTitles: (word, slip) => look(`written ${word} ${slip}`, null, () => written(index, word, slip)),
    });
    if (wanted.size === 0) return found;
    await Promise.all([...wanted].map(async ([name, ask]) => void known.set(name, await ask())));
  }
  return null;
}

const having = (words: readonly string[]): ClusterQuery => allMet(words.map((word) => ({ term: { all: word } })));

const count = async (index: Index, query: ClusterQuery): Promise<number> => (await countOpenings(index, query)).total;

const suggestedShape = z.object({
  suggest: z.object({
    near: z.tuple([z.object({ options: z.array(z.object({ text: z.string(), freq: z.number() })) })]),
  }),
});

/** `nearestWord`, applied to the words that the index names as similar. */
async function nearest(
  index: Index,
  word: string,
  { errors, among }: { errors: number; among: 'titles' | 'texts' },
): Promise<NearWord | null> {
  const field = among === 'titles' ? 'title' : 'all';
  const term = {
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
  };
  const { suggest } = await askOpenings(index, { suggest: { near: { text: word, term } } }, suggestedShape);
  const near = nearestOf(
    suggest.near[0].options.flatMap(({ text, freq }) => {
      const edits = editsBetween(word, text);
      // Known terms of several words are also words of the index.
      const isAlike = text !== word && edits <= errors && !text.includes(phraseMark);
      return isAlike ? [{ word: text, postings: freq, edits }] : [];
    }),
  );
  // The index also counts removed openings.
  return near && nearestOf([{ ...near, postings: await count(index, { term: { [field]: near.word } }) }]);
}

/** `writtenInTitles` of some titles with the word. */
async function written(index: Index, word: string, slip: string): Promise<string | null> {
  const { openings } = await findOpenings(index, { query: { term: { title: word } }, most: titlesRead });
  const titles = openings.flatMap(({ postings }) => postings.map(({ prepared }) => prepared.entryAt(0).job.title));
  return spelledLike(titles, word, slip);
}
