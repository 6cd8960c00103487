import { expect, test } from '@jest/globals';
import { writeSuggestions } from '../../../shared/search/collections/word-counts.js';
import { closeLater } from '../../lib/close-later.js';
import { startService } from '../../lib/start-service.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const later = closeLater();
const { redis, server } = await suiteRedis('working');

test('companies are searched by their names, and ordered by jobs or name', async () => {
  const companies = [
    ['Zeta GmbH', 3],
    ['Acme & Sons', 9],
    ['Ácme Labs', 1],
    ['Zeta', 20],
  ] as const;
  await writeSuggestions(redis, { titles: [], skills: [], companies, places: [] });
  const service = later(await startService({ sources: [], redis: server, worker: false }), (each) => each.close());
  const listed = async (query: string): Promise<string[]> => {
    const text = await (await fetch(`${service.url}/companies${query}`)).text();
    return [...text.matchAll(/href="\/companies\/([^"]+)"/g)].map(([, key = '']) => decodeURIComponent(key));
  };
  expect(await listed('')).toEqual(['zeta', 'acmesons', 'acmelabs']);
  expect(await listed('?sort=name')).toEqual(['acmelabs', 'acmesons', 'zeta']);
  expect(await listed('?q=ACME')).toEqual(['acmesons', 'acmelabs']);
  expect(await listed('?q=acme&sort=name')).toEqual(['acmelabs', 'acmesons']);
  expect(await listed('?letter=z')).toEqual(['zeta']);
  expect(await listed('?q=nobody')).toEqual([]);
});
