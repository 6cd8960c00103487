import { readLeftOut, withoutWords } from '../../shared/search/query/left-out.js';
import type { Answer, Query } from '../search/answer.js';
import type { FacetLoader } from '../search/facets.js';
import { type Defaults, filterNames, wordOf } from '../search/query.js';

/** As many words of a keyword are tried one by one: each count is a search. */
const mostWords = 4;

/** The same search without one word or filter, and the jobs that it finds. */
export type WayOut = { key: string; label: string; query: Query; jobs: number };

export type WaysOut = {
  /** What can be left out of a search that finds nothing, what finds most first; what finds nothing either, or is not counted yet, is not in it. */
  of(answer: Pick<Answer, 'query' | 'notices'>): WayOut[];
  /** Counts what is found without each word of the keyword; the answer itself says it of the filters and of a word alone. */
  load(query: Query, left: number | null): void;
};

/** Finds the word or filter whose removal helps a search that finds nothing. */
export function createWaysOut(facets: FacetLoader, defaults: Defaults): WaysOut {
  return {
    of({ query, notices }) {
      const leftOut = readLeftOut(notices);
      const filters = filterNames.map((name) => ({
        ...{ key: name, jobs: leftOut.fields.get(name) ?? 0 },
        label: withoutWords(name, wordOf(name, query[name])),
        query: { ...query, [name]: defaults[name], page: '0' },
      }));
      const words = shorter(query).map(({ word, query: other }) => ({
        ...{ key: `word ${word}`, label: `Without “${word}”`, query: other, jobs: facets.of(other)?.total ?? 0 },
      }));
      const alone = [...leftOut.words].map(([word, jobs]) => ({
        ...{ key: `only ${word}`, label: `Only “${word}”`, query: { ...query, keyword: word, page: '0' }, jobs },
      }));
      // Of two words, each is alone without the other.
      const isNew = ({ query: { keyword } }: WayOut): boolean =>
        words.every(({ query: { keyword: one } }) => one !== keyword);
      return [...words, ...filters, ...alone.filter(isNew)]
        .filter(({ jobs }) => jobs > 0)
        .sort((one, other) => other.jobs - one.jobs);
    },
    load(query, left) {
      for (const { query: other } of shorter(query)) facets.load(other, { left, isComplete: true });
    },
  };
}

/** A search for several plain words without each of them in turn; none for one with operators, whose parts belong together. */
function shorter(query: Query): { word: string; query: Query }[] {
  const { keyword } = query;
  const words = keyword.split(/\s+/).filter((word) => word !== '');
  if (words.length < 2 || words.length > mostWords || /["():|]|\b(?:or|and|not)\b/i.test(keyword)) return [];
  return words.map((word, at) => {
    const rest = words.filter((_, index) => index !== at).join(' ');
    return { word, query: { ...query, keyword: rest, page: '0' } };
  });
}
