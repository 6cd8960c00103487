import { bitOf, indexedFields } from '../../match/index/collection-index.js';
import type { Clause, Keyword } from '../../match/keyword/interpret-keyword.js';
import type { Variant } from '../../match/keyword/synonyms.js';
import { keywordVector } from '../../match/occupations/keyword-vector.js';
import { titleModel } from '../../match/occupations/title-model.js';
import { nameOrWord } from '../../match/words/technology-names.js';
import { type ClusterQuery, everything, mustMeetAll, mustMeetAny } from './find-documents.js';

/** Clauses that a query may have: the default of a cluster is 1,024, filters beside the keyword take some. */
const mostClauses = 900;

/**
 * The query of all postings that may meet a keyword: none that meets it is left out. Whether words stand next to each other, and what
 * is excluded, is decided by worker/match among what it finds.
 */
export function keywordQuery({ conjunctions }: Keyword): ClusterQuery {
  if (conjunctions.length === 0) return everything;
  const queries = conjunctions.map(({ clauses }) => mustMeetAll(clauses.map(clauseQuery)));
  return countTerms(queries) > mostClauses ? everything : mustMeetAny(queries);
}

/** Single words of a clause are one query a field, phrases a query each. */
function clauseQuery({ variants }: Clause): ClusterQuery {
  const words = new Map<string, Set<string>>();
  const phrases: ClusterQuery[] = [];
  for (const variant of variants)
    for (const field of fieldsOf(variant)) {
      const [word = '', ...more] = variant.words;
      if (more.length > 0) phrases.push(mustMeetAll(variant.words.map((each) => ({ term: { [field]: each } }))));
      else words.set(field, (words.get(field) ?? new Set()).add(word));
    }
  return mustMeetAny([...[...words].map(([field, its]) => ({ terms: { [field]: [...its] } })), ...phrases]);
}

const fieldsOf = ({ ignored }: Variant): string[] => indexedFields.filter((_, at) => (ignored & bitOf(at)) === 0);

/** The queries of words within a query. */
function countTerms(query: unknown): number {
  if (typeof query !== 'object' || query === null) return 0;
  const own = 'term' in query || 'terms' in query ? 1 : 0;
  return Object.values(query).reduce((sum: number, each) => sum + countTerms(each), own);
}

/**
 * The query of titles that may be near to a keyword (worker/match/rank/near-titles.ts), scored by what their words tell, as
 * candidates are chosen there.
 */
export function nearTitleQuery(words: readonly string[]): ClusterQuery {
  const { words: asked } = keywordVector(titleModel(), words.map(nameOrWord));
  return mustMeetAny(asked.map(([word, boost]) => ({ constant_score: { filter: { term: { title: word } }, boost } })));
}
