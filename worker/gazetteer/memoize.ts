import type { Gazetteer } from './gazetteer.js';

/** Makes a memo of values by text, one for each gazetteer; it is cleared when it holds `most` values. */
export function memoize<Value>(most: number): (gazetteer: Gazetteer, text: string, read: () => Value) => Value {
  const memories = new WeakMap<Gazetteer, Map<string, Value>>();
  return (gazetteer, text, read) => {
    const memory = memories.get(gazetteer) ?? new Map<string, Value>();
    memories.set(gazetteer, memory);
    const before = memory.get(text);
    if (before !== undefined) return before;
    const value = read();
    if (memory.size >= most) memory.clear();
    memory.set(text, value);
    return value;
  };
}
