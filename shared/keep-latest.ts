/** Keeps a value as the latest of so many; the one that was kept longest ago makes room. */
export function keepLatest<Value>(
  kept: Map<string, Value>,
  { name, value, most }: { name: string; value: Value; most: number },
): void {
  kept.delete(name);
  kept.set(name, value);
  for (const [oldest] of kept) if (kept.size > most) kept.delete(oldest);
}
