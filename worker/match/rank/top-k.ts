/** Tells what is worth a place among the `count` highest values. */
export type TopK = {
  add(value: number): void;
  /** The lowest of the highest values so far; `-Infinity` while there are fewer than `count`. */
  height(): number;
};

/** Makes a bar: a heap of the highest values, the lowest of them on top. */
export function createTopK(count: number): TopK {
  const heap = new Float64Array(count);
  let size = 0;

  const rise = (value: number): void => {
    let at = size++;
    for (let above = (at - 1) >> 1; at > 0 && (heap[above] ?? 0) > value; above = (at - 1) >> 1) {
      heap[at] = heap[above] ?? 0;
      at = above;
    }
    heap[at] = value;
  };
  const sink = (value: number): void => {
    let at = 0;
    for (let below = 1; below < count; below = 2 * at + 1) {
      if (below + 1 < count && (heap[below + 1] ?? 0) < (heap[below] ?? 0)) below++;
      if ((heap[below] ?? 0) >= value) break;
      heap[at] = heap[below] ?? 0;
      at = below;
    }
    heap[at] = value;
  };
  return {
    add(value) {
      if (size < count) rise(value);
      else if (value > (heap[0] ?? 0)) sink(value);
    },
    height: () => (size < count ? Number.NEGATIVE_INFINITY : (heap[0] ?? 0)),
  };
}
