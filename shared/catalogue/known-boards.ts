import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Papa from 'papaparse';
import { type CompanySize, companySizes } from '../words/company-sizes.js';
import { foldWord } from '../words/text.js';

/**
 * A board of the catalogue. `country`: ISO 3166-1 alpha-2; `board`: its address; `pages`: the company's own pages that
 * show this board without revealing its system; `null` = unknown.
 */
export type KnownBoard = {
  name: string;
  website: string | null;
  industry: string | null;
  size: CompanySize | null;
  country: string | null;
  board: string;
  pages: readonly string[];
};

/** The columns of the file, in their order. */
const boardColumns = ['name', 'website', 'industry', 'size', 'country', 'board', 'pages'] as const;

/** Longer cells are mistakes. */
const longestCell = 1000;

/**
 * Reads the catalogue: CSV with optional remarks first (`#`), then one board per line. Throws one error that names the
 * first ten invalid lines.
 */
export function parseKnownBoards(text: string): KnownBoard[] {
  const [head, ...rows] = Papa.parse<string[]>(text, { comments: '#', skipEmptyLines: true }).data;
  if (head?.join() !== boardColumns.join())
    throw new Error(`The columns of the catalogue are ${boardColumns.join(', ')}, in this order.`);
  const mistakes: string[] = [];
  const boards = rows.flatMap((cells): KnownBoard[] => {
    const read = readRow(cells);
    if (typeof read !== 'string') return [read];
    mistakes.push(`"${cells.join(',').slice(0, 80)}": ${read}`);
    return [];
  });
  if (mistakes.length > 0) throw new Error(`The catalogue has mistakes:\n  ${mistakes.slice(0, 10).join('\n  ')}`);
  return boards;
}

/** The board of a row, or its mistake. */
function readRow(cells: readonly string[]): KnownBoard | string {
  const [name = '', website = '', industry = '', size = '', country = '', board = '', pages = ''] = cells;
  if (cells.length !== boardColumns.length) return `${cells.length} cells instead of ${boardColumns.length}.`;
  if (cells.some((cell) => cell.length > longestCell)) return `a cell has more than ${longestCell} characters.`;
  if (name === '' || board === '') return 'a name and the address of a board are required.';
  if (country !== '' && !/^[A-Z]{2}$/.test(country)) return `"${country}" is not a country code, such as DE.`;
  const known = companySizes.find((each) => each === size) ?? null;
  if (size !== '' && known === null) return `"${size}" is not a size: ${companySizes.join(', ')}.`;
  return {
    name,
    website: website || null,
    industry: industry || null,
    size: known,
    country: country || null,
    board,
    pages: pages === '' ? [] : pages.split(' '),
  };
}

/**
 * The address where people see a board: the company's own page if known, the site of a board read by its sitemap,
 * otherwise the board's.
 */
export function shownAddress({ board, pages: [page] }: KnownBoard): string {
  return page ?? (board.includes('#') ? board.replace(/^(https?:\/\/)?([^/]*).*$/s, '$1$2') : board);
}

/** The file of the catalogue; the build copies it next to the code. */
export const catalogueFile = (): string => fileURLToPath(new URL('./boards.csv', import.meta.url));

let held: readonly KnownBoard[] | null = null;

/** The boards of the catalogue, read once. */
export function readKnownBoards(): readonly KnownBoard[] {
  held ??= parseKnownBoards(readFileSync(catalogueFile(), 'utf8'));
  return held;
}

/** The remarks at the head of the file, as written: the list's origin and date. */
export const boardRemarks = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('#'));

/** Writes the catalogue: remarks, columns, and one line per board, by name. */
export function formatKnownBoards(remarks: readonly string[], boards: readonly KnownBoard[]): string {
  const sorted = [...boards].sort(
    (a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()) || compare(a.board, b.board),
  );
  const rows = sorted.map((board) => boardColumns.map((column) => [board[column] ?? ''].flat().join(' ')));
  const table = Papa.unparse({ fields: [...boardColumns], data: rows }, { newline: '\n' });
  return `${[...remarks, table].join('\n')}\n`;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The ids of the demo board's sources (demo-board/sources.ts). */
const demoIds: ReadonlySet<string> = new Set(['demo-greenhouse', 'demo-careers', 'demo-spa']);

/** Whether a source is one of the demo board's, whose jobs are invented. */
export const isDemoSource = (id: string): boolean => demoIds.has(id);

/** The entries of a sources file without those of the demo board, or all of them if there are no others. */
export function withoutDemo<Entry extends { id: string }>(entries: readonly Entry[]): Entry[] {
  const own = entries.filter(({ id }) => !isDemoSource(id));
  return own.length === 0 ? [...entries] : own;
}

/** A search of the catalogue; an empty text means any. `text`: words of the name, or of the board's address. */
export type BoardFilter = { text: string; industry: string; size: string; country: string };

/** The boards that match a filter, in the catalogue's order. */
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

/** The boards chosen by a list of terms. `unknown`: terms that name nothing in the catalogue. */
type Picked = { boards: KnownBoard[]; unknown: string[] };

/**
 * The boards chosen by a list of comma-separated terms: `all`, industries ("technology"; a part is enough: "biotech"),
 * sizes ("51-200"), countries ("Switzerland", "CH") and names of companies. Industries, sizes and countries are
 * alternatives within a kind, and narrow each other; named companies are added first. The order is that of the terms.
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

/** An industry by its full name and its parts: "Retail & E-commerce" is also "retail" and "e-commerce". */
const partsOf = (industry: string): string[] => [industry, ...industry.split(/[&,]/)].map(foldWord);

const wordsOf = (text: string): string[] =>
  text
    .split(/\s+/)
    .map(foldWord)
    .filter((word) => word !== '');

function hasWords({ name, board }: KnownBoard, words: readonly string[]): boolean {
  // Hyphenated words are also found in full.
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
