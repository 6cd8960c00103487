import { foldForMatching } from './fold-for-matching.js';

/** A description's first characters say what the job is; later ones are about the company and its benefits. */
const readAtMost = 20_000;

/** What stands further from a stem is no part of its sentence: the patterns that follow may cost the square of its length. */
const sentenceAtMost = 500;

/** Finds the places in a lower-case text that hold any of some stems. */
export type Stems = RegExp;

/** One pattern for all stems (lower case, plain words): a text is gone through once, however many they are. */
export const anyStem = (stems: readonly string[]): Stems =>
  new RegExp(stems.map((stem) => stem.replace(/[^\p{L}\p{N} ]/gu, '\\$&')).join('|'), 'g');

/**
 * The sentences and lines of a description that hold any of some stems, as `spoken` writes them, in their order and parted
 * by line breaks. Most sentences hold none: looking for stems first spares the far dearer patterns nearly all of the text.
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

/** A line's end, or the mark of a sentence's end with a space behind it. Asked of every character: numbers cost the least. */
function endsSentence(text: string, at: number): boolean {
  const sign = text.charCodeAt(at);
  if (sign === lineBreak) return true;
  return sign < 64 && marks.includes(sign) && text.charCodeAt(at + 1) === space;
}
