import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Papa from 'papaparse';
import { type CompanySize, companySizes } from '../words/company-sizes.js';

/**
 * A board of the catalogue. `country`: ISO 3166-1 alpha-2; `board`: its address; `pages`: addresses of the company's own that show
 * this board and do not tell its system; `null` = not known.
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
export const boardColumns = ['name', 'website', 'industry', 'size', 'country', 'board', 'pages'] as const;

/** Longer cells are mistakes. */
const longestCell = 1000;

/**
 * Reads the catalogue: CSV whose first lines may be remarks (`#`), with one board a line. Throws one error that names the first
 * ten lines with mistakes.
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

/** The board of a row, or what is wrong with it. */
function readRow(cells: readonly string[]): KnownBoard | string {
  const [name = '', website = '', industry = '', size = '', country = '', board = '', pages = ''] = cells;
  if (cells.length !== boardColumns.length) return `${cells.length} cells instead of ${boardColumns.length}.`;
  if (cells.some((cell) => cell.length > longestCell)) return `a cell has more than ${longestCell} characters.`;
  if (name === '' || board === '') return 'a name and the address of a board are needed.';
  if (country !== '' && !/^[A-Z]{2}$/.test(country)) return `"${country}" is no code of a country, such as DE.`;
  const known = companySizes.find((each) => each === size) ?? null;
  if (size !== '' && known === null) return `"${size}" is no size: ${companySizes.join(', ')}.`;
  return {
    ...{ name, website: website || null, industry: industry || null, size: known, country: country || null, board },
    pages: pages === '' ? [] : pages.split(' '),
  };
}

/**
 * The address at which people see a board: the company's own page where one is known, the site of a board that is read by its
 * sitemap, else the board's.
 */
export function shownAddress({ board, pages: [page] }: KnownBoard): string {
  return page ?? (board.includes('#') ? board.replace(/^(https?:\/\/)?([^/]*).*$/s, '$1$2') : board);
}

/** The file of the catalogue; the build copies it beside the code. */
export const catalogueFile = (): string => fileURLToPath(new URL('./boards.csv', import.meta.url));

let held: readonly KnownBoard[] | null = null;

/** The boards of the catalogue, read once. */
export function readKnownBoards(): readonly KnownBoard[] {
  held ??= parseKnownBoards(readFileSync(catalogueFile(), 'utf8'));
  return held;
}

/** The lines of remarks at the head of the file, as they are written: where the list comes from, and when. */
export const boardRemarks = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('#'));

/** Writes the catalogue: remarks, columns, and a line for each board, by name. */
export function formatKnownBoards(remarks: readonly string[], boards: readonly KnownBoard[]): string {
  const sorted = [...boards].sort(
    (a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()) || compare(a.board, b.board),
  );
  const rows = sorted.map((board) => boardColumns.map((column) => [board[column] ?? ''].flat().join(' ')));
  const table = Papa.unparse({ fields: [...boardColumns], data: rows }, { newline: '\n' });
  return `${[...remarks, table].join('\n')}\n`;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
