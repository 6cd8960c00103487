/**
 * The first `count` of a list in an order, sorted, without sorting the rest (Hoare's quickselect). The list is
 * rearranged. `comesBefore` must be a total order.
 */
export function topOf(list: Int32Array, count: number, compare: (one: number, other: number) => number): Int32Array {
  const wanted = Math.min(count, list.length);
  let [low, high] = [0, list.length - 1];
  while (low < high) {
    const [end, start] = partition(list, { low, high }, compare);
    if (wanted <= end) high = end;
    else if (wanted > start) low = start;
    else break;
  }
  return list.slice(0, wanted).sort(compare);
}

/** Brings what comes before a pivot to the left of what comes after; between the two ends all are the pivot. */
function partition(
  list: Int32Array,
  { low, high }: { low: number; high: number },
  compare: (one: number, other: number) => number,
): [endOfLeft: number, startOfRight: number] {
  const pivot = list[(low + high) >>> 1] ?? 0;
  let [left, right] = [low, high];
  while (left <= right) {
    while (compare(list[left] ?? 0, pivot) < 0) left++;
    while (compare(list[right] ?? 0, pivot) > 0) right--;
    if (left > right) break;
    const held = list[left] ?? 0;
    list[left] = list[right] ?? 0;
    list[right] = held;
    left++;
    right--;
  }
  return [right, left];
}
