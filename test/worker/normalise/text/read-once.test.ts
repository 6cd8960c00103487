import { describe, expect, test } from '@jest/globals';
import { createRepeatFilter, readOnce } from '../../../../worker/normalise/text/read-once.js';

describe('reading repeated texts once', () => {
  test('reads a text that came twice no more, and gives the same value', () => {
    const read: string[] = [];
    const lengthOf = readOnce(
      (text) => {
        read.push(text);
        return { length: text.length };
      },
      { most: 10, longest: 20 },
    );
    const values = Array.from({ length: 4 }, () => lengthOf('a sentence'));
    expect(values).toEqual(values.map(() => ({ length: 10 })));
    expect(read).toHaveLength(2);
    expect(values[3]).toBe(values[2]);
  });

  test('reads long texts each time, and keeps no more than its bound', () => {
    let reads = 0;
    const count = readOnce(() => (reads += 1), { most: 2, longest: 4 });
    for (let time = 0; time < 3; time++) count('longer');
    expect(reads).toBe(3);
    for (const text of ['a', 'b', 'c', 'a', 'b', 'c', 'a']) count(text);
    expect(reads).toBe(10);
  });

  test('keeps null as a value, and tells texts of one fingerprint apart', () => {
    const text = 'x'.repeat(100);
    // The characters between those that are sampled differ.
    const other = `x${'y'}${'x'.repeat(98)}`;
    const isRepeated = createRepeatFilter();
    expect([isRepeated(text), isRepeated(other)]).toEqual([false, true]);
    const read = readOnce((each) => (each.includes('y') ? 'y' : null), { most: 9, longest: 200 });
    expect([text, other, text, other, text].map(read)).toEqual([null, 'y', null, 'y', null]);
  });
});
