import { allOf, type KeywordNode, writtenTerm } from '../../../shared/keyword/keyword-node.js';
import { createMeaningTest, singleWord } from './correct-keyword.js';
import type { HeldVocabulary } from './vocabulary.js';

/** What of a keyword is left without the words that no posting has, and a sentence that names these. */
export type KnownPart = { root: KeywordNode; notice: string };

/**
 * The part of a plain keyword whose words postings have ("adabas programmer" where none says ADABAS); `null` when they have all of its words
 * or none. Openings of that part are near ones of a search that finds nothing (contract, "Unknown words and places").
 */
export function knownPart(root: KeywordNode | null, held: HeldVocabulary): KnownPart | null {
  if (root?.kind !== 'and') return null;
  const hasMeaning = createMeaningTest(root, held);
  const known: KeywordNode[] = [];
  const unknown: string[] = [];
  for (const node of root.of) {
    const word = singleWord(node);
    const isUnknown = word !== null && held.postingsWith(word) === 0 && !hasMeaning(word);
    if (isUnknown && node.kind === 'term') unknown.push(`"${writtenTerm(node)}"`);
    else known.push(node);
  }
  const rest = allOf(known);
  if (unknown.length === 0 || rest === null) return null;
  return { root: rest, notice: `No job has ${unknown.join(' or ')}; these jobs have the other words.` };
}
