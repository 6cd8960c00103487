import { areas } from './areas.js';
import { territories } from './countries.js';
import { foldPlace } from './fold-place.js';
import { postalCountries, regions } from './regions.js';
import { tableNames } from './table-names.js';

/** Codes that are separate parts at the end of a text: "austin tx usa". */
const codes: ReadonlySet<string> = new Set([
  ...['US', 'CA'].flatMap((country) => (regions.get(country) ?? []).map(({ name }) => name.toLowerCase())),
  ...['us', 'usa', 'uk', 'uae', 'nsw', 'qld'],
]);
/** Countries at the beginning of a text: "US TX Austin". */
const countriesFirst: ReadonlySet<string> = new Set(['us', 'usa', 'uk']);
/** Towns whose names end like a code. */
const townsLikeCodes: ReadonlySet<string> = new Set([
  ...['rocky mt', 'spring mt', 'shangri la', 'son la', 'sa pa', 'tam ky', 'francisco sa', 'cutral co', 'hau ri'],
  ...['hukkyo ri', 'bang pa in', 'dutsin ma', 'ban mo', 'na wa', 'lu uk', 'wiang sa', 'st thomas mt'],
]);

/** The names of one place from narrowest to widest, or several lists of them if the text lists countries. */
export function nameParts(text: string): string[][] {
  const parts = partsOf(text);
  return isListOfCountries(parts) ? parts.map((part) => nameEach([part])) : parts.length === 0 ? [] : [nameEach(parts)];
}

/** Parts between commas, dashes and brackets, folded; letters of every alphabet are kept. */
function partsOf(text: string): string[] {
  const { meaning } = tableNames();
  const whole = plain(text.replaceAll(',', ' ')).replace(/^the /, '');
  // "Washington, DC" and "Bay Area, CA" are single names.
  if (/^(?:city|named) [^|]*$/.test(meaning(whole) ?? '')) return [whole];
  return text
    .replace(/\(([^()]*)\)/gu, (_, inner: string) => (meaning(inner) === null ? ` ${inner} ` : `,${inner},`))
    .split(/[,|:()[\]{}]| [-–—]+ /u)
    .flatMap((part) => apart(plain(part)))
    .filter((part) => part !== '');
}

/** Lower case, single spaces, no punctuation but "/" and "&", which may separate two places. */
function plain(part: string): string {
  const { meaning } = tableNames();
  const words = part.replace(/[^\p{L}\p{M}\p{N}\s.’‘'`´ʻʼ\-_/()‐‑–&+]/gu, ' ');
  const whole = foldPlace(words.replaceAll('+', ' ')).replace(/(?:(?<!\s)\s+)?&\s*/g, ' & ');
  if (meaning(whole) !== null) return whole;
  return words
    .split(/([/&+])/u)
    .map((piece, at) => (at % 2 === 1 ? (piece === '/' ? '/' : ' & ') : foldPlace(piece)))
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/^[\s/&]+|(?<![\s/&])[\s/&]+$/g, '')
    .replace(/^(?:in|near|around|from|based in|jobs in|anywhere in) (?=.{3})/, '')
    .replace(/(?<=.{2}) only$/, '');
}

/** "austin tx usa" is three parts, as is "us tx austin". */
function apart(part: string): string[] {
  const { meaning } = tableNames();
  const words = part.split(' ');
  const ends: string[] = [];
  const first = words[0] ?? '';
  if (words.length > 1 && countriesFirst.has(first) && meaning(part) === null) {
    ends.unshift(first);
    words.shift();
    const state = words[0] ?? '';
    if (
      words.length > 1 &&
      first !== 'uk' &&
      state.length === 2 &&
      codes.has(state) &&
      meaning(words.join(' ')) === null
    ) {
      ends.unshift(state);
      words.shift();
    }
  }
  while (words.length > 1 && codes.has(words.at(-1) ?? '')) {
    const rest = words.join(' ');
    if (meaning(rest) !== null || townsLikeCodes.has(rest)) break;
    ends.unshift(words.pop() ?? '');
  }
  return [words.join(' '), ...ends];
}

/** "USA, Canada": countries and wider areas, none of them within another; "BW, Germany" is a region. */
function isListOfCountries(parts: readonly string[]): boolean {
  const { meaning, countryOf } = tableNames();
  const found = parts.map((part) => (countriesFirst.has(part) ? countryFirst(part) : (meaning(part) ?? '')));
  if (found.length < 2 || new Set(found).size < found.length) return false;
  const countries = found.map(countryOf);
  const isRegion = (one: string): boolean => countries.some((country) => one.includes(`region ${country} `));
  return found.every(
    (one) => isWide(one) && !isRegion(one) && !found.some((other) => one !== other && liesIn(one, other)),
  );
}

const countryFirst = (part: string): string => (part === 'uk' ? 'country GB' : 'country US');

const isWide = (meaning: string): boolean => /^(?:country|area|named) [^|]+$/.test(meaning);

function liesIn(one: string, other: string): boolean {
  const [, code = ''] = one.split('country ');
  if (code === '') return false;
  if (other.startsWith('country ')) return territories.get(code) === other.slice(8);
  return areas.some(({ name, countries }) => other === `area ${name}` && countries.includes(code));
}

/**
 * The preferred spelling of each name. A country after a region unique to it is left out; an ambiguous name before a
 * country means its region; a city's short form stands for the city if only its country follows.
 */
function nameEach(parts: readonly string[]): string[] {
  const { meaning, preferred, countryOf } = tableNames();
  const named: string[] = [];
  let wider: Wider = { country: null, isCountry: false, next: '' };
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at] ?? '';
    const isLast = at === parts.length - 1;
    const means = narrowed(meaning(part), { ...wider, isLast, part });
    const name = means === null ? null : preferred(means);
    const region = /^region ([A-Z]{2}) [^|]+$/.exec(means ?? '')?.[1] ?? null;
    if (name !== null && region !== null && region === wider.country && wider.isCountry) named.shift();
    named.unshift(spell(name ?? part, means !== null && name !== null ? means : null));
    const country = countryOf(means);
    wider = { country: country ?? region ?? wider.country, isCountry: country !== null, next: meaning(part) ?? '' };
  }
  return named;
}

/** The country that the parts after a name imply; `isCountry` = the next part, which may mean `next`, is one. */
type Wider = { country: string | null; isCountry: boolean; next: string };

/** The meaning of a name in its context; undecided when that would require a list of every town. */
function narrowed(
  means: string | null,
  { country, isCountry, next, isLast, part }: Wider & { isLast: boolean; part: string },
): string | null {
  if (means === null) return null;
  const all = means.split('|');
  if (all.includes('country GB') && country !== 'IN' && isLast) return 'country GB';
  const inside = isCountry ? all.filter((each) => each.startsWith(`region ${country} `)) : [];
  const isCityToo = all.some((each) => each.startsWith(`city ${country} `));
  if (inside.length === 1 && !isCityToo) return isPostal(inside[0] ?? '') ? (inside[0] ?? null) : null;
  if (means.startsWith('city ') && all.length === 1) {
    const countryCode = means.slice(5, 7);
    const isShortForm =
      part.length <= 3 && (next.includes(`region ${countryCode} `) || next.includes(`country ${countryCode}`));
    return isLast || isShortForm || (isCountry && country === countryCode) ? means : null;
  }
  // A town may have any other name: "Wyoming, MI", "Palestine, TX".
  if (!isLast) return null;
  return withoutCountry(all, part);
}

/** The meaning of the last name: codes of US, Canadian or Australian states are not provinces elsewhere. */
function withoutCountry(all: readonly string[], part: string): string | null {
  const isRegion = (each: string): boolean => each.startsWith('region ');
  const isState = part.length <= 3 && all.some((each) => isRegion(each) && isPostal(each));
  const [only = '', ...others] = isState ? all.filter((each) => !isRegion(each) || isPostal(each)) : all;
  // Elsewhere a region's names are also its towns' and stay unchanged.
  const isOwnName = foldPlace(tableNames().preferred(only) ?? '') === part;
  const isKept = isRegion(only) && others.length === 0 && !isPostal(only) && !regionCodes.has(part) && !isOwnName;
  return isKept ? null : [only, ...others].join('|');
}

const isPostal = (region: string): boolean => postalCountries.has(region.slice(7, 9));

/** Region codes that stand by themselves outside those countries, too. */
const regionCodes: ReadonlySet<string> = new Set('nrw nds rlp idf kzn'.split(' '));

/** Words between two names, which stay in lower case. */
const joints = /(?<= )(?:And|Und|Oder|Et|Ou|Of|Or|Y|E|I|O|En|Och|Og|Eller|Lub|Oraz|Nebo)(?= )/g;

/** Areas written in capitals. */
const acronyms: ReadonlySet<string> = new Set('dach emea apac anz latam mena'.split(' '));

/** Names in the tables stay unchanged; others are capitalised, very short ones like codes. */
function spell(name: string, means: string | null): string {
  if (name.length <= 3 || acronyms.has(name)) return name.toUpperCase();
  if (means !== null && !means.startsWith('area ')) return name;
  return name
    .replace(/(?<![\p{L}\p{M}])\p{Ll}/gu, (letter) => letter.toUpperCase())
    .replace(joints, (word) => word.toLowerCase())
    .replace(/^[A-Z][a-z]{1,2}(?= \d)/, (code) => (codes.has(code.toLowerCase()) ? code.toUpperCase() : code));
}
