import { describe, expect, test } from '@jest/globals';
import { loadGazetteer } from '../../../worker/gazetteer/gazetteer.js';
import { memoize } from '../../../worker/gazetteer/memoize.js';

const gazetteer = loadGazetteer();

describe('a memoized value', () => {
  test('is computed once for each text and gazetteer', () => {
    const memory = memoize<string>(10);
    const other = { ...gazetteer };
    let reads = 0;
    const read = () => `read ${++reads}`;
    expect(memory(gazetteer, 'Lyon', read)).toBe('read 1');
    expect(memory(gazetteer, 'Lyon', read)).toBe('read 1');
    expect(memory(gazetteer, 'Nice', read)).toBe('read 2');
    expect(memory(other, 'Lyon', read)).toBe('read 3');
  });

  test('is dropped with all others when the memo is full', () => {
    const memory = memoize<number>(2);
    let reads = 0;
    for (const text of ['a', 'b', 'c', 'c', 'a']) memory(gazetteer, text, () => ++reads);
    expect(reads).toBe(4);
  });
});
