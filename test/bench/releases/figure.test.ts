import { expect, test } from '@jest/globals';
import { costRatio, type Figure, figureOf } from '../../../bench/releases/figure.js';

test.each([
  ['439 ms', 439, '439 ms'],
  ['20601/s, 47 µs of CPU', 0.047, '47 µs of CPU'],
  ['100,000 postings: 84 ms of CPU in 51 ms (worker 158, 258, 1,118 MB)', 84, '84 ms of CPU'],
  ['p50 22 s, p95 36 s, worst 40 s', 22_000, '22 s'],
  ['after 62 min', 3_720_000, '62 min'],
  ['1.57 kB', 1.57, '1.57 kB'],
  ['26 bytes', 0.026, '26 bytes'],
  ['194 MB', 194_000, '194 MB'],
  ['0.012 %', 0.012, '0.012 %'],
  ['29,301', 29_301, '29,301'],
  ['0, 0, 5', 0, '0'],
])('%s is compared by one figure', (text, value, shown) => {
  const figure = figureOf(text);
  expect([figure?.text, figure?.isRate]).toEqual([shown, false]);
  expect(figure?.value).toBeCloseTo(value, 9);
});

test('Rates are told apart, and a text without figures has none.', () => {
  expect(figureOf('13.2/s, p50 1633 ms')).toEqual({ value: 13.2, text: '13.2/s', isRate: true });
  expect(figureOf('21,028 rows a second, 1.7 s')).toEqual({
    value: 21_028,
    text: '21,028 rows a second',
    isRate: true,
  });
  expect(figureOf('not measured')).toBeNull();
});

test('A ratio above 1 is worse, for rates too; from nothing to something it is as bad as can be.', () => {
  const of = (text: string): Figure => figureOf(text) ?? { value: Number.NaN, text, isRate: false };
  expect(costRatio(of('1 s'), of('2500 ms'))).toBe(2.5);
  expect(costRatio(of('40/s'), of('20/s'))).toBe(2);
  expect(costRatio(of('0'), of('0'))).toBe(1);
  expect(costRatio(of('0'), of('3'))).toBe(99);
});
