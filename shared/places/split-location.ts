import { type Workplace, workplaces } from '../words/words.js';
import { tableNames } from './table-names.js';

/** One alternative of a location before its names are resolved. */
export type LocationAlternative = {
  /** The names, parts between commas. */
  text: string;
  /** Kilometres around the place, if stated. */
  km: number | null;
  workplace: Workplace | null;
};

/** A radius is raised to this many kilometres. */
const leastKm = 1;
export const mostKm = 1000;
const kmPerMile = 1.609344;

/** Longer than any location that passes validation. */
const mostLetters = 240;

/** Splits a location at `;` and `or` and extracts the radius and workplace of each part. Linear in its length. */
export function splitLocation(location: string): LocationAlternative[] {
  return location
    .slice(0, mostLetters)
    .toWellFormed()
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Zs}\u2028\u2029]+/gu, ' ')
    .split(/[;•·]/u)
    .flatMap(splitAtOr)
    .map(readClause)
    .filter(({ text, workplace }) => workplace !== null || /[\p{L}\p{N}]/u.test(text));
}

/** "or" separates two places; at the end, before another "or" or a number it is Oregon ("Portland, or"). */
function splitAtOr(text: string): string[] {
  const clauses: string[] = [];
  let words: string[] = [];
  const all = text.split(' ').filter((word) => word !== '');
  for (const [at, word] of all.entries()) {
    const next = all[at + 1];
    const isBetween = words.length > 0 && next !== undefined && !/^(?:or\b|\d|[,(])/i.test(next);
    if (word.toLowerCase() === 'or' && isBetween && !isOregon(words, all.slice(at + 1))) {
      clauses.push(words.join(' '));
      words = [];
    } else words.push(word);
  }
  return [...clauses, words.join(' ')];
}

/** "Portland OR USA", but not "Canada or USA". */
function isOregon(before: readonly string[], after: readonly string[]): boolean {
  const { meaning } = tableNames();
  const [last = ''] = before.join(' ').split(',').slice(-1);
  return meaning(after.join(' ')) === 'country US' && /^(?:$|city )/.test(meaning(last) ?? '');
}

const radius =
  /(?:\b(?:within|in|up to|radius(?: of)?) ?)?\+? ?\b(\d{1,6}(?:[.,]\d{1,2})?) ?(kms?|kilomet(?:er|re)s?|mi|miles?)\b(?: (?:radius|around|away|of|from)\b){0,2}/i;

function readClause(clause: string): LocationAlternative {
  const found = radius.exec(clause);
  const before =
    found === null ? clause : `${clause.slice(0, found.index)} ${clause.slice(found.index + found[0].length)}`;
  const { text, workplace } = takeWorkplace(before);
  return { text, km: found === null ? null : kilometres(found[1] ?? '', found[2] ?? ''), workplace };
}

function kilometres(number: string, unit: string): number {
  const count = Number(number.replace(',', '.')) * (/^m/i.test(unit) ? kmPerMile : 1);
  return Math.round(Math.min(mostKm, Math.max(leastKm, count)) * 10) / 10;
}

/** Words for a workplace that do not refer to the adjacent place. */
const aloneOnly: ReadonlySet<string> = new Set(['office', 'anywhere', 'flexible']);

const spellings = workplaces.words
  .flatMap((word) => [word, ...workplaces.understood[word]])
  .concat('home office', 'home based', 'work from anywhere', 'not remote', 'non remote', 'no remote', 'remotely')
  .filter((spelling) => !aloneOnly.has(spelling))
  .sort((one, other) => other.length - one.length);
const workplaceWords = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${spellings.map((word) => word.replace(/ /g, '[ -]?')).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
);

/** Removes words for a workplace. Two of them mean hybrid work, like "hybrid remote". */
function takeWorkplace(clause: string): { text: string; workplace: Workplace | null } {
  const whole = workplaces.read(clause);
  if (whole === 'remote') return { text: '', workplace: 'remote' };
  const statedWorkplaces = new Set<Workplace>();
  const text = clause.replace(workplaceWords, (word) => {
    statedWorkplaces.add(workplaces.read(word) ?? (/^no/i.test(word) ? 'on site' : 'remote'));
    return ',';
  });
  if (statedWorkplaces.size === 0) return { text: clause, workplace: null };
  const workplace = statedWorkplaces.size > 1 ? 'hybrid' : ([...statedWorkplaces][0] ?? null);
  return { text: withoutJoints(text), workplace };
}

/** Removes words between a workplace and its place: "remote in Germany", "Germany only (remote)". */
function withoutJoints(text: string): string {
  return text.replace(/,[\s-]*(?:in|from|within|across|for)(?= )/giu, ',');
}
