import { LRUCache } from 'lru-cache';
import type { Gazetteer } from './gazetteer.js';

/** Makes a memo of values by text, one for each gazetteer, of at most `most` values. */
export function memoize<Value>(most: number): (gazetteer: Gazetteer, text: string, read: () => Value) => Value {
  const memories = new WeakMap<Gazetteer, LRUCache<string, { value: Value }>>();
  return (gazetteer, text, read) => {
    const memory = memories.get(gazetteer) ?? new LRUCache<string, { value: Value }>({ max: most });
    memories.set(gazetteer, memory);
    const before = memory.get(text);
    if (before !== undefined) return before.value;
    const value = read();
    memory.set(text, { value });
    return value;
  };
}

type Point = { lat: number | null; lon: number | null };

/** Great-circle distance in kilometres (haversine); `null` when either has no coordinates. */
export function kilometresBetween(one: Point, other: Point): number | null {
  if (one.lat === null || one.lon === null || other.lat === null || other.lon === null) return null;
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2;
  const h =
    half(one.lat, other.lat) + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * half(one.lon, other.lon);
  return 12_742 * Math.asin(Math.sqrt(h));
}
