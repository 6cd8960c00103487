import { inOneByte } from '../text/one-byte.js';
import { readOnce } from '../text/read-once.js';
import { readStems, type StemReader } from './description-stems.js';
import { foldForMatching } from './fold-for-matching.js';

/** Maximum characters read around a stem, because the patterns applied to them may take quadratic time. */
const sentenceAtMost = 500;

/** Sentences whose folded form is cached, per reader. */
const keptSentences = 2000;

/**
 * Creates a reader that returns the sentences and lines of a description that contain any of its stems (as
 * `foldForMatching` writes them), in order; those that match `isAside` are left out. Most sentences contain no stem, so
 * the much slower patterns are applied to little text.
 */
export function createEvidenceReader(
  reader: StemReader,
  isAside: (sentence: string) => boolean = () => false,
): (description: string) => readonly string[] {
  const fold = readOnce(
    (raw: string): string | null => {
      const sentence = foldForMatching(inOneByte(raw));
      return isAside(sentence) ? null : sentence;
    },
    { most: keptSentences, longest: 2 * sentenceAtMost },
  );
  return (description) => {
    const { lower: text, hits } = readStems(description);
    const found: string[] = [];
    let end = 0;
    for (const at of hits[reader]) {
      if (at < end) continue;
      end = endAfter(text, at);
      const sentence = fold(text.slice(startBefore(text, at), end));
      if (sentence !== null) found.push(sentence);
    }
    return found;
  };
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

const [lineBreak, bullet, space, ...marks] = ['\n', '•', ' ', '.', '!', '?'].map((sign) => sign.charCodeAt(0));

/** Whether a line or sentence ends at an index. Compares character codes, because it runs for every character. */
function endsSentence(text: string, at: number): boolean {
  const sign = text.charCodeAt(at);
  if (sign === lineBreak || sign === bullet) return true;
  return sign < 64 && marks.includes(sign) && text.charCodeAt(at + 1) === space;
}

/** A fact, whether it was deduced rather than stated, and the words it is based on. */
export type Evidence<Value> = { value: Value; inferred: boolean; evidence: string };
