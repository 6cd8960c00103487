import { companySizes } from '../words/company-sizes.js';
import { foldWord } from '../words/text.js';
import type { KnownBoard } from './known-board.js';

/** How boards of the catalogue are searched for; an empty text means any. `text`: words of the name, or of the board's address. */
export type BoardFilter = { text: string; industry: string; size: string; country: string };

/** The boards that meet a filter, in the catalogue's order. */
export function filterBoards(boards: readonly KnownBoard[], filter: BoardFilter): KnownBoard[] {
  const words = wordsOf(filter.text);
  return boards.filter(
    (each) =>
      (filter.industry === '' || each.industry === filter.industry) &&
      (filter.size === '' || each.size === filter.size) &&
      (filter.country === '' || each.country === filter.country) &&
      (words.length === 0 || hasWords(each, words)),
  );
}

/** What a list of terms chooses. `unknown`: terms that name nothing in the catalogue. */
export type Picked = { boards: KnownBoard[]; unknown: string[] };

/**
 * The boards that a list of terms, divided by commas, chooses: `all`, industries ("technology"; a part is enough: "biotech"),
 * sizes ("51-200"), countries ("Switzerland", "CH") and names of companies. Industries, sizes and countries are alternatives each,
 * and narrow each other; named companies come besides, and first. The order is that of the terms.
 */
export function pickBoards(boards: readonly KnownBoard[], list: string): Picked {
  const terms = list.split(',').flatMap((term) => term.trim() || []);
  const read = terms.map((term) => ({ term, meaning: meaningOf(boards, term) }));
  const named = read.flatMap(({ meaning }) => (meaning.as === 'names' ? meaning.boards : []));
  const valuesOf = (as: 'industry' | 'size' | 'country'): string[] =>
    read.flatMap(({ meaning }) => (meaning.as === as ? meaning.values : []));
  const [industries, sizes, countries] = [valuesOf('industry'), valuesOf('size'), valuesOf('country')];
  const isAll = read.some(({ meaning }) => meaning.as === 'all');
  const narrows = industries.length + sizes.length + countries.length > 0;
  const rest =
    !narrows && !isAll
      ? []
      : boards.filter(
          ({ industry, size, country }) =>
            isOneOf(industries, industry) && isOneOf(sizes, size) && isOneOf(countries, country),
        );
  const place = new Map([...industries, ...sizes, ...countries].map((value, at) => [value, at]));
  const placeOf = ({ industry, size, country }: KnownBoard): number =>
    Math.min(...[industry, size, country].map((value) => place.get(value ?? '') ?? Number.MAX_SAFE_INTEGER));
  return {
    boards: [...new Set([...named, ...rest.sort((a, b) => placeOf(a) - placeOf(b))])],
    unknown: read.flatMap(({ term, meaning }) => (meaning.as === 'names' && meaning.boards.length === 0 ? term : [])),
  };
}

const isOneOf = (wanted: readonly string[], value: string | null): boolean =>
  wanted.length === 0 || (value !== null && wanted.includes(value));

type Meaning =
  | { as: 'all' }
  | { as: 'industry' | 'size' | 'country'; values: string[] }
  | { as: 'names'; boards: KnownBoard[] };

function meaningOf(boards: readonly KnownBoard[], term: string): Meaning {
  const folded = foldWord(term);
  if (folded === 'all') return { as: 'all' };
  const size = companySizes.find((each) => each === term.replace(/\s|,/g, ''));
  if (size !== undefined) return { as: 'size', values: [size] };
  const industries = industriesOf(boards).filter((industry) => partsOf(industry).includes(folded));
  if (industries.length > 0) return { as: 'industry', values: industries };
  const country = countriesOf(boards).find((code) =>
    [code.toLowerCase(), foldWord(catalogueCountryName(code))].includes(folded),
  );
  if (country !== undefined) return { as: 'country', values: [country] };
  const exact = boards.filter(({ name }) => foldWord(name) === folded);
  const words = wordsOf(term);
  return {
    as: 'names',
    boards: exact.length > 0 || words.length === 0 ? exact : boards.filter((each) => hasWords(each, words)),
  };
}

/** An industry as a whole and its parts: "Retail & E-commerce" is also "retail" and "e-commerce". */
const partsOf = (industry: string): string[] => [industry, ...industry.split(/[&,]/)].map(foldWord);

const wordsOf = (text: string): string[] =>
  text
    .split(/\s+/)
    .map(foldWord)
    .filter((word) => word !== '');

function hasWords({ name, board }: KnownBoard, words: readonly string[]): boolean {
  // Words with a hyphen are found as a whole, too.
  const text = [/[^\p{L}\p{N}]+/u, /[\s/.?=&#]+/].flatMap((ends) => `${name} ${board}`.split(ends).map(foldWord));
  const whole = foldWord(name);
  return words.every((word) => whole.includes(word) || text.some((part) => part.startsWith(word)));
}

/** The industries of boards, the most frequent first. */
export const industriesOf = (boards: readonly KnownBoard[]): string[] =>
  valuesOf(boards.map(({ industry }) => industry));

/** The codes of the countries of boards, the most frequent first. */
export const countriesOf = (boards: readonly KnownBoard[]): string[] => valuesOf(boards.map(({ country }) => country));

function valuesOf(values: readonly (string | null)[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value);
}

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** The English name of a country by its code. */
export const catalogueCountryName = (code: string): string => names.of(code) ?? code;
