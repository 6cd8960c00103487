import { foldForMatching } from './fold-for-matching.js';

/** The characters of a description that are read: later text is about the company and its benefits. */
const readAtMost = 20_000;

/** Text further from a stem is not read: the patterns that follow may take quadratic time in its length. */
const sentenceAtMost = 500;

/** A global pattern that matches any of some stems in lower-case text. */
export type Stems = RegExp;

/** Makes one pattern for all stems (lower case, plain words), so that a text is scanned once. */
export const anyStem = (stems: readonly string[]): Stems =>
  new RegExp(stems.map((stem) => stem.replace(/[^\p{L}\p{N} ]/gu, '\\$&')).join('|'), 'g');

/**
 * The sentences and lines of a description that contain any of some stems, as `foldForMatching` writes them, in their order
 * and separated by line breaks. Most sentences contain none: the search for stems saves the much slower patterns nearly all
 * of the text.
 */
export function evidenceSentences(description: string, stems: Stems): string {
  const text = description.slice(0, readAtMost).toLowerCase();
  const found: string[] = [];
  stems.lastIndex = 0;
  for (let match = stems.exec(text); match !== null; match = stems.exec(text)) {
    const end = endAfter(text, match.index);
    found.push(foldForMatching(text.slice(startBefore(text, match.index), end)));
    stems.lastIndex = end;
  }
  return found.join('\n');
}

function startBefore(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < sentenceAtMost && !endsSentence(text, start - 1)) start -= 1;
  return start;
}

function endAfter(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && end - at < sentenceAtMost && !endsSentence(text, end - 1)) end += 1;
  return end;
}

const [lineBreak, space, ...marks] = ['\n', ' ', '.', '!', '?'].map((sign) => sign.charCodeAt(0));

/** Whether a line or sentence ends at an index. Called for every character, so it compares character codes. */
function endsSentence(text: string, at: number): boolean {
  const sign = text.charCodeAt(at);
  if (sign === lineBreak) return true;
  return sign < 64 && marks.includes(sign) && text.charCodeAt(at + 1) === space;
}
