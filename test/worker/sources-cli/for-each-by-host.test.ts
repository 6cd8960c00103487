import { expect, test } from '@jest/globals';
import { forEachByHost } from '../../../worker/sources-cli/open-tools.js';

test('works on several items at once, and on few of one host', async () => {
  const items = [...Array.from({ length: 20 }, (_, at) => `a${at}`), ...Array.from({ length: 5 }, (_, at) => `${at}b`)];
  const hostOf = (item: string) => (item.startsWith('a') ? 'a' : item);
  const running = new Set<string>();
  const done: string[] = [];
  let most = 0;
  let mostOfHost = 0;
  await forEachByHost(items, { atOnce: 4, perHost: 2, hostOf, nameOf: String }, async (item) => {
    running.add(item);
    most = Math.max(most, running.size);
    mostOfHost = Math.max(mostOfHost, [...running].filter((each) => hostOf(each) === 'a').length);
    await new Promise<void>((resolve) => setImmediate(resolve));
    running.delete(item);
    done.push(item);
  });
  expect({ most, mostOfHost }).toEqual({ most: 4, mostOfHost: 2 });
  expect(done.sort()).toEqual([...items].sort());
});

test('rejects with the error of an item', async () => {
  const work = async () => {
    throw new Error('broken');
  };
  await expect(forEachByHost(['a'], { atOnce: 4, perHost: 2, hostOf: String, nameOf: String }, work)).rejects.toThrow(
    'broken',
  );
});
