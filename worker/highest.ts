/**
 * Where the `count` highest keys stand, highest first, without sorting the rest; `settle` orders those with equal keys,
 * as a sort's comparison does, and must tell any two apart.
 */
export function highest(keys: Float64Array, count: number, settle: (one: number, other: number) => number): Int32Array {
  const wanted = Math.min(count, keys.length);
  if (wanted === 0) return new Int32Array(0);
  const bar = wanted === keys.length ? Number.NEGATIVE_INFINITY : nthHighest(keys.slice(), wanted);
  const chosen: number[] = [];
  for (let at = 0; at < keys.length; at++) if ((keys[at] ?? 0) >= bar) chosen.push(at);
  chosen.sort((one, other) => (keys[other] ?? 0) - (keys[one] ?? 0) || settle(one, other));
  return Int32Array.from(chosen.slice(0, wanted));
}

/** The n-th highest of a list (Hoare's quickselect). The list is rearranged. */
function nthHighest(list: Float64Array, n: number): number {
  let range = { low: 0, high: list.length - 1 };
  while (range.low < range.high) {
    const { endOfHigher, startOfLower } = divide(list, range);
    if (n - 1 <= endOfHigher) range = { low: range.low, high: endOfHigher };
    else if (n - 1 >= startOfLower) range = { low: startOfLower, high: range.high };
    else break;
  }
  return list[n - 1] ?? 0;
}

/** Brings what is higher than a pivot before what is lower; whatever lies between the two ends equals the pivot. */
function divide(
  list: Float64Array,
  { low, high }: { low: number; high: number },
): { endOfHigher: number; startOfLower: number } {
  const pivot = list[(low + high) >>> 1] ?? 0;
  let [left, right] = [low, high];
  while (left <= right) {
    while ((list[left] ?? 0) > pivot) left++;
    while ((list[right] ?? 0) < pivot) right--;
    if (left > right) break;
    const held = list[left] ?? 0;
    list[left++] = list[right] ?? 0;
    list[right--] = held;
  }
  return { endOfHigher: right, startOfLower: left };
}
