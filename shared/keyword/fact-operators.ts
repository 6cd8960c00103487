import { type Area, areaHolds, areas } from '../places/areas.js';
import { tableNames } from '../places/table-names.js';
import { readSkill, skillKey } from '../skills/skill-names.js';
import { type CompanySize, companySizes, readCompanySizes } from '../words/company-sizes.js';
import { degrees } from '../words/degrees.js';
import { industryKey } from '../words/industry.js';
import { languages } from '../words/languages.js';
import { cutText } from '../words/text.js';

/**
 * A stated fact as a word of the index: its operator's name and its value, in only letters and digits, so that the word
 * is not split and occurs in no text. `visa:yes` is "zqvisazqyes".
 */
const mark = 'zq';

/** The word of an operator's value, without signs. */
export const factTerm = (operator: string, value: string): string =>
  mark + operator + mark + value.toLowerCase().replace(/[^a-z0-9]+/g, '');

/** The word of an industry, or of a part of one, by its key (`industryKey`); non-Latin letters as numbers. */
export const industryTerm = (key: string): string =>
  factTerm(
    'industry',
    key.replace(/[^a-z0-9]/gu, (letter) => `u${letter.codePointAt(0)?.toString(36)}`),
  );

/** The word of the size of a company. */
export const sizeTerm = (size: CompanySize): string => factTerm('size', size.replace('-', 'to'));

/** The word of a skill, by its name in the table. */
export const skillTerm = (skill: string): string => factTerm('skill', skillKey(skill));

/** A fact's word in its operator's spelling; other words unchanged. */
export function factLabel(word: string): string {
  const [before, operator, value] = word.split(mark);
  return before === '' && value !== undefined ? `${operator}:${value}` : word;
}

/** The highest number of years distinguished. */
export const mostYears = 20;

/** The value of an unnamed part of a country. */
export const partOf = (country: string): string => `${country}part`;

/** The operators for facts that a posting states, with a sentence about their values. */
export const factOperators = {
  visa: 'yes or no',
  clearance: 'yes or no',
  degree: `${degrees.join(', ')}, also with <= or >= before it`,
  years: `a number up to ${mostYears}, also with <=, <, >= or > before it, or a range as 2-5`,
  language: 'a language or its two-letter code',
  agency: 'yes or no',
  industry: 'an industry, or a part of its name',
  size: `${companySizes.join(', ')}, a number of employees, or a bound as >=500`,
  skill: 'a skill or technology of our table',
  remotefrom: 'a country, its two-letter code, a region as US-CA, or an area as EMEA',
} as const;
export type FactOperator = keyof typeof factOperators;

/** The sentence for a value that an operator does not know. */
export const unknownValue = (operator: FactOperator, value: string): string =>
  `"${operator}:${cutText(value, 40)}" was left out: ${operator} takes ${factOperators[operator]}.`;

/** The index words (`factTerm`) of which a job must have any one; `null` for unknown values. Commas separate values. */
export function readFactOperator(operator: FactOperator, value: string): string[] | null {
  const all = value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => readers[operator](each));
  if (all.length === 0 || all.some((terms) => terms.length === 0)) return null;
  return [...new Set(all.flat())];
}

/** The words of one value; none = it is unknown. */
type Reader = (value: string) => string[];

const yes = new Set(['yes', 'y', 'true', 'ja', 'oui', 'si']);
const no = new Set(['no', 'n', 'false', 'none', 'nein', 'non', 'not']);

const yesOrNo =
  (operator: FactOperator): Reader =>
  (value) => {
    const word = value.toLowerCase();
    if (yes.has(word)) return [factTerm(operator, 'yes')];
    return no.has(word) ? [factTerm(operator, 'no')] : [];
  };

const readers: Readonly<Record<FactOperator, Reader>> = {
  visa: yesOrNo('visa'),
  clearance: yesOrNo('clearance'),
  agency: yesOrNo('agency'),
  degree: readDegrees,
  years: readYears,
  language: readLanguage,
  industry: readIndustry,
  size: (value) => readCompanySizes(value).map(sizeTerm),
  skill: readSkills,
  remotefrom: readHome,
};

const comparison = /^(<=|>=|≤|≥|<|>|=)?(.+)$/;

const withoutSpaces = (text: string): string => text.replace(/\s/g, '');

/** The first and last index that a comparison includes, from 0 to `last`. */
function between(sign: string | undefined, at: number, last: number): [number, number] {
  if (sign === '<=' || sign === '≤') return [0, at];
  if (sign === '<') return [0, at - 1];
  if (sign === '>=' || sign === '≥') return [at, last];
  return sign === '>' ? [at + 1, last] : [at, at];
}

const span = ([from, to]: [number, number]): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

const otherDegrees: ReadonlyMap<string, string> = new Map([
  ...['no', 'not', 'without'].map((word) => [word, 'none'] as const),
  ...['phd', 'doctor', 'doctoral', 'ph.d', 'ph.d.'].map((word) => [word, 'doctorate'] as const),
  ...['bachelors', "bachelor's", 'bs', 'ba', 'bsc'].map((word) => [word, 'bachelor'] as const),
  ...['masters', "master's", 'ms', 'ma', 'msc', 'mba'].map((word) => [word, 'master'] as const),
  ...['highschool', 'high-school', 'ged', 'secondary'].map((word) => [word, 'school'] as const),
  ...['apprenticeship', 'ausbildung', 'training'].map((word) => [word, 'vocational'] as const),
  ...['associates', "associate's"].map((word) => [word, 'associate'] as const),
]);

function readDegrees(value: string): string[] {
  const [, sign, word = ''] = comparison.exec(withoutSpaces(value.toLowerCase())) ?? [];
  const at = (degrees as readonly string[]).indexOf(otherDegrees.get(word) ?? word);
  if (at < 0) return [];
  // A school-leaving certificate is not a degree.
  const [from, to] = sign === undefined && at === 0 ? [0, 1] : between(sign, at, degrees.length - 1);
  return span([from, to]).map((index) => factTerm('degree', degrees[index] ?? ''));
}

function readYears(value: string): string[] {
  const written = withoutSpaces(value).replace(/(?:years?|yrs?)$/i, '');
  const range = /^(\d{1,2})(?:-|–|\.\.)(\d{1,2})$/.exec(written);
  const [, sign, text = ''] = comparison.exec(written) ?? [];
  const plus = /^(\d{1,2})\+$/.exec(text)?.[1];
  if (range === null && plus === undefined && !/^\d{1,2}$/.test(text)) return [];
  const bounds: [number, number] =
    range !== null
      ? [Number(range[1]), Number(range[2])]
      : between(plus === undefined ? sign : '>=', Number(plus ?? text), mostYears);
  return span([Math.max(0, bounds[0]), Math.min(mostYears, bounds[1])]).map((years) =>
    factTerm('years', String(years)),
  );
}

function readLanguage(value: string): string[] {
  const code = languages.read(value);
  return code === null ? [] : [factTerm('language', code)];
}

function readIndustry(value: string): string[] {
  const key = industryKey(value);
  return key === '' ? [] : [industryTerm(key)];
}

function readSkills(value: string): string[] {
  const skill = readSkill(value);
  return skill === null ? [] : [skillTerm(skill)];
}

type Home = { country: string; region: string | null };

function readHome(value: string): string[] {
  const [, code, part] = /^([a-z]{2})-(.+)$/i.exec(value) ?? [];
  if (code !== undefined && part !== undefined) {
    const region = regionsNamed(part).find(({ country }) => country === code.toUpperCase());
    if (region !== undefined) return homeTerms(region);
  }
  const [country] = named(value, 'country');
  if (country !== undefined) return homeTerms({ country, region: null });
  const [area] = named(value, 'area');
  if (area !== undefined) return areaTerms(area);
  const [region] = regionsNamed(value);
  return region === undefined ? [] : homeTerms(region);
}

/** The meaning of a name as a country, a region ("US CA") or an area, in the notation of the place tables. */
const named = (name: string, kind: 'country' | 'region' | 'area'): string[] =>
  (tableNames().meaning(name) ?? '')
    .split('|')
    .filter((meaning) => meaning.startsWith(`${kind} `))
    .map((meaning) => meaning.slice(kind.length + 1));

const regionsNamed = (name: string): Home[] =>
  named(name, 'region').map((each) => ({ country: each.slice(0, 2), region: each.slice(3) }));

/** Words of jobs open to an entire area, or to a wider one. */
function areaTerms(name: string): string[] {
  const asked = areas.find((area) => area.name === name)?.countries ?? [];
  const holdsAll = (area: Area): boolean => asked.length > 0 && asked.every((code) => areaHolds(area, code));
  const wider = areas.filter((area) => area.name === name || holdsAll(area));
  return wider.map((area) => factTerm('remotefrom', area.name));
}

/** Words of jobs open to a resident of a place: to the place, to a wider one, or to some part of a country. */
function homeTerms({ country, region }: Home): string[] {
  const own = region === null ? [country, partOf(country)] : [country + region, country];
  const around = areas.filter((area) => areaHolds(area, country)).map(({ name }) => name);
  return [...own, ...around].map((value) => factTerm('remotefrom', value));
}
