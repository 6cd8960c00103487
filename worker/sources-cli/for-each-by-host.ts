/** `perHost` and `atOnce`: items of one host, and in all, that are worked on at the same time. */
type HostLimits<Item> = { atOnce: number; perHost: number; hostOf: (item: Item) => string };

/** Works on all items, several at once, in their order as far as the limit of each host allows. Rejects with the first error. */
export async function forEachByHost<Item>(
  items: readonly Item[],
  { atOnce, perHost, hostOf }: HostLimits<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = new Map<string, Item[]>();
  for (const item of items) {
    const host = hostOf(item);
    const queue = waiting.get(host);
    if (queue === undefined) waiting.set(host, [item]);
    else queue.push(item);
  }
  const lanes = [...waiting.values()].flatMap((queue) =>
    Array.from({ length: Math.min(perHost, queue.length) }, () => queue),
  );
  const takeLanes = async (): Promise<void> => {
    for (let queue = lanes.shift(); queue !== undefined; queue = lanes.shift())
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, lanes.length) }, takeLanes));
}
