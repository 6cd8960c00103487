import { isGroup, type Opening, type PlacedItems } from './opening.js';

/** Item `i` was found on `sources[s]` for each `s` of `sourceIds[sourceFrom[i]]` up to `sourceFrom[i + 1]`. */
export type ItemSources = { sources: readonly string[]; sourceFrom: Uint32Array; sourceIds: Uint32Array };

/** Whether several sources list an item. */
export const isOnSeveral = ({ sourceFrom }: Pick<ItemSources, 'sourceFrom'>, item: number): boolean =>
  (sourceFrom[item + 1] ?? 0) - (sourceFrom[item] ?? 0) > 1;

/** The sources of all items, read only from the items that have changed. */
export function extendItemSources(
  former: ItemSources,
  { size, placed }: Pick<PlacedItems, 'size' | 'placed'>,
): ItemSources {
  const numbers = new Map(former.sources.map((source, at) => [source, at]));
  const numberOf = (source: string): number => {
    const number = numbers.get(source) ?? numbers.size;
    numbers.set(source, number);
    return number;
  };
  const idsOf = new Map<number, readonly number[]>();
  const isPlaced = new Uint8Array(size);
  let added = 0;
  for (const each of placed) {
    const ids =
      'from' in each
        ? [...former.sourceIds.subarray(former.sourceFrom[each.from], former.sourceFrom[each.from + 1])]
        : sourcesOf(each.opening).map(numberOf);
    idsOf.set(each.item, ids);
    isPlaced[each.item] = 1;
    added += ids.length;
  }
  const sourceFrom = new Uint32Array(size + 1);
  const sourceIds = new Uint32Array(former.sourceIds.length + added);
  let end = 0;
  for (let item = 0; item < size; item++) {
    if (isPlaced[item] === 1) for (const id of idsOf.get(item) ?? []) sourceIds[end++] = id;
    else {
      const last = former.sourceFrom[item + 1] ?? 0;
      for (let at = former.sourceFrom[item] ?? 0; at < last; at++) sourceIds[end++] = former.sourceIds[at] ?? 0;
    }
    sourceFrom[item + 1] = end;
  }
  return { sources: [...numbers.keys()], sourceFrom, sourceIds: sourceIds.slice(0, end) };
}

const sourcesOf = (opening: Opening): string[] =>
  isGroup(opening) ? [...new Set(opening.members.map(({ source }) => source))] : [opening.source];
