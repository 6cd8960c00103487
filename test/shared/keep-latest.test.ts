import { expect, test } from '@jest/globals';
import { keepLatest } from '../../shared/keep-latest.js';

test('beyond the limit the entry that was kept longest ago is removed; keeping one again renews it', () => {
  const kept = new Map<string, number>();
  for (const name of ['a', 'b', 'a', 'c']) keepLatest(kept, { name, value: name.charCodeAt(0), most: 2 });
  expect([...kept]).toEqual([
    ['a', 97],
    ['c', 99],
  ]);
});
