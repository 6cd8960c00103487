/** Letters of scripts written without spaces between words, or with particles joined to them (Korean). */
const letters =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff';
const unspaced = new RegExp(`[${letters}]`);
const runs = new RegExp(`[${letters}]+|[^${letters}]+`, 'g');
const jamo = /[\u1100-\u11ff]/;

/** Whether a text has letters of a script without spaces: Chinese, Japanese, Korean, Thai, Lao, Khmer or Burmese. */
export const isUnspaced = (text: string): boolean => unspaced.test(text);

/**
 * The index words of a folded piece without marks: every pair of adjacent letters in a script without spaces ("工程师":
 * "工程", "程师"), so that a part of a longer name is found; other runs of letters in full.
 */
export function cutUnspaced(folded: string): string[] {
  // Folding splits Korean syllables into letters.
  const piece = jamo.test(folded) ? folded.normalize('NFC') : folded;
  if (!isUnspaced(piece)) return [piece];
  return (piece.match(runs) ?? []).flatMap((run) => (isUnspaced(run) ? pairsOf(run) : [run]));
}

function pairsOf(run: string): string[] {
  if (run.length < 3) return [run];
  return Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2));
}

/** A keyword's texts in scripts without spaces that have several index words; each once, the longest first. */
export function unspacedRuns(keyword: string): string[] {
  const text = keyword.normalize('NFKC');
  if (!isUnspaced(text)) return [];
  const found = new Set(text.match(runs)?.filter((run) => run.length > 2 && isUnspaced(run)));
  return [...found].sort((one, other) => other.length - one.length || (one < other ? -1 : 1));
}

/** Index words as people write them: those of scripts without spaces are joined by common letters. */
export function joinUnspaced(words: readonly string[]): string[] {
  const written: string[] = [];
  for (const word of words) {
    const last = written.at(-1);
    if (last === undefined || !isUnspaced(last) || !isUnspaced(word)) written.push(word);
    else written[written.length - 1] = last + (last.endsWith(word.charAt(0)) ? word.slice(1) : word);
  }
  return written;
}

let segmenter: Intl.Segmenter | null = null;

/**
 * Separates the words of a keyword in a script without spaces ("北京工程师": "北京 工程师"), so that they may occur anywhere in a
 * posting. A one-letter word stays with the previous one, as the index has pairs.
 */
export function spaceWords(keyword: string): string {
  if (!isUnspaced(keyword)) return keyword;
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  const words: string[] = [];
  for (const { segment } of segmenter.segment(keyword)) {
    const last = words.at(-1);
    const joins = last !== undefined && isUnspaced(segment) && isUnspaced(last);
    if (joins && (segment.length === 1 || last.length === 1)) words[words.length - 1] = last + segment;
    else words.push(joins ? ` ${segment}` : segment);
  }
  return words.join('');
}
