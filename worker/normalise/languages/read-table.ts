/** Reads the tables shipped with the code: lines of cells between tabs, and remarks (`#`). */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { anyWord } from '../classify/fold-for-matching.js';

/** The folder of all tables; the build copies it next to the code. */
export const tableFolder = fileURLToPath(new URL('./tables', import.meta.url));

/** The rows of a table by its file name. */
export const readTable = (file: string): string[][] =>
  readFileSync(`${tableFolder}/${file}`, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

const patterns = new Map(readTable('patterns.txt').map(([name = '', pattern = '']) => [name, pattern]));

/** The source of a named pattern; `«…»` are words and `{{…}}` another pattern. Throws if it does not exist. */
export function patternOf(name: string): string {
  const pattern = patterns.get(name);
  if (pattern === undefined) throw new Error(`The table of patterns has no "${name}".`);
  return pattern
    .replace(/\{\{([^{}]*)\}\}/g, (_, other: string) => patternOf(other))
    .replace(/«([^«»]*)»/g, (_, words: string) => anyWord(words));
}

/** The stems of a reader: its patterns are applied only where one of them occurs. */
export const stemsOf = (reader: string): readonly string[] => (patterns.get(`stems ${reader}`) ?? '').split('|');
