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
