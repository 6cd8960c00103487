import type { FieldName, Query } from '../search/answer.js';
import { countWithout, type FacetLoader } from '../search/facets.js';
import { type Defaults, filterNames, wordOf } from '../search/query.js';

/** As many words of a keyword are tried one by one: each count is a search. */
const mostWords = 4;

/** The same search without one word or filter; `jobs` is what it finds, `null` while that is not known. */
export type WayOut = { key: string; label: string; query: Query; jobs: number | null };

export type WaysOut = {
  /** What can be left out of a search that finds nothing, what finds most first; what finds nothing either is left out. */
  of(query: Query): WayOut[];
  /** Counts what is found without each word; those of the filters are in the counts of the search itself. */
  load(query: Query, left: number | null): void;
};

/** Finds the word or filter whose removal helps a search that finds nothing. */
export function createWaysOut(facets: FacetLoader, defaults: Defaults): WaysOut {
  const fieldsOf = (query: Query): FieldName[] => filterNames.filter((name) => query[name] !== defaults[name]);
  const without = (query: Query, name: FieldName): Query => ({ ...query, [name]: defaults[name], page: '0' });
  const counted = (query: Query): number | null => facets.of(query)?.total ?? null;

  return {
    of(query) {
      const known = facets.of(query);
      const fields = fieldsOf(query).map((name): WayOut => {
        const rest = without(query, name);
        const label = name === 'salary' ? 'Without the pay filter' : `Without “${wordOf(name, query[name])}”`;
        return { key: name, label, query: rest, jobs: countWithout(known, name) ?? counted(rest) };
      });
      const words = shorter(query.keyword).map(({ word, rest }): WayOut => {
        const other = { ...query, keyword: rest, page: '0' };
        return { key: `word ${word}`, label: `Without “${word}”`, query: other, jobs: counted(other) };
      });
      return [...words, ...fields]
        .filter(({ jobs }) => jobs !== 0)
        .sort((one, other) => (other.jobs ?? -1) - (one.jobs ?? -1));
    },
    load(query, left) {
      const others = shorter(query.keyword).map(({ rest }) => ({ ...query, keyword: rest, page: '0' }));
      // The counts of a search are those of its filters; those of no keyword are another search's.
      const all = fieldsOf(query).length > 1 && query.keyword !== '' ? [...others, without(query, 'keyword')] : others;
      for (const each of all) facets.load(each, { left, isComplete: true });
    },
  };
}

/** A keyword of several plain words, without each of them in turn; none for one with operators, whose parts belong together. */
function shorter(keyword: string): { word: string; rest: string }[] {
  const words = keyword.split(/\s+/).filter((word) => word !== '');
  if (words.length < 2 || words.length > mostWords || /["():|]|\b(?:or|and|not)\b/i.test(keyword)) return [];
  return words.map((word, at) => ({ word, rest: words.filter((_, index) => index !== at).join(' ') }));
}
