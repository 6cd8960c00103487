/** A keyword as index queries: which openings match it, which state it, their scores, and similar titles. */
import { bitOf, fieldWeights, type IndexedField, indexedFields } from '../../match/index/collection-index.js';
import type { Clause, Condition, Keyword } from '../../match/keyword/interpret-keyword.js';
import { isKnownPhrase, type Variant } from '../../match/keyword/synonyms.js';
import { parts } from '../../match/occupations/title-similarity.js';
import { nearKeyword } from '../../match/rank/near-titles.js';
import { scoreParts } from '../../match/rank/score/rank.js';

/** A query in OpenSearch's language; those below are joined without needless nesting. */
export type ClusterQuery = Readonly<Record<string, unknown>>;

export const everything: ClusterQuery = { match_all: {} };
export const nothing: ClusterQuery = { match_none: {} };

/** A query that requires all of these. */
export const allMet = (queries: readonly ClusterQuery[]): ClusterQuery => {
  const parts = queries.filter((query) => query !== everything);
  const [only] = parts;
  if (parts.includes(nothing)) return nothing;
  return parts.length > 1 ? { bool: { filter: parts } } : (only ?? everything);
};

/** A query that requires any of these; an empty list matches nothing. */
export const anyMet = (queries: readonly ClusterQuery[]): ClusterQuery => {
  const parts = queries.filter((query) => query !== nothing);
  const [only] = parts;
  if (parts.includes(everything)) return everything;
  return parts.length > 1 ? { bool: { should: parts, minimum_should_match: 1 } } : (only ?? nothing);
};

/** A query that matches what this one does not. */
export const noneMet = (query: ClusterQuery): ClusterQuery =>
  query === everything ? nothing : query === nothing ? everything : { bool: { must_not: [query] } };

/** Matches what a query matches, each with the same score. */
const scored = (filter: ClusterQuery, boost: number): ClusterQuery => ({ constant_score: { filter, boost } });

/** Combined fields, and the fields they contain; `own`: an opening's own names. */
const joined = {
  all: indexedFields,
  head: ['title', 'company', 'tags', 'facts'],
  own: ['title', 'company', 'facts'],
} as const satisfies Record<string, readonly IndexedField[]>;
type JoinedField = keyof typeof joined;

/** Phrases of a query: each is a clause, of which a cluster accepts 1,024. Leaves out the likeliest beyond. */
const mostPhrases = 60;

/** Joins the words of a term; no word contains it. */
export const phraseMark = '¦';

/** The term of adjacent words. */
export const phraseTerm = (words: string): string => words.replaceAll(' ', phraseMark);

/** Whether the index has the words of a variant as one term. */
const isTerm = ({ words }: Variant): boolean => words.length === 1 || isKnownPhrase(words);

const isIn = ({ ignored }: Variant, field: IndexedField): boolean =>
  (ignored & bitOf(indexedFields.indexOf(field))) === 0;

/** The query of openings with any of these variants in any of the allowed fields of `within`. */
function variantsQuery(variants: readonly Variant[], within: JoinedField | IndexedField): ClusterQuery {
  const fields: readonly IndexedField[] = within in joined ? joined[within as JoinedField] : [within as IndexedField];
  const terms = new Map<string, Set<string>>();
  const phrases: ClusterQuery[] = [];
  for (const variant of variants) {
    const having = fields.filter((field) => isIn(variant, field));
    const words = variant.words.join(' ');
    if (isTerm(variant))
      for (const field of having.length === fields.length ? [within] : having)
        terms.set(field, (terms.get(field) ?? new Set()).add(phraseTerm(words)));
    else for (const field of having) phrases.push({ match_phrase: { [field]: words } });
  }
  const ofTerms = [...terms].map(([field, words]) => ({ terms: { [field]: [...words] } }));
  return anyMet([...ofTerms, ...phrases.slice(0, mostPhrases)]);
}

function conditionQuery(condition: Condition): ClusterQuery {
  if (condition.kind === 'holds') return variantsQuery(condition.variants, 'all');
  if (condition.kind === 'not') return noneMet(conditionQuery(condition.of));
  return (condition.kind === 'all' ? allMet : anyMet)(condition.of.map(conditionQuery));
}

/** The query of openings that match a keyword, in any of their fields (`all`) or without their texts (`head`). */
export function keywordQuery({ conjunctions }: Keyword, within: 'all' | 'head' = 'all'): ClusterQuery {
  if (conjunctions.length === 0) return everything;
  return anyMet(
    conjunctions.map(({ clauses, without }) =>
      allMet([
        ...clauses.map(({ variants }) => variantsQuery(variants, within)),
        ...without.map((each) => noneMet(conditionQuery(each))),
      ]),
    ),
  );
}

/** The weight of a band of scores relative to the fields: openings of a higher band come first. */
const band = 2;

/**
 * The scores of openings that match a keyword: the bands of worker/match/rank/score (exact words, in the title), field
 * weights, adjacent words, the work named in the title, its length, recency, and whether several boards list it.
 */
export function scoreQueries({ conjunctions }: Keyword, now: number): ClusterQuery[] {
  const scores = conjunctions.flatMap(({ clauses }) => (clauses.length === 0 ? [] : [conjunctionScores(clauses)]));
  if (scores.length === 0) return [];
  const [only = []] = scores;
  return [
    ...(scores.length === 1 ? only : scores.map((should) => ({ bool: { should } }))),
    { rank_feature: { field: 'length', saturation: { pivot: 3 }, boost: 2 * scoreParts.focus } },
    scored({ term: { isOnSeveral: true } }, scoreParts.agreement),
    { distance_feature: { field: 'postedAt', origin: now, pivot: '14d', boost: scoreParts.recency } },
  ];
}

function conjunctionScores(clauses: readonly Clause[]): ClusterQuery[] {
  const isOwn = ({ weight }: Variant): boolean => weight === 1;
  const stated = clauses.map(({ variants }) => variantsQuery(variants, 'head'));
  const inTitle = anyMet(clauses.map(({ variants }) => variantsQuery(variants, 'title')));
  const own = clauses.flatMap(({ variants }) => variants.find(isOwn)?.words ?? []);
  const last = own.at(-1);
  return [
    scored(allMet(clauses.map(({ variants }) => variantsQuery(variants.filter(isOwn), 'own'))), band),
    scored(allMet([inTitle, ...(clauses.length > 1 ? stated : [])]), band),
    ...clauses.map(({ variants }) => fieldScores(variants, scoreParts.met / clauses.length)),
    ...(own.length > 1 ? [scored({ match_phrase: { title: own.join(' ') } }, scoreParts.together)] : []),
    ...(last === undefined ? [] : [scored({ term: { end: last } }, scoreParts.role)]),
  ];
}

/** The weight of the best field and variant, times a factor. */
function fieldScores(variants: readonly Variant[], factor: number): ClusterQuery {
  const scoreIn = (field: IndexedField, alike: readonly Variant[], weight = 1): ClusterQuery =>
    scored(variantsQuery(alike, field), factor * weight * fieldWeights[field]);
  const inTitle = [...new Set(variants.map(({ weight }) => weight))].map((weight) =>
    scoreIn(
      'title',
      variants.filter((each) => each.weight === weight),
      weight,
    ),
  );
  const others = (['company', 'tags', 'facts'] as const).map((field) => scoreIn(field, variants));
  return { dis_max: { queries: [...inTitle, ...others] } };
}

/** Groups with titles near enough to search for. */
const mostRoles = 14;
const leastNear = 0.12;

/**
 * The query of titles similar to the words of a keyword, and their scores: like worker/match/rank/near-titles.ts, by
 * the title's groups, the words it shares with the keyword, and its length.
 */
export function nearQuery(words: readonly string[]): { filter: ClusterQuery; should: ClusterQuery[] } {
  const { near, own } = nearKeyword(words);
  const roles = [...near.keys()]
    .filter((group) => (near[group] ?? 0) >= leastNear)
    .sort((one, other) => (near[other] ?? 0) - (near[one] ?? 0))
    .slice(0, mostRoles);
  const ofRoles = roles.map((group) => scored({ term: { roles: String(group) } }, parts.groups * (near[group] ?? 0)));
  const ofWords = [...own.words].map(([word, weight]) =>
    scored({ term: { title: word } }, (parts.words * weight ** 2) / own.length ** 2),
  );
  return {
    filter: anyMet([{ terms: { roles: roles.map(String) } }, { terms: { title: [...own.words.keys()] } }]),
    should: [
      ...(ofRoles.length > 0 ? [{ dis_max: { queries: ofRoles } }] : []),
      ...ofWords,
      { rank_feature: { field: 'length', saturation: { pivot: 3 }, boost: 0.1 } },
    ],
  };
}
