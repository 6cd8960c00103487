/** Patterns for the levels that titles and fields name. */
import type { Level } from '../../../shared/words/words.js';
import { patternOf } from '../languages/read-table.js';

/** People who assist, recruit or report to somebody do not have that person's level: the text after these words is cut off. */
export const servesSomebody = new RegExp(patternOf('level of another'), 'u');

/** Titles in which a word for a level is part of the occupation's name; they are removed first. */
export const occupations = new RegExp(patternOf('level in occupations'), 'gu');

const patternsOf = (kind: string, levels: readonly Level[]): readonly { level: Level; word: RegExp }[] =>
  levels.map((level) => ({ level, word: new RegExp(patternOf(`level ${kind} ${level}`), 'u') }));

/** Words of titles by level, after occupations are removed. */
export const titleLevels = patternsOf('title', ['executive', 'director', 'senior', 'entry level', 'associate']);

/** Further words for a level that are unambiguous only in a field or beside a label. */
export const fieldLevels = patternsOf('field', [
  ...(['internship', 'executive', 'director', 'senior', 'entry level', 'associate'] as const),
]);
