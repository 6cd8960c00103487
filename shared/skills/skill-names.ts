import { foldWord } from '../words/text.js';
import { skillTable } from './skill-table.js';

/** The letters and digits by which the spellings of a skill are compared; "C++" and "C#" are distinguished from "C". */
export const skillKey = (text: string): string =>
  foldWord(
    text
      .replaceAll('+', ' plus')
      .replaceAll('#', ' sharp')
      .replace(/^\s*\./, 'dot'),
  );

let known: ReadonlyMap<string, string> | null = null;

/** The names of the skills by the keys of all their spellings; what is a name of one is no spelling of another. */
function namesByKey(): ReadonlyMap<string, string> {
  const { names, spellings } = skillTable();
  known ??= new Map([
    ...spellings.map(({ text, skill }) => [skillKey(text), skill] as const).reverse(),
    ...names.map((name) => [skillKey(name), name] as const),
  ]);
  return known;
}

/** The name of the skill that a text means ("golang" → "Go"); `null` = none of the table. */
export const readSkill = (text: string): string | null => namesByKey().get(skillKey(text)) ?? null;

/** Skills of a list: names as the table writes them, ", " between them, in alphabetical order, each once. */
export const skillList = (names: Iterable<string>): string => [...new Set(names)].sort().join(', ');

/** The names of a list that `skillList` wrote; none for `''`. */
export const skillsIn = (list: string): string[] => (list === '' ? [] : list.split(', '));
