import { type KeywordNode, termOf } from '../../../shared/keyword/keyword-node.js';
import type { NarrowingField } from '../../../shared/search/fields.js';
import { leftOutSentences } from '../../../shared/search/query/left-out.js';
import { asksRemote, narrowingFields, type SearchSubject } from '../../../shared/search/query/query.js';
import { tableOf } from '../../../shared/table-of.js';
import type { Corpus } from '../corpus/corpus.js';
import { requiredOf } from '../keyword/analyze-search.js';
import { type CorrectedKeyword, correctKeyword, vocabularyOf } from '../keyword/correct-keyword.js';
import { interpretKeyword } from '../keyword/interpret-keyword.js';
import { createOpenFilter, facetItemsOf, findFacetItems, keptAllBut } from './facet-items.js';
import { createFilter, type FilterTools } from './filter/filter.js';
import { broadenable, nearUpTo, similarTitles } from './near-titles.js';
import { findExact } from './score/find-hits.js';

/** Words of a keyword that are tried one by one. */
const wordsAtMost = 6;

/** How many jobs a search would have: those that meet everything, and near ones, which fill up few of the former. */
type Offered = readonly [exact: number, near: number];

/** What a search without any job would find: with one field left out, and with only one word of its keyword. */
export type Offers = {
  fields: Readonly<Record<string, Offered>>;
  words: Readonly<Record<string, number>>;
};

/** Counts what would find something in place of a search that finds nothing. */
export function countOffers(
  corpus: Corpus,
  query: SearchSubject,
  { reading, ...tools }: FilterTools & { reading: CorrectedKeyword },
): Offers {
  const { root } = reading;
  const words = broadenable(root);
  const exact = findFacetItems(corpus, query, { keyword: interpretKeyword(root), ...tools });
  const filterOpen = createOpenFilter(query, tools);
  const titles = words === null ? [] : similarTitles(corpus, { words, exact: exact.items, filterItems: filterOpen });
  const near = facetItemsOf(
    Int32Array.from(titles, ({ item }) => item),
    query,
    tools,
  );
  const set = narrowingFields.filter((field) => query[field] !== '');
  const isKeywordAlone = set.length === 1 && set[0] === 'keyword';
  const filterItems = createFilter(query, tools);
  const without = (field: NarrowingField): Offered => {
    if (field === 'keyword' || field === 'skills') {
      const { root: left } = requiredOf({ ...query, [field]: '' });
      const { items } = findExact(corpus, interpretKeyword(left), filterItems);
      const leftWords = broadenable(left);
      const added = leftWords === null ? [] : similarTitles(corpus, { words: leftWords, exact: items, filterItems });
      return [items.length, added.length];
    }
    const remote = asksRemote(query) && field !== 'remoteFilter';
    return [keptAllBut(exact, field, { remote }).length, keptAllBut(near, field, { remote }).length];
  };
  const apart = wordsApart(root);
  const alone = (word: string): number => {
    const { root: one } = correctKeyword(termOf([word], { isExact: true }), vocabularyOf(corpus));
    return findExact(corpus, interpretKeyword(one), filterItems).items.length;
  };
  return {
    // All stored jobs are no answer to a keyword that has no filter.
    fields: tableOf(Object.fromEntries(isKeywordAlone ? [] : set.map((field) => [field, without(field)]))),
    words: tableOf(Object.fromEntries(apart.map((word) => [word, alone(word)]))),
  };
}

/** The words of a keyword that are tried one by one, as they are written; none where it has one or is meant as it is. */
export function wordsApart(root: KeywordNode | null): readonly string[] {
  if (root === null || broadenable(root) === null) return [];
  const terms = root.kind === 'and' ? root.of : [root];
  const words = terms.flatMap((term) => (term.kind === 'term' ? term.words : []));
  return words.length < 2 ? [] : words.slice(0, wordsAtMost);
}

/**
 * The sentences of an answer without jobs: that nothing was found, and what would find something, with counts. `null` when
 * the search asks for nothing.
 */
export function emptyNotice({ keyword }: Pick<SearchSubject, 'keyword'>, { fields, words }: Offers): string | null {
  const narrowed = Object.keys(fields).length > 0;
  if (keyword === '' && !narrowed) return null;
  const lead =
    keyword === ''
      ? 'No stored job meets all filters.'
      : `No stored job meets the keyword${narrowed ? ' and all filters' : ''}, and no title is near it.`;
  const jobsOf = ([exact, near]: Offered): number => exact + Math.min(near, Math.max(0, nearUpTo - exact));
  const finding = (counts: readonly (readonly [string, number])[]) => new Map(counts.filter(([, jobs]) => jobs > 0));
  const offers = leftOutSentences({
    fields: finding(Object.entries(fields).map(([field, count]) => [field, jobsOf(count)])),
    words: finding(Object.entries(words)),
  });
  const advice = narrowed ? 'Leaving out one field is not enough: leave out more.' : 'Try other or fewer words.';
  return [lead, ...(offers.length === 0 ? [advice] : offers)].join(' ');
}
