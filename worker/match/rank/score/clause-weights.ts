import type { Clause } from '../../keyword/interpret-keyword.js';
import { textBits } from '../../keyword/synonyms.js';
import { titleModel } from '../../occupations/title-model.js';

/** The weight of a clause whose words tell nothing about the work, beside 1 for one that tells most. */
const least = 0.5;

/** How specific a word is that the tables of occupations lack: mostly a product, a skill, a place or a name. */
const unknown = 0.9;

/**
 * How much each clause of a conjunction counts, 1 on average: "kubernetes" more than "engineer", that more than "senior".
 * By the tables of occupations rather than by the postings, so that scores of several corpora can be merged.
 */
export function clauseWeights(clauses: readonly Clause[]): number[] {
  if (clauses.length < 2) return clauses.map(() => 1);
  const model = titleModel();
  const tells = (word: string): number =>
    model.isMinor(word) ? 0 : model.hasWord(word) ? model.specificity(word) : unknown;
  const weights = clauses.map(
    ({ variants: [variant] }) => least + (1 - least) * Math.max(...(variant?.words ?? []).map(tells)),
  );
  const sum = weights.reduce((all, each) => all + each, 0);
  return weights.map((weight) => (weight * clauses.length) / sum);
}

/** The most that a word weighs that the running text alone has, rounded up; skills have more by any synonym. */
const textMost = 0.2011;

/** What a clause weighs at most, before it counts more or less than others, where the running text alone meets it. */
export const mostInText = ({ variants }: Clause): number =>
  variants.some(({ ignored }) => (ignored & textBits) === 0) ? textMost : 0;
