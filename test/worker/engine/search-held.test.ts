import { expect, test } from '@jest/globals';
import { createSearchHeld } from '../../../worker/engine/held-collections.js';
import type { CollectionRef } from '../../../worker/match/segment/segment-files.js';

const ref = (source: string, version: string): CollectionRef => ({
  key: `c-${source}`,
  version,
  source,
  isBoard: true,
});

/**
 * A worker that knows these versions at first, and those in `current` once it has asked Redis again. `unreadable`: sources of
 * which no version can be prepared.
 */
function open(known: CollectionRef[], current: CollectionRef[], unreadable: readonly string[] = []) {
  const asked: string[][] = [];
  const searchHeld = createSearchHeld({
    async hold(refs) {
      asked.push(refs.map(({ source, version }) => `${source} ${version}`));
      const isHeld = (each: CollectionRef) =>
        !unreadable.includes(each.source) &&
        current.some(({ key, version }) => key === each.key && version === each.version);
      return { gone: refs.filter((each) => !isHeld(each)).map(({ key }) => key) };
    },
    held: { current: async () => known, renewed: async () => current },
  });
  return { asked, searchHeld };
}

test('a board that was replaced meanwhile is searched in its new version', async () => {
  const { asked, searchHeld } = open([ref('one', 'before'), ref('two', 'v')], [ref('one', 'now'), ref('two', 'v')]);
  const found = await searchHeld([]);
  expect(asked).toEqual([
    ['one before', 'two v'],
    ['one now', 'two v'],
  ]);
  expect([found.lacking.missing, found.searched('c-one'), found.searched('c-two')]).toEqual([[], true, true]);
});

test('a board that has expired meanwhile is missing', async () => {
  const { searchHeld } = open([ref('one', 'v'), ref('two', 'v')], [ref('two', 'v')]);
  const found = await searchHeld([]);
  expect([found.lacking.missing, found.searched('c-one'), found.searched('c-two')]).toEqual([['one'], false, true]);
});

test('a board that cannot be prepared is missing, and not tried again for the same question', async () => {
  const held = [ref('one', 'v'), ref('two', 'v')];
  const { asked, searchHeld } = open(held, held, ['one']);
  const found = await searchHeld([]);
  expect([found.lacking.missing, found.searched('c-one'), asked.length]).toEqual([['one'], false, 1]);
});

test('with every board in its version nothing is missing', async () => {
  const held = [ref('one', 'v')];
  const found = await open(held, held).searchHeld([]);
  expect([found.lacking.missing, found.searched('c-one'), found.searched('c-other')]).toEqual([[], true, false]);
});
