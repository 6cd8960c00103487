/** Letters of scripts that are written without spaces between words, or with particles joined to them (Korean). */
const letters =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff';
const unspaced = new RegExp(`[${letters}]`);
const runs = new RegExp(`[${letters}]+|[^${letters}]+`, 'g');
const jamo = /[\u1100-\u11ff]/;

/** Whether a text has letters of a script without spaces: Chinese, Japanese, Korean, Thai, Lao, Khmer or Burmese. */
export const isUnspaced = (text: string): boolean => unspaced.test(text);

/**
 * The words of a folded piece without marks as the index has them: each two letters in a row of a script without spaces
 * ("工程师": "工程", "程师"), so that a part of a longer name is found; other runs of letters in full.
 */
export function cutUnspaced(folded: string): string[] {
  // Folding takes Korean syllables apart.
  const piece = jamo.test(folded) ? folded.normalize('NFC') : folded;
  if (!isUnspaced(piece)) return [piece];
  return (piece.match(runs) ?? []).flatMap((run) => (isUnspaced(run) ? pairsOf(run) : [run]));
}

function pairsOf(run: string): string[] {
  if (run.length < 3) return [run];
  return Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2));
}

/**
 * The texts of a keyword in scripts without spaces as they are written, of which the index has several words; each once, the
 * longest first.
 */
export function unspacedRuns(keyword: string): string[] {
  const text = keyword.normalize('NFKC');
  if (!isUnspaced(text)) return [];
  const found = new Set(text.match(runs)?.filter((run) => run.length > 2 && isUnspaced(run)));
  return [...found].sort((one, other) => other.length - one.length || (one < other ? -1 : 1));
}

/** Words of the index as they are written: those of scripts without spaces joined to one, pairs that share a letter by it. */
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
 * Puts spaces between the words of a keyword in a script without them ("北京工程师": "北京 工程师"), so that each may stand
 * anywhere in a posting. A word of one letter stays with the one before it, as the index has pairs.
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
