/** Reads the tables of languages: the words and phrases for each fact (CONTRIBUTING.md, A language). */
import { readdirSync, readFileSync } from 'node:fs';
import { engagements } from '../classify/job-type-words.js';
import { tableFolder } from './read-table.js';

/**
 * Table rows that are searched for in texts, by the fact they state or how they change a statement near them: `remote`
 * and `bachelor` state a fact anywhere, `away` and `on site` only in short lines and of a `job`; `not`, `possible`,
 * `days` and `preferred` change a fact. Headings start an `optional section` (of preferences), or end it.
 */
export const wordKeys = [
  ...['remote', 'away', 'hybrid', 'on site', 'office', 'wholly', 'possible', 'days'],
  ...engagements,
  ...['school', 'vocational', 'associate degree', 'bachelor', 'master', 'doctorate', 'no degree'],
  ...['agency', 'client', 'seeks', 'no experience', 'executive', 'director', 'senior', 'entry level', 'associate'],
  ...['not', 'only', 'preferred', 'other subject', 'after', 'others', 'job', 'year', 'experience'],
  ...['optional section', 'other section'],
] as const;
export type WordKey = (typeof wordKeys)[number];

/** Rows whose words become parts of patterns, combined by general rules for all languages. */
export const patternKeys = ['least', 'pay', 'trainee pay', 'numbers', 'function words', 'place label'] as const;
export type PatternKey = (typeof patternKeys)[number];

/** A language: its code (ISO 639-1; `any` = words shared by all languages) and its rows. */
export type LanguageTable = { code: string; rows: ReadonlyMap<WordKey | PatternKey, readonly string[]> };

const known: ReadonlySet<string> = new Set([...wordKeys, ...patternKeys]);

/**
 * Reads a table: remarks (`#`), and lines with a key, a tab and entries separated by "|". In an entry "*" matches any
 * letters, "~" up to three words, and "(a/b)" either spelling. Throws on any other line.
 */
export function parseLanguage(code: string, text: string): LanguageTable {
  const rows = new Map<WordKey | PatternKey, string[]>();
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [key = '', cell = '', ...rest] = line.split('\t');
    if (!known.has(key) || cell.trim() === '' || rest.length > 0)
      throw new Error(`"${line.slice(0, 60)}" of the language "${code}" is not a key, a tab and entries.`);
    const row = rows.get(key as WordKey) ?? [];
    row.push(...cell.split('|').flatMap((entry) => spellings(entry.trim())));
    rows.set(key as WordKey, row);
  }
  return { code, rows };
}

/** "remot(o/a)" → "remoto", "remota". */
function spellings(entry: string): string[] {
  const [whole, before, choices] = /^(.*?)\(([^()]*)\)/.exec(entry) ?? [];
  if (whole === undefined || before === undefined || choices === undefined) return [entry];
  return choices.split('/').flatMap((choice) => spellings(before + choice + entry.slice(whole.length)));
}

let tables: readonly LanguageTable[] | null = null;

/** The tables of this release, read once; "any" comes first. */
export function languageTables(): readonly LanguageTable[] {
  tables ??= readdirSync(tableFolder)
    .filter((file) => file.endsWith('.tsv'))
    .sort()
    .map((file) => parseLanguage(file.slice(0, -4), readFileSync(`${tableFolder}/${file}`, 'utf8')));
  return tables;
}

/** The entries of a row from all languages, each once. */
export const entriesOf = (key: PatternKey | WordKey): string[] => [
  ...new Set(languageTables().flatMap(({ rows }) => rows.get(key) ?? [])),
];

/** The source of a pattern for any entry of a row, in any language; the longest come first. */
export const anyOf = (key: PatternKey | WordKey): string =>
  entriesOf(key)
    .sort((one, other) => other.length - one.length)
    .map((entry) => entry.replace(/[.+?()]/g, '\\$&').replaceAll('*', '\\p{L}*'))
    .join('|');
