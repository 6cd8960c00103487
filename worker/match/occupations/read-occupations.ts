import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tableOf } from '../../../shared/table-of.js';

/** A group of titles for one line of work, in every language of the tables. */
export type Occupation = {
  name: string;
  /** Groups of one family are near each other, those of one area a little. */
  family: string;
  area: string;
  /** Names of other groups that people move between, or whose titles are used for the same work. */
  related: readonly string[];
  /** Lower-case titles; the first is the usual one in English. */
  titles: readonly string[];
};

/** The folder of the tables: `groups.tsv`, and one file of titles for each language. */
const dataFolder = fileURLToPath(new URL('data', import.meta.url));

/** Languages whose job titles have a form for women that no stem joins with the one for men. */
const feminineForms: Readonly<Record<string, readonly (readonly [ending: RegExp, instead: string])[]>> = tableOf({
  de: [
    [/mann$/, 'frau'],
    [/arzt$/, 'ärztin'],
    [/anwalt$/, 'anwältin'],
    [/koch$/, 'köchin'],
    [/(?<=....)e$/, 'in'],
    [/(?<=ngestellt|eamt)er$/, 'e'],
  ],
  fr: [
    [/é$/, 'ée'],
    [/(?<=..)ien$/, 'ienne'],
    [/(?<=..)ant$/, 'ante'],
    [/(?<=..)er$/, 'ère'],
    [/(?<=..)if$/, 'ive'],
  ],
  es: [
    [/(?<=...)o$/, 'a'],
    [/(?<=..)or$/, 'ora'],
    [/(?<=..)ero$/, 'era'],
  ],
  it: [
    [/(?<=...)o$/, 'a'],
    [/(?<=..)tore$/, 'trice'],
  ],
  pt: [
    [/(?<=...)o$/, 'a'],
    [/(?<=..)or$/, 'ora'],
  ],
  nl: [],
  pl: [],
  en: [],
});

/** Reads the tables. Throws when a row names a group that is not in `groups.tsv`, or has no title. */
export function readOccupations(folder: string = dataFolder): Occupation[] {
  const titles = new Map<string, string[]>();
  const rows = rowsOf(join(folder, 'groups.tsv'));
  for (const [name = ''] of rows) titles.set(name, []);
  for (const language of languagesIn(folder))
    for (const [group = '', listed = ''] of rowsOf(join(folder, `${language}.tsv`))) {
      const known = titles.get(group);
      if (known === undefined || listed === '') throw new Error(`${language}.tsv: no group "${group}", or no titles.`);
      for (const title of listed.split('|')) known.push(title, ...feminineOf(title, language));
    }
  return rows.map(([name = '', family = '', area = '', related = '']) => ({
    name,
    family,
    area,
    related: related === '' ? [] : related.split(' '),
    titles: titles.get(name) ?? [],
  }));
}

/** The usual titles of each group in a language, the most usual first; a group that the language has no row of is left out. */
export function readUsualTitles(language: string, count: number): Map<string, string[]> {
  const rows = rowsOf(join(dataFolder, `${language}.tsv`));
  return new Map(rows.map(([group = '', listed = '']) => [group, listed.split('|').slice(0, count)]));
}

/** The languages of the tables, English first. */
export function languagesIn(folder: string = dataFolder): string[] {
  const files = readdirSync(folder).filter((file) => /^[a-z]{2}\.tsv$/.test(file));
  const others = files.map((file) => file.slice(0, 2)).filter((language) => language !== 'en');
  return ['en', ...others.sort()];
}

/** The cells of each row below the heading. */
const rowsOf = (file: string): string[][] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

/** The title with every word in its form for women, where a rule of the language changes one. */
function feminineOf(title: string, language: string): string[] {
  const rules = feminineForms[language] ?? [];
  const changed = title
    .split(' ')
    .map((word) => {
      const rule = rules.find(([ending]) => ending.test(word));
      return rule === undefined ? word : word.replace(...rule);
    })
    .join(' ');
  return changed === title ? [] : [changed];
}
