import { distance } from 'fastest-levenshtein';
import { foldWord } from './text.js';

/** Longer words are skipped: an edit distance takes quadratic time. */
const lookedAt = 40;

/**
 * The candidate a misspelt word most likely means, or `null`: the nearest within a third of its letters. No suggestion
 * when digits are involved, since "3 days" is not a misspelt "7 days".
 */
export function didYouMean(came: string, candidates: Iterable<string>): string | null {
  const word = foldWord(came.slice(0, 2 * lookedAt)).slice(0, lookedAt);
  if (word === '' || /\d/.test(word)) return null;
  let best: string | null = null;
  let fewest = Math.floor(word.length / 3);
  for (const candidate of candidates) {
    const other = foldWord(candidate);
    if (/\d/.test(other) || Math.abs(other.length - word.length) > fewest) continue;
    const edits = distance(word, other);
    if (edits < fewest || (edits === fewest && best === null)) {
      best = candidate;
      fewest = edits;
    }
  }
  return best;
}
