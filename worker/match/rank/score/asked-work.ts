import type { Heads } from '../../index/collection-index.js';
import { titleModel } from '../../occupations/title-model.js';
import { nearness, sameWork } from '../../occupations/title-similarity.js';
import { nameOrWord } from '../../words/technology-names.js';
import { tokensOf } from '../../words/tokens.js';
import type { Hits } from './find-hits.js';
import { titleCacheOf, titleParts } from './title-cache.js';
import { bitOfClause, type TitleFit } from './title-fit.js';

/** The work that a keyword asks for, as the tables of occupations know it. */
export type AskedWork = {
  /**
   * Whether the title of an entry, as it fits the keyword, is what was asked for: all words are stated, or the title names the
   * same work where the text has the others ("Software Engineer" for "software engineer python"). Words before another role
   * are not: "Teacher Training Coordinator" for "teacher".
   */
  isTitle(collection: { index: Heads; size: number }, entry: number, fit: TitleFit): boolean;
};

/** The share of a keyword of no known work that a title must have, by what the clauses count. */
const leastShare = 0.5;

/** A title that has the words, but not as its role, and whose work is less near than this, has them in another sense. */
const otherWork = 0.1;

/** Ranks in any line of work, as the index has them: a title that begins with one names its work after it ("Vice President, Nursing"). */
const ranks: ReadonlySet<string> = new Set(tokensOf('president vp avp svp evp director manager officer'));

/** Reads the work that a conjunction asks for when a title first needs it. */
export function createWork({ conjunction: { clauses }, counts }: Pick<Hits, 'conjunction' | 'counts'>): AskedWork {
  let near: Float32Array | null | undefined;
  const readWork = (): Float32Array | null => {
    const model = titleModel();
    const words = clauses.flatMap(({ variants: [variant] }) => variant?.words ?? []).map(nameOrWord);
    const asked = model.groupsOf(words);
    return asked.groups.length === 0 ? null : model.nearTo(asked);
  };
  const shareOf = (inTitle: number): number =>
    counts.reduce((sum, count, clause) => (inTitle & bitOfClause(clause) ? sum + count : sum), 0) / clauses.length;
  return {
    isTitle({ index, size }, entry, { isStated, inTitle, role, employer }) {
      if (isStated && (role > 0 || inTitle === 0 || employer > 0)) return true;
      if (inTitle === 0) return false;
      if (near === undefined) near = readWork();
      if (near === null) return isStated || shareOf(inTitle) >= leastShare;
      const model = titleModel();
      if (titleCacheOf(index, size, model).nearness(entry, near) >= (isStated ? otherWork : sameWork)) return true;
      const [start = [], ...further] = isStated ? titleParts(index, entry) : [];
      const isRank = further.length > 0 && start.every((word) => ranks.has(word) || model.isMinor(word));
      return isRank && nearness(near, model.groupsOf(further.flat())) >= otherWork;
    },
  };
}
