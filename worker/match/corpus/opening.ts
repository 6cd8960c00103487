import type { Entry, Group } from '../segment/prepared-collection.js';

/** A posting alone, or the merged group of several. */
export type Opening = Entry | Group;

/** Whether an opening has several postings. */
export const isGroup = (opening: Opening): opening is Group => 'members' in opening;

/** A new content of an item: an opening, or the item of the former corpus that moves there. */
export type Placed = { item: number; opening: Opening } | { item: number; from: number };

/** The items that change, in ascending order. All others keep their number. */
export type PlacedItems = { size: number; placed: readonly Placed[]; out: ReadonlySet<number> };
