import { z } from 'zod';
import { bitOf, fieldWeights, type IndexedField, indexedFields } from '../../match/index/collection-index.js';
import type { Clause, Condition, Keyword } from '../../match/keyword/interpret-keyword.js';
import { isKnownPhrase, type Variant } from '../../match/keyword/synonyms.js';
import { parts } from '../../match/occupations/title-similarity.js';
import { nearKeyword } from '../../match/rank/near-titles.js';
import { scoreParts } from '../../match/rank/score/rank.js';

/** Queries in OpenSearch's language, joined without needless nesting, and the shapes of answers that are read. */

export type ClusterQuery = Readonly<Record<string, unknown>>;

export const everything: ClusterQuery = { match_all: {} };
export const nothing: ClusterQuery = { match_none: {} };

/** A query that meets all of these. */
export const allMet = (queries: readonly ClusterQuery[]): ClusterQuery => {
  const parts = queries.filter((query) => query !== everything);
  const [only] = parts;
  if (parts.includes(nothing)) return nothing;
  return parts.length > 1 ? { bool: { filter: parts } } : (only ?? everything);
};

/** A query that meets any of these; none meets nothing. */
export const anyMet = (queries: readonly ClusterQuery[]): ClusterQuery => {
  const parts = queries.filter((query) => query !== nothing);
  const [only] = parts;
  if (parts.includes(everything)) return everything;
  return parts.length > 1 ? { bool: { should: parts, minimum_should_match: 1 } } : (only ?? nothing);
};

/** A query that meets what this one does not. */
export const noneMet = (query: ClusterQuery): ClusterQuery =>
  query === everything ? nothing : query === nothing ? everything : { bool: { must_not: [query] } };

/** Meets what a query meets, each with the same score. */
export const scored = (filter: ClusterQuery, boost: number): ClusterQuery => ({ constant_score: { filter, boost } });

/** How long the parts of the index may take, beyond which the answer is of those that were ready. */
export const patience = '10s';

/** What the index says of parts that failed. */
export const shardsShape = z.object({
  timed_out: z.boolean(),
  _shards: z.object({ total: z.number(), failed: z.number() }),
});

/** Values of a field and the documents that have each; `sum_other_doc_count`: of values that are not listed. */
export const bucketsShape = z.object({
  sum_other_doc_count: z.number(),
  buckets: z.array(z.object({ key: z.union([z.string(), z.number()]), doc_count: z.number() })),
});

export const countShape = z.object({ doc_count: z.number() });

/** The parts of the index that did not answer. */
export const silentOf = ({ timed_out, _shards: { total, failed } }: z.infer<typeof shardsShape>) => ({
  silent: Math.max(failed, timed_out ? 1 : 0),
  parts: total,
});

/** What a keyword asks of the index: which openings meet it, which state it, how they are scored, and which titles are near to it. */

/** Fields of several fields' words, and which these are; `own`: what an opening calls itself. */
const joined = {
  all: indexedFields,
  head: ['title', 'company', 'tags', 'facts'],
  own: ['title', 'company', 'facts'],
} as const satisfies Record<string, readonly IndexedField[]>;
type JoinedField = keyof typeof joined;

/** Phrases of a query: each is a clause, of which a cluster takes 1,024 by default. Further ones are left out, the likeliest last. */
const mostPhrases = 60;

/** What joins the words of a term; no word has it. */
export const phraseMark = '¦';

/** The term of words that are side by side. */
export const phraseTerm = (words: string): string => words.replaceAll(' ', phraseMark);

/** Whether the index has the words of a variant as one term. */
const isTerm = ({ words }: Variant): boolean => words.length === 1 || isKnownPhrase(words);

const isIn = ({ ignored }: Variant, field: IndexedField): boolean =>
  (ignored & bitOf(indexedFields.indexOf(field))) === 0;

/** The query of openings that have any of these variants in any of the fields of `within` that a variant may be in. */
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
  switch (condition.kind) {
    case 'holds':
      return variantsQuery(condition.variants, 'all');
    case 'not':
      return noneMet(conditionQuery(condition.of));
    case 'all':
      return allMet(condition.of.map(conditionQuery));
    case 'any':
      return anyMet(condition.of.map(conditionQuery));
  }
}

/** The query of openings that meet a keyword, by what any field of theirs says (`all`) or without their texts (`head`). */
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

/** What a band of scores counts compared with the fields: openings of a higher band come first. */
const band = 2;

const dayMs = 86_400_000;

/**
 * What openings that meet a keyword are scored by: the bands of worker/match/rank/score (in its own words, in the title), the weights of
 * the fields, words side by side, the work that the title names, its length, recency, and whether several boards have it.
 */
export function scoreQueries({ conjunctions }: Keyword, now: number): ClusterQuery[] {
  const scores = conjunctions.flatMap(({ clauses }) => (clauses.length === 0 ? [] : [conjunctionScores(clauses)]));
  if (scores.length === 0) return [];
  const [only = []] = scores;
  return [
    ...(scores.length === 1 ? only : scores.map((should) => ({ bool: { should } }))),
    { rank_feature: { field: 'length', saturation: { pivot: 3 }, boost: 2 * scoreParts.focus } },
    scored({ term: { isOnSeveral: true } }, scoreParts.agreement),
    { distance_feature: { field: 'postedAt', origin: now, pivot: `${14 * dayMs}ms`, boost: scoreParts.recency } },
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
  const weights = [...new Set(variants.map(({ weight }) => weight))];
  const queries = weights.map((weight) => {
    const alike = variants.filter((each) => each.weight === weight);
    return scored(variantsQuery(alike, 'title'), factor * weight * fieldWeights.title);
  });
  for (const field of ['company', 'tags', 'facts'] as const)
    queries.push(scored(variantsQuery(variants, field), factor * fieldWeights[field]));
  return { dis_max: { queries } };
}

/** Groups whose titles are near enough to be searched for. */
const mostRoles = 14;
const leastNear = 0.12;

/**
 * The query of titles that may be near to the words of a keyword, and what they are scored by: as worker/match/rank/near-titles.ts, by
 * the groups of a title, the words that it has in common with the keyword, and its length.
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
    filter: anyMet([
      ...(roles.length > 0 ? [{ terms: { roles: roles.map(String) } }] : []),
      ...(own.words.size > 0 ? [{ terms: { title: [...own.words.keys()] } }] : []),
    ]),
    should: [
      ...(ofRoles.length > 0 ? [{ dis_max: { queries: ofRoles } }] : []),
      ...ofWords,
      { rank_feature: { field: 'length', saturation: { pivot: 3 }, boost: 0.1 } },
    ],
  };
}
