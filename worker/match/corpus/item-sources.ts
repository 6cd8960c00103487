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
  for (const each of placed) {
    const ids =
      'from' in each
        ? [...former.sourceIds.subarray(former.sourceFrom[each.from], former.sourceFrom[each.from + 1])]
        : sourcesOf(each.opening).map(numberOf);
    idsOf.set(each.item, ids);
  }
  const added = [...idsOf.values()].reduce((sum, { length }) => sum + length, 0);
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
  for (const next of [...idsOf.keys()].sort((one, other) => one - other)) {
    copyUntil(next);
    for (const id of idsOf.get(next) ?? []) sourceIds[end++] = id;
    sourceFrom[++item] = end;
  }
  copyUntil(size);
  return { sources: [...numbers.keys()], sourceFrom, sourceIds: sourceIds.slice(0, end) };
}

const sourcesOf = (opening: Opening): string[] =>
  isGroup(opening) ? [...new Set(opening.members.map(({ source }) => source))] : [opening.source];
