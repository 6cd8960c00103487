import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Papa from 'papaparse';
import type { Config } from '../../../shared/config.js';
import { tableOf } from '../../../shared/table-of.js';

/** A group of titles for one line of work, in every language of the tables. */
export type Occupation = {
  name: string;
  /** Groups of one family are closely related, those of one area slightly. */
  family: string;
  area: string;
  /** Names of other groups that people move between, or whose titles are used for the same work. */
  related: readonly string[];
  /** Lower-case titles; the first is the usual one in English. */
  titles: readonly string[];
};

/** The folder of the tables, here or from a thread's bundle: `groups.tsv`, and titles per language. */
const dataFolder: string =
  ['data', '../match/occupations/data']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path)) ?? 'data';

/** Languages with feminine job titles that stemming does not unify with the masculine ones. */
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

/** The usual titles of each group in a language, the most usual first; leaves out groups that the language lacks. */
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

/** The title with every word in its feminine form, if a rule of the language changes it. */
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

/** An occupation of the ESCO classification: its labels in every file that names it, the preferred ones first. */
export type EscoOccupation = { uri: string; iscoGroup: string; labels: string[] };

/** The most read of a file: ESCO 1.2 has 3,039 occupations with up to some 60 labels each. */
const occupationsAtMost = 20_000;
const labelsAtMost = 100;
const labelLength = 120;

/** The columns of `occupations_xx.csv` that are used, as ESCO names them since version 1.0. */
const columns = ['conceptUri', 'iscoGroup', 'preferredLabel', 'altLabels'] as const;

/**
 * Adds the occupations of an ESCO CSV file to those of files in other languages, which have the same URIs. Labels in
 * one cell are separated by line breaks. Throws when a column is missing or nothing is listed; `origin` names the file.
 */
export function readEscoCsv(text: string, origin: string, known: Map<string, EscoOccupation>): void {
  const { data, meta } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: 'greedy' });
  const missing = columns.filter((column) => meta.fields?.includes(column) !== true);
  if (missing.length > 0)
    throw new Error(
      `${origin} is not a list of ESCO occupations: it has no column ${missing.map((name) => `"${name}"`).join(', ')}. ` +
        'Expected: the file occupations_xx.csv of a download from esco.ec.europa.eu.',
    );
  let listed = 0;
  for (const row of data) {
    const uri = row.conceptUri ?? '';
    const labels = [row.preferredLabel ?? '', ...(row.altLabels ?? '').split('\n')].map(cleanLabel).filter(isLabel);
    if (uri === '' || labels.length === 0) continue;
    if (++listed > occupationsAtMost) throw new Error(`${origin} lists more than ${occupationsAtMost} occupations.`);
    const occupation = known.get(uri) ?? { uri, iscoGroup: (row.iscoGroup ?? '').slice(0, 4), labels: [] };
    occupation.labels = [...new Set([...occupation.labels, ...labels])].slice(0, labelsAtMost);
    known.set(uri, occupation);
  }
  if (listed === 0) throw new Error(`${origin} lists no occupation.`);
}

/** Some languages give both forms at once, as in "infirmier/infirmière"; the table has one form per title. */
const cleanLabel = (label: string): string => label.slice(0, labelLength).trim().toLowerCase();

const isLabel = (label: string): boolean => label !== '';

/**
 * The built-in groups with the labels of ESCO. A label that a group already has stays only there. An occupation's other
 * labels join the group of its preferred label, or else the one group with at least two of its labels; otherwise the
 * occupation becomes a new group, related to those of its ISCO unit.
 */
export function addEsco(builtIn: readonly Occupation[], esco: Iterable<EscoOccupation>): Occupation[] {
  const groups = new Map(builtIn.map((each) => [each.name, { ...each, titles: [...each.titles] }]));
  const groupOf = new Map(builtIn.flatMap(({ name, titles }) => titles.map((title) => [title, name] as const)));
  for (const { uri, iscoGroup, labels } of esco) {
    const unknown = labels.filter((label) => !groupOf.has(label));
    const group = groups.get(groupFor(labels, groupOf) ?? '');
    if (group !== undefined) group.titles.push(...unknown);
    else if (unknown.length > 0)
      groups.set(uri, {
        name: uri,
        family: `isco ${iscoGroup}`,
        area: `isco ${iscoGroup.slice(0, 2)}`,
        related: [],
        titles: unknown,
      });
  }
  return [...groups.values()];
}

/** The name of the built-in group that the labels of an occupation belong to, the preferred label first. */
function groupFor(labels: readonly string[], groupOf: ReadonlyMap<string, string>): string | null {
  const preferred = groupOf.get(labels[0] ?? '');
  if (preferred !== undefined) return preferred;
  const found = labels.flatMap((label) => groupOf.get(label) ?? []);
  const [only] = found;
  return only !== undefined && found.length >= 2 && found.every((name) => name === only) ? only : null;
}

/** A file of ESCO is 3 to 6 MB. */
const bytesAtMost = 50_000_000;

/**
 * The groups of titles that searches compare with: the tables of the repository, and the occupations of the files in
 * `OCCUPATIONS`; `null` when it names none. Throws when a file cannot be read or is not an ESCO list.
 */
export async function loadOccupations({
  OCCUPATIONS: files,
}: Pick<Config, 'OCCUPATIONS'>): Promise<Occupation[] | null> {
  if (files.length === 0) return null;
  const esco = new Map<string, EscoOccupation>();
  for (const file of files) {
    try {
      const { size } = await stat(file);
      if (size > bytesAtMost) throw new Error(`it has ${size} bytes, and at most ${bytesAtMost} are read`);
      readEscoCsv(await readFile(file, 'utf8'), file, esco);
    } catch (error) {
      throw new Error(`OCCUPATIONS=${file} cannot be used: ${(error as Error).message}`);
    }
  }
  return addEsco(readOccupations(), esco.values());
}
