import { expect, test } from '@jest/globals';
import { shardOf } from '../../../../worker/match/dedupe/shard-of.js';

const posting = (name: string | null, url = 'https://a.example/1') => ({
  company: { name, url: null, logo: null, industry: null } as never as Parameters<typeof shardOf>[0]['company'],
  url,
});

test('a company is in one shard, however its name is written', () => {
  const names = ['Acme', 'ACME Inc.', 'Acme GmbH', 'The Acme Company', 'Ácme'];
  expect(new Set(names.map((name) => shardOf({ ...posting(null), company: posting(name).company }, 8))).size).toBe(1);
});

test('companies spread evenly', () => {
  const counts = new Array<number>(8).fill(0);
  for (let at = 0; at < 8000; at++) {
    const shard = shardOf(posting(`Company ${at}`), 8);
    counts[shard] = (counts[shard] ?? 0) + 1;
  }
  expect(Math.min(...counts)).toBeGreaterThan(850);
  expect(Math.max(...counts)).toBeLessThan(1150);
});

test('postings without a company are divided by host, whatever their address is', () => {
  const [one, other] = ['https://b.example/1', 'https://b.example/2?x'].map((url) => shardOf(posting(null, url), 64));
  expect(one).toBe(other);
  expect(shardOf(posting('', 'no address'), 64)).toBeGreaterThanOrEqual(0);
  expect(shardOf(posting('Acme'), 1)).toBe(0);
});
