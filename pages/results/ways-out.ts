import { readLeftOut, withoutWords } from '../../shared/search/query/left-out.js';
import { wordOf } from '../components/words.js';
import type { Answer, Query } from '../search/answer.js';
import { defaults, filterNames } from '../search/query.js';

/** As many words of a keyword are tried one by one: each count is a search. */
const mostWords = 4;

/** The same search without one word or filter, and the jobs that it finds. */
export type WayOut = { key: string; label: string; query: Query; jobs: number };

/**
 * What can be left out of a search that finds nothing, what finds most first; what finds nothing either is not in it. The answer itself
 * says it of the filters and of a word alone; `countOf`: the jobs of another search, 0 = not known.
 */
export function waysOut({ query, notices }: Answered, countOf: (query: Query) => number): WayOut[] {
  const leftOut = readLeftOut(notices);
  const filters = filterNames.map((name) => ({
    ...{ key: name, jobs: leftOut.fields.get(name) ?? 0 },
    label: withoutWords(name, wordOf(name, query[name])),
    query: { ...query, [name]: defaults[name], page: '0' },
  }));
  const words = shorterSearches(query).map(({ word, query: other }) => ({
    ...{ key: `word ${word}`, label: `Without “${word}”`, query: other, jobs: countOf(other) },
  }));
  const alone = [...leftOut.words].map(([word, jobs]) => ({
    ...{ key: `only ${word}`, label: `Only “${word}”`, query: { ...query, keyword: word, page: '0' }, jobs },
  }));
  // Of two words, each is alone without the other, whose count may not be known.
  const counted = words.filter(({ jobs }) => jobs > 0);
  const isNew = ({ query: { keyword } }: WayOut): boolean =>
    counted.every(({ query: { keyword: one } }) => one !== keyword);
  return [...counted, ...filters, ...alone.filter(isNew)]
    .filter(({ jobs }) => jobs > 0)
    .sort((one, other) => other.jobs - one.jobs);
}

type Answered = Pick<Answer, 'query' | 'notices'>;

/** A search for several plain words without each of them in turn; none for one with operators, whose parts belong together. */
export function shorterSearches(query: Query): { word: string; query: Query }[] {
  const { keyword } = query;
  const words = keyword.split(/\s+/).filter((word) => word !== '');
  if (words.length < 2 || words.length > mostWords || /["():|]|\b(?:or|and|not)\b/i.test(keyword)) return [];
  return words.map((word, at) => {
    const rest = words.filter((_, index) => index !== at).join(' ');
    return { word, query: { ...query, keyword: rest, page: '0' } };
  });
}
