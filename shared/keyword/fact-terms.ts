import { skillKey } from '../skills/skill-names.js';
import type { CompanySize } from '../words/company-sizes.js';

/**
 * A stated fact as a word of the index: the name of its operator and its value, in letters and digits alone, so that the word
 * is neither cut nor written by anyone. `visa:yes` is "zqvisazqyes".
 */
const mark = 'zq';

/** The word of an operator's value; signs are left out of it. */
export const factTerm = (operator: string, value: string): string =>
  mark + operator + mark + value.toLowerCase().replace(/[^a-z0-9]+/g, '');

/** The word of an industry, or of a part of one, by its key (`industryKey`); letters beyond the Latin ones as their numbers. */
export const industryTerm = (key: string): string =>
  factTerm(
    'industry',
    key.replace(/[^a-z0-9]/gu, (letter) => `u${letter.codePointAt(0)?.toString(36)}`),
  );

/** The word of the size of a company. */
export const sizeTerm = (size: CompanySize): string => factTerm('size', size.replace('-', 'to'));

/** The word of a skill, by its name in the table. */
export const skillTerm = (skill: string): string => factTerm('skill', skillKey(skill));

/** A word of the index as its operator is written; a word that is none, as it is. */
export function factLabel(word: string): string {
  const [before, operator, value] = word.split(mark);
  return before === '' && value !== undefined ? `${operator}:${value}` : word;
}

/** The most years that are told apart. */
export const mostYears = 20;

/** The value of a part of a country that is not named. */
export const partOf = (country: string): string => `${country}part`;
