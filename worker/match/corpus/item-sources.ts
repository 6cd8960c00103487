import type { Task } from '../../process/cooperative.js';
import { isGroup, type Opening, type PlacedItems } from './opening.js';

/** Item `i` was found on `sources[s]` for each `s` of `sourceIds[sourceFrom[i]]` up to `sourceFrom[i + 1]`. */
export type ItemSources = { sources: readonly string[]; sourceFrom: Uint32Array; sourceIds: Uint32Array };

/** Whether several sources list an item. */
export const isOnSeveral = ({ sourceFrom }: Pick<ItemSources, 'sourceFrom'>, item: number): boolean =>
  (sourceFrom[item + 1] ?? 0) - (sourceFrom[item] ?? 0) > 1;

/** Items whose sources are read or written between two yields. */
const batch = 1000;

/** The sources of all items, read only from the items that have changed. */
export function* extendItemSources(
  former: ItemSources,
  { size, placed }: Pick<PlacedItems, 'size' | 'placed'>,
): Task<ItemSources> {
  const numbers = new Map(former.sources.map((source, at) => [source, at]));
  const numberOf = (source: string): number => {
    const number = numbers.get(source) ?? numbers.size;
    numbers.set(source, number);
    return number;
  };
  const idsOf: (readonly number[])[] = [];
  let added = 0;
  for (const each of placed) {
    const ids =
      'from' in each
        ? [...former.sourceIds.subarray(former.sourceFrom[each.from], former.sourceFrom[each.from + 1])]
        : sourcesOf(each.opening).map(numberOf);
    added += ids.length;
    if (idsOf.push(ids) % batch === 0) yield;
  }
  const sourceFrom = new Uint32Array(size + 1);
  const sourceIds = new Uint32Array(former.sourceIds.length + added);
  let [item, end] = [0, 0];
  const copyUntil = (next: number): void => {
    if (item === next) return;
    const from = former.sourceFrom[item] ?? 0;
    const ids = former.sourceIds.subarray(from, former.sourceFrom[next]);
    sourceIds.set(ids, end);
    for (const shift = end - from; item < next; item++)
      sourceFrom[item + 1] = (former.sourceFrom[item + 1] ?? 0) + shift;
    end += ids.length;
  };
  for (const [at, { item: next }] of placed.entries()) {
    copyUntil(next);
    for (const id of idsOf[at] ?? []) sourceIds[end++] = id;
    sourceFrom[++item] = end;
    if (at % batch === 0) yield;
  }
  copyUntil(size);
  return { sources: [...numbers.keys()], sourceFrom, sourceIds: sourceIds.slice(0, end) };
}

const sourcesOf = (opening: Opening): string[] =>
  isGroup(opening) ? [...new Set(opening.members.map(({ source }) => source))] : [opening.source];
