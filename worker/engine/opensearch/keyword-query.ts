import { bitOf, fieldWeights, type IndexedField, indexedFields } from '../../match/index/collection-index.js';
import type { Clause, Condition, Conjunction, Keyword } from '../../match/keyword/interpret-keyword.js';
import { isKnownPhrase } from '../../match/keyword/known-phrases.js';
import type { Variant } from '../../match/keyword/synonyms.js';
import { nearKeyword } from '../../match/rank/near-titles.js';
import { clauseWeights } from '../../match/rank/score/clause-weights.js';
import {
  boundsOfAll,
  boundsOfAny,
  type ClusterQuery,
  everything,
  exactBounds,
  mustMeetAll,
  mustMeetAny,
  negatedBounds,
  type QueryBounds,
} from './cluster-query.js';

/** Clauses that a query may have: the default of a cluster is 1,024, and those of the keyword are asked several times over. */
const mostClauses = 900;
const mostClausesOfBoth = 120;

/** Bounds of the postings that meet a keyword; of a very long keyword nothing is sure. Without conjunctions all meet it. */
export function keywordQuery({ conjunctions }: Keyword): QueryBounds {
  if (conjunctions.length === 0) return exactBounds(everything);
  const bounds = boundsOfAny(conjunctions.map(conjunctionQuery));
  const clauses = countTerms(bounds.maybe);
  if (clauses <= mostClausesOfBoth) return bounds;
  return { sure: mustMeetAny([]), maybe: clauses > mostClauses ? everything : bounds.maybe };
}

const conjunctionQuery = ({ clauses, without }: Conjunction): QueryBounds =>
  boundsOfAll([...clauses.map(clauseQuery), ...without.map((each) => negatedBounds(conditionQuery(each)))]);

const clauseQuery = ({ variants }: Clause): QueryBounds => variantsQuery(variants);

function conditionQuery(condition: Condition): QueryBounds {
  switch (condition.kind) {
    case 'holds':
      return variantsQuery(condition.variants);
    case 'not':
      return negatedBounds(conditionQuery(condition.of));
    case 'all':
      return boundsOfAll(condition.of.map(conditionQuery));
    case 'any':
      return boundsOfAny(condition.of.map(conditionQuery));
  }
}

/** Whether the index has the words of a variant as one term. */
const isTerm = ({ words }: Variant): boolean => words.length === 1 || isKnownPhrase(words);

/** What joins the words of a term; no word has it. */
export const phraseMark = '¦';

/** The term of words that are side by side. */
export const phraseTerm = (words: string): string => words.replaceAll(' ', phraseMark);

const variantsQuery = (variants: readonly Variant[]): QueryBounds => exactBounds(wordsQuery(variants, indexedFields));

const fieldsOf = ({ ignored }: Variant): IndexedField[] => indexedFields.filter((_, at) => (ignored & bitOf(at)) === 0);

/** The query of postings that have any of these variants in one of these fields: one query a field, and one for each other phrase. */
function wordsQuery(variants: readonly Variant[], fields: readonly IndexedField[]): ClusterQuery {
  return mustMeetAny(
    fields.flatMap((field) => {
      const having = variants.filter((each) => fieldsOf(each).includes(field));
      const terms = having.filter(isTerm).map(({ words }) => phraseTerm(words.join(' ')));
      const others = having.filter((each) => !isTerm(each)).map(({ words }) => phraseQuery(field, words));
      return terms.length === 0 ? others : [{ terms: { [field]: [...new Set(terms)] } }, ...others];
    }),
  );
}

/** The query of postings that have words side by side in a field. */
const phraseQuery = (field: string, words: readonly string[]): ClusterQuery => ({
  match_phrase: { [field]: words.join(' ') },
});

/** The queries of words within a query. */
function countTerms(query: unknown): number {
  if (typeof query !== 'object' || query === null) return 0;
  const leaf = 'term' in query || 'terms' in query || 'match_phrase' in query ? 1 : 0;
  return Object.values(query).reduce((sum: number, each) => sum + countTerms(each), leaf);
}

/** What of a keyword decides which band of scores a posting can reach (worker/match/rank/score/text-score.ts). */
type KeywordBands = {
  /** Every clause is met in the keyword's own words by the title, or by the company or the facts. */
  own: ClusterQuery;
  /** The company meets a clause. */
  employer: ClusterQuery;
  /** The title or the company meets a clause. */
  named: ClusterQuery;
  /** The title, the company, the skills or the facts meet every clause. */
  stated: ClusterQuery;
  /** Scored by how well the keyword is met: at most 1, as `Hits.weights` divided by the number of clauses. */
  met: ClusterQuery;
};

/** Queries that hold for all postings that can reach a band; more may meet them. */
export function keywordBands({ conjunctions }: Keyword): KeywordBands {
  const anyHas = (of: (clauses: readonly Clause[]) => ClusterQuery): ClusterQuery =>
    mustMeetAny(conjunctions.filter(({ clauses }) => clauses.length > 0).map(({ clauses }) => of(clauses)));
  const inFields = ({ variants }: Clause, fields: readonly IndexedField[]): ClusterQuery =>
    wordsQuery(variants, fields);
  const isOwn = (clause: Clause): ClusterQuery =>
    mustMeetAny([
      inFields({ ...clause, variants: clause.variants.filter(({ weight }) => weight === 1) }, ['title']),
      inFields(clause, ['company', 'facts']),
    ]);
  return {
    own: anyHas((clauses) => mustMeetAll(clauses.map(isOwn))),
    employer: anyHas((clauses) => mustMeetAny(clauses.map((each) => inFields(each, ['company'])))),
    named: anyHas((clauses) => mustMeetAny(clauses.map((each) => inFields(each, ['title', 'company'])))),
    stated: anyHas((clauses) =>
      mustMeetAll(clauses.map((each) => inFields(each, ['title', 'company', 'tags', 'facts']))),
    ),
    met: { dis_max: { queries: conjunctions.map(metQuery) } },
  };
}

/** How often a text has a word, at least, and the weight of that: as `occurrenceWeight`. */
const frequencies = [
  [2, 1.5],
  [3, 1.8],
  [4, 2],
] as const;

/** The indexed word for a word that a text has several times; four means four or more. */
export const frequentWord = (word: string, times: number): string => `${Math.min(4, times)} ${word}`;

/** The sum of the weights of a conjunction's clauses, by the best field and variant of each. */
function metQuery({ clauses }: Conjunction): ClusterQuery {
  const counts = clauseWeights(clauses);
  const weighed = clauses.map(({ variants }, at) => weightQuery(variants, (counts[at] ?? 1) / clauses.length));
  return weighed.length === 0 ? { constant_score: { filter: everything, boost: 0 } } : { bool: { must: weighed } };
}

/** Scored by the highest weight of a variant in a field, times a factor. */
function weightQuery(variants: readonly Variant[], factor: number): ClusterQuery {
  const byWeight = new Map<string, { field: string; words: Set<string>; boost: number }>();
  const queries: ClusterQuery[] = [];
  const add = (field: string, word: string, boost: number): void => {
    const name = `${field} ${boost}`;
    const known = byWeight.get(name) ?? { field, words: new Set(), boost };
    known.words.add(word);
    byWeight.set(name, known);
  };
  for (const variant of variants)
    for (const field of fieldsOf(variant)) {
      const { words, weight } = variant;
      const boost = factor * weight * fieldWeights[field];
      const [word = ''] = words;
      if (isTerm(variant)) add(field, phraseTerm(words.join(' ')), boost);
      else queries.push({ constant_score: { filter: phraseQuery(field, words), boost } });
      if (field === 'text' && words.length === 1)
        for (const [times, more] of frequencies) add('frequent', frequentWord(word, times), boost * more);
    }
  for (const { field, words, boost } of byWeight.values())
    queries.push({ constant_score: { filter: { terms: { [field]: [...words] } }, boost } });
  return { dis_max: { queries } };
}

/**
 * The query of titles that may be near to a keyword (worker/match/rank/near-titles.ts), scored by what their words tell, as
 * candidates are chosen there. The names of the queries that a document meets are the words of the keyword that its text has.
 */
export function nearTitleQuery(words: readonly string[]): ClusterQuery {
  const { own, words: asked } = nearKeyword(words);
  const inText = [...own.words.keys()].map((word) => ({ term: { text: { value: word, boost: 0, _name: word } } }));
  const titles = asked.map(([word, boost]) => ({ constant_score: { filter: { term: { title: word } }, boost } }));
  return { bool: { must: [mustMeetAny(titles)], should: inText } };
}
