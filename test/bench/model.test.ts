import { expect, test } from '@jest/globals';
import type { Costs } from '../../bench/costs/measure.js';
import { million, modelOf } from '../../bench/costs/model.js';

const costs: Costs = {
  hitApi: 0.5,
  hitRedis: 0.05,
  postings: 1000,
  runWorker: 4,
  runApi: 3,
  runRedis: 1,
  posting: 2,
  pageHttp: 5,
  pageBrowser: 300,
  documentJobBytes: 1000,
  postingBytes: 5000,
};

const result = (use: Partial<typeof million>, what: string) =>
  modelOf(costs, { ...million, ...use }).find((line) => line.what === what)?.result;

test('the model multiplies measured values by assumed ones', () => {
  const use = {
    searchesADay: 864_000,
    peak: 2,
    hitShare: 0.9,
    boards: 10,
    postingsABoard: 500,
    freshSeconds: 500,
    fill: 0.5,
  };
  expect(result(use, 'searches a second at the peak')).toBe('20.0');
  expect(result(use, 'runs a second')).toBe('2.00');
  expect(result(use, 'postings collected a second')).toBe('10.0');
  expect(result(use, 'a run')).toBe('20.0 ms');
  // 20 × 0.5 ms + 2 × 3 ms = 16 ms per second.
  expect(result(use, 'cores of APIs')).toBe('0.016 → 1');
  // 2 × 20 ms + 10 × 2 ms + 4 × 5 ms = 80 ms per second.
  expect(result(use, 'cores of HTTP workers')).toBe('0.080 → 1');
  expect(result(use, 'Redis memory')).toBe('5.03 GB');
});

test('no site gets more requests than a polite pace allows', () => {
  const busy = { searchesADay: 100_000_000, siteSources: 4 };
  expect(result(busy, 'pages by HTTP a second')).toBe('4.00');
  expect(result({ ...busy, perMinute: 600 }, 'pages by HTTP a second')).toBe('40.0');
  expect(
    result({ searchesADay: 8640, peak: 1, hitShare: 0.9, siteShare: 0.5, pagesASite: 2 }, 'pages by HTTP a second'),
  ).toBe('0.040');
});
