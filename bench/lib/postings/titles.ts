import type { Occupation } from '../../../demo-board/vocabulary.js';
import type { Level } from '../../../shared/words/words.js';
import type { Random } from './random.js';
import type { Sentences } from './sentences.js';
import { weighed } from './towns.js';

/** The parts of a title. */
export type TitleParts = { occupation: Occupation; topic: number; level: Level | null; town: string };

const levelWords: Readonly<Record<Level, readonly string[]>> = {
  internship: ['Intern', 'Working Student'],
  'entry level': ['Junior', 'Graduate', 'Entry-Level'],
  associate: ['Mid-Level', 'Associate'],
  senior: ['Senior', 'Senior', 'Senior', 'Sr.', 'Lead', 'Staff', 'Principal'],
  director: ['Head of', 'Director of'],
  executive: ['VP of', 'Vice President of'],
};

/** What may follow the role in a title, by weight: real titles have a long tail of teams, products, towns and marks. */
const additions = [
  ['none', 42],
  ['team', 18],
  ['tool', 8],
  ['word', 14],
  ['two words', 8],
  ['town', 7],
  ['mark', 3],
] as const;

/** A title in an employer's style; most are rare. */
export function makeTitle(parts: TitleParts, random: Random, { vocabulary }: Sentences): string {
  const { occupation, level, town } = parts;
  const role = roleOf(parts, random);
  const word = (): string => capitalised(vocabulary.draw(random));
  const separator = random.pick([', ', ' - ', ' (', ' – ', ': ']);
  const added = (text: string): string => `${role}${separator}${text}${separator === ' (' ? ')' : ''}`;
  switch (weighed(additions, random)) {
    case 'none':
      return role;
    case 'team':
      return added(random.pick([...occupation.teams, occupation.field]));
    case 'tool':
      return level === 'director' ? role : added(random.pick([...occupation.tools, occupation.field]));
    case 'word':
      return added(word());
    case 'two words':
      return added(`${word()} ${word()}`);
    case 'town':
      return added(town);
    case 'mark':
      return `${role} (m/f/d)`;
  }
}

function roleOf({ occupation, level }: TitleParts, random: Random): string {
  const base = random.pick(occupation.titles);
  if (level === null) return base;
  const word = random.pick(levelWords[level]);
  if (level === 'director' || level === 'executive') return `${word} ${occupation.field}`;
  return level === 'internship' ? `${base} ${word}` : `${word} ${base}`;
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
