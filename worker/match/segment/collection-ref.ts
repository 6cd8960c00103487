/**
 * A version of a collection in Redis, as a search refers to it. `isBoard`: it is a whole board, not narrowed to a query; `collectedAt`:
 * when its source was last read, in epoch milliseconds, where that is known.
 */
export type CollectionRef = { key: string; version: string; source: string; isBoard?: boolean; collectedAt?: number };

/** Whether two lists name the same collections, in the same versions and order. */
export function sameRefs(some: readonly CollectionRef[], others: readonly CollectionRef[]): boolean {
  if (some === others) return true;
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at++)
    if (some[at]?.key !== others[at]?.key || some[at]?.version !== others[at]?.version) return false;
  return true;
}
