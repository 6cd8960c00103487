import type { Meaning } from './meaning.js';
import { boardRows } from './world/board-rows.js';
import { boardFinds } from './world/narrow.js';
import type { Opening } from './world/opening.js';

/** Boards with a search of their own. */
export const narrowing: ReadonlySet<string> = new Set(boardRows.filter((row) => row.narrows).map(({ id }) => id));

/** Tells the boards that surely give an opening to a search: a board that narrows may file it differently. */
export function surelyGives(opening: Opening, asked: Pick<Meaning, 'keyword' | 'places'>): (board: string) => boolean {
  const found = boardFinds(opening, asked);
  return (board) => found || !narrowing.has(board);
}

/** The id of a posting by its address; the address where it is of no posting of the world. */
export const postingOf = (url: string): string => /\/jobs\/(\d+)/.exec(url)?.[1] ?? url;
