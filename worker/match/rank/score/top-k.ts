/** Keeps the `count` highest of the values added to it. */
export type TopK = {
  add(value: number): void;
  /** The lowest of the kept values; `-Infinity` while there are fewer than `count`. */
  threshold(): number;
};

/** Makes a top-k of `count` values: a binary heap with the lowest of them on top. */
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
    threshold: () => (size < count ? Number.NEGATIVE_INFINITY : (heap[0] ?? 0)),
  };
}
