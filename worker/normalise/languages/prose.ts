/** Reads the statements of a description in languages other than English, sentence by sentence. */
import { languageOf } from '../requirements/posting-language.js';
import { findWords } from './find-words.js';
import { readSentence, type Statement } from './statements.js';

/** The characters of a description that are read: later text is about the company and its benefits. */
const readAtMost = 20_000;

/** Text further from a word of a table is not read. */
const sideAtMost = 260;

/** What a description states, and where words for years, experience, degrees and clients are. */
type Prose = { statements: readonly Statement[]; words: readonly number[] };
const nothing: Prose = { statements: [], words: [] };

/** The last description: all facts are read from it one after the other. */
let last: Prose & { description: string } = { description: '', ...nothing };

/** The statements of a description; none of one in English. */
export function readProse(description: string): Prose {
  if (last.description !== description) last = { description, ...read(description) };
  return last;
}

function read(description: string): Prose {
  // The small letter of "İ" has two characters.
  const text = description.slice(0, readAtMost).replaceAll('İ', 'I').toLowerCase();
  if (languageOf(text) === 'en') return nothing;
  const statements: Statement[] = [];
  const words: number[] = [];
  let end = 0;
  for (const { from } of findWords(text)) {
    words.push(from);
    if (from < end) continue;
    let start = from;
    while (start > end && from - start < sideAtMost && !endsSentence(text, start - 1)) start -= 1;
    end = from + 1;
    while (end < text.length && end - from < sideAtMost && !endsSentence(text, end - 1)) end += 1;
    statements.push(...readSentence(text.slice(start, end)));
  }
  return { statements, words };
}

const ends = new Set('\n•。！？；;!?|'.split(''));
const shortWord = /(?<![\p{L}\p{N}])\p{L}{1,3}$/u;

/** Whether a sentence ends at an index; the full stop of a short word is that of an abbreviation. */
function endsSentence(text: string, at: number): boolean {
  const sign = text.charAt(at);
  if (ends.has(sign)) return true;
  return sign === '.' && /\s|^$/.test(text.charAt(at + 1)) && !shortWord.test(text.slice(Math.max(0, at - 4), at));
}
