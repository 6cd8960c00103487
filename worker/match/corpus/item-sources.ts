import type { Group } from './prepared-collection.js';

/** Item `i` was found on `sources[s]` for each `s` of `sourceIds[sourceFrom[i]]` up to `sourceFrom[i + 1]`. */
export type ItemSources = { sources: readonly string[]; sourceFrom: Uint32Array; sourceIds: Uint32Array };

/** The sources of all items, read only from the items that are new or have changed. */
export function extendItemSources(
  former: ItemSources,
  { items, changed }: { items: readonly Group[]; changed: readonly number[] },
): ItemSources {
  const numbers = new Map(former.sources.map((source, at) => [source, at]));
  const numberOf = (source: string): number => {
    const number = numbers.get(source) ?? numbers.size;
    numbers.set(source, number);
    return number;
  };
  const idsOf = new Map<number, readonly number[]>();
  let added = 0;
  for (const item of changed) {
    const ids = [...new Set(items[item]?.members.map(({ job }) => numberOf(job.source)))];
    idsOf.set(item, ids);
    added += ids.length;
  }
  const sourceFrom = new Uint32Array(items.length + 1);
  const sourceIds = new Uint32Array(former.sourceIds.length + added);
  let end = 0;
  for (let item = 0; item < items.length; item++) {
    const ids = idsOf.get(item);
    if (ids !== undefined) for (const id of ids) sourceIds[end++] = id;
    else
      for (let at = former.sourceFrom[item] ?? 0; at < (former.sourceFrom[item + 1] ?? 0); at++)
        sourceIds[end++] = former.sourceIds[at] ?? 0;
    sourceFrom[item + 1] = end;
  }
  return { sources: [...numbers.keys()], sourceFrom, sourceIds: sourceIds.slice(0, end) };
}
