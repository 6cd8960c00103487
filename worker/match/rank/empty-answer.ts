import { type KeywordNode, termOf } from '../../../shared/keyword/keyword-node.js';
import { leftOutSentences } from '../../../shared/search/query/left-out.js';
import { narrowingFields, type SearchSubject } from '../../../shared/search/query/query.js';
import { tableOf } from '../../../shared/table-of.js';
import { type AnalyzedSearch, requiredOf } from '../keyword/analyze-search.js';
import { broadenable } from './near-titles.js';

/** Words of a keyword tried individually. */
const wordsAtMost = 6;

/** How many jobs an empty search would find: without one field, and exactly with one word of its keyword. */
type Offers = { fields: Readonly<Record<string, number>>; words: Readonly<Record<string, number>> };

/** Counts results of alternatives to an empty search. `root`: its interpreted keyword; `find`: queries an engine. */
export async function countOffers(
  search: AnalyzedSearch,
  root: KeywordNode | null,
  find: (search: AnalyzedSearch) => Promise<{ total: number; exact: number }>,
): Promise<Offers> {
  const { subject } = search;
  const set = narrowingFields.filter((field) => subject[field] !== '');
  // All stored jobs are not an answer to a keyword without filters.
  const fields = set.length === 1 && set[0] === 'keyword' ? [] : set;
  const without = fields.map(async (field) => {
    const open: SearchSubject = { ...subject, [field]: '' };
    const required = field === 'keyword' || field === 'skills' ? requiredOf(open).root : root;
    return [field, (await find({ ...search, subject: open, root: required })).total] as const;
  });
  const alone = wordsApart(root).map(
    async (word) => [word, (await find({ ...search, root: termOf([word], { isExact: true }) })).exact] as const,
  );
  return {
    fields: tableOf(Object.fromEntries(await Promise.all(without))),
    words: tableOf(Object.fromEntries(await Promise.all(alone))),
  };
}

/** The words of a keyword to try individually, as written; none if it has only one or must be taken literally. */
function wordsApart(root: KeywordNode | null): readonly string[] {
  if (root === null || broadenable(root) === null) return [];
  const terms = root.kind === 'and' ? root.of : [root];
  const words = terms.flatMap((term) => (term.kind === 'term' ? term.words : []));
  return words.length < 2 ? [] : words.slice(0, wordsAtMost);
}

/**
 * The sentences of an answer without jobs: that nothing was found, and which alternatives would find something, with
 * counts. `null` when the search requests nothing.
 */
export function emptyNotice({ keyword }: Pick<SearchSubject, 'keyword'>, { fields, words }: Offers): string | null {
  const narrowed = Object.keys(fields).length > 0;
  if (keyword === '' && !narrowed) return null;
  const lead =
    keyword === ''
      ? 'No stored job meets all filters.'
      : `No stored job meets the keyword${narrowed ? ' and all filters' : ''}, and no title is near it.`;
  const finding = (counts: Readonly<Record<string, number>>) =>
    new Map(Object.entries(counts).filter(([, jobs]) => jobs > 0));
  const offers = leftOutSentences({ fields: finding(fields), words: finding(words) });
  const advice = narrowed ? 'Leaving out one field is not enough: leave out more.' : 'Try other or fewer words.';
  return [lead, ...(offers.length === 0 ? [advice] : offers)].join(' ');
}
