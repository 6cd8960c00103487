import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The condition for a spelling to be a mention of its skill: `plain` = none, in any case; `cased` = its own letter
 * case; `doubtful` = words around it about a skill, or a place in a title; `listed` = another skill next to it.
 */
export type SpellingKind = 'plain' | 'cased' | 'doubtful' | 'listed';

/** A spelling of a skill, by its name. One in lower case matches any letter case unless it is `cased` or `listed`. */
export type Spelling = { skill: string; text: string; kind: SpellingKind };

/** The table: the names of all skills, and their spellings, including the names. */
export type SkillTable = { names: readonly string[]; spellings: readonly Spelling[] };

const kinds = ['plain', 'cased', 'doubtful', 'listed'] as const;
const head = 'name,spellings,cased,doubtful,listed';

/** Parses the table of skills: remarks (`#`), a header and one line per skill. Throws on any other line. */
export function parseSkills(text: string): SkillTable {
  const [first, ...lines] = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (first !== head) throw new Error(`The table of skills does not begin with "${head}".`);
  const names: string[] = [];
  const spellings: Spelling[] = [];
  for (const line of lines) {
    const [skill = '', ...cells] = line.split(',');
    if (skill === '' || cells.length !== kinds.length) throw new Error(`"${line.slice(0, 60)}" is not a skill.`);
    const written = kinds.flatMap((kind, at) =>
      (cells[at] ?? '')
        .split('|')
        .filter((each) => each !== '')
        .map((each): Spelling => ({ skill, text: each, kind })),
    );
    const lower = skill.toLowerCase();
    const isNamed = written.some(({ text: each, kind }) => kind !== 'plain' && each.toLowerCase() === lower);
    names.push(skill);
    spellings.push(...(isNamed ? [] : [{ skill, text: lower, kind: 'plain' as const }]), ...written);
  }
  return { names, spellings };
}

let read: SkillTable | null = null;

/** This release's table, read once. */
export function skillTable(): SkillTable {
  // The build copies the table next to the code.
  read ??= parseSkills(readFileSync(fileURLToPath(new URL('./skills.csv', import.meta.url)), 'utf8'));
  return read;
}
