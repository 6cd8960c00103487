import { foldWord } from '../words/text.js';
import { skillTable } from './skill-table.js';

/** The letters and digits that spellings of a skill are compared by; keeps "C++" and "C#" distinct from "C". */
export const skillKey = (text: string): string =>
  foldWord(
    text
      .replaceAll('+', ' plus')
      .replaceAll('#', ' sharp')
      .replace(/^\s*\./, 'dot'),
  );

let known: ReadonlyMap<string, string> | null = null;

/** The names of the skills by the keys of all their spellings; a name of one skill is never a spelling of another. */
function namesByKey(): ReadonlyMap<string, string> {
  const { names, spellings } = skillTable();
  known ??= new Map([
    ...spellings.map(({ text, skill }) => [skillKey(text), skill] as const).reverse(),
    ...names.map((name) => [skillKey(name), name] as const),
  ]);
  return known;
}

/** The name of the skill that a text means ("golang" → "Go"); `null` = not in the table. */
export const readSkill = (text: string): string | null => namesByKey().get(skillKey(text)) ?? null;

/** A list of skills: names as in the table, separated by ", ", in alphabetical order, each once. */
export const skillList = (names: Iterable<string>): string => [...new Set(names)].sort().join(', ');

/** The names of a list that `skillList` wrote; none for `''`. */
export const skillsIn = (list: string): string[] => (list === '' ? [] : list.split(', '));

/** Skills of one posting: one with more is a list of keywords. In a separate file, for pages, which load no table. */
export const mostSkills = 40;
