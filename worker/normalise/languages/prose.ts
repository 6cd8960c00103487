/** Reads the statements of a description in languages other than English, sentence by sentence. */
import { languageOf } from '../requirements/posting-language.js';
import { findWords } from './find-words.js';
import { readSentence, type Statement } from './statements.js';

/** Maximum characters read of a description; later text is about the company and its benefits. */
const readAtMost = 20_000;

/** Maximum characters read around a table word. */
const sideAtMost = 260;

/** A heading at an index. `isOptional`: the lines below it are preferred, not required. */
export type Section = { at: number; isOptional: boolean };

/** Statements and headings of a description, and the positions of words for years, experience, degrees, clients. */
type Prose = { statements: readonly Statement[]; sections: readonly Section[]; words: readonly number[] };
const nothing: Prose = { statements: [], sections: [], words: [] };

/** The last description, because all its facts are read in a row. */
let last: Prose & { description: string } = { description: '', ...nothing };

/** The statements of a description; none for an English one. */
export function readProse(description: string): Prose {
  if (last.description !== description) last = { description, ...read(description) };
  return last;
}

function read(description: string): Prose {
  // The lower case of "İ" has two characters.
  const text = description.slice(0, readAtMost).replaceAll('İ', 'I').toLowerCase();
  if (languageOf(text) === 'en') return nothing;
  const statements: Statement[] = [];
  const sections: Section[] = [];
  const words: number[] = [];
  let end = 0;
  for (const { key, from, to } of findWords(text)) {
    if (key === 'optional section' || key === 'other section') {
      if (isHeading(text, from, to)) sections.push({ at: from, isOptional: key === 'optional section' });
      continue;
    }
    words.push(from);
    if (from < end) continue;
    let start = from;
    while (start > end && from - start < sideAtMost && !endsSentence(text, start - 1)) start -= 1;
    end = from + 1;
    while (end < text.length && end - from < sideAtMost && !endsSentence(text, end - 1)) end += 1;
    statements.push(...readSentence(text.slice(start, end)));
  }
  return { statements, sections, words };
}

const lineStart = /(?:^|\n)[^\p{L}\p{N}\n]*$/u;
const lineEnd = /^(?:[^\p{L}\p{N}\n]*|[^\n.]{0,40}[:：?][^\p{L}\p{N}\n]*)(?:\n|$)/u;

/** Whether a mention is a line of its own, or begins one that ends with a colon. */
const isHeading = (text: string, from: number, to: number): boolean =>
  lineStart.test(text.slice(Math.max(0, from - 6), from)) && lineEnd.test(text.slice(to, to + 60));

const ends = new Set('\n•。！？；;!?|'.split(''));
const shortWord = /(?<![\p{L}\p{N}])\p{L}{1,3}$/u;

/** Whether a sentence ends at an index; a full stop after a short word marks an abbreviation. */
function endsSentence(text: string, at: number): boolean {
  const sign = text.charAt(at);
  if (ends.has(sign) || (sign === '/' && text.charAt(at - 1) === ' ' && text.charAt(at + 1) === ' ')) return true;
  return sign === '.' && /\s|^$/.test(text.charAt(at + 1)) && !shortWord.test(text.slice(Math.max(0, at - 4), at));
}
