import { describe, expect, test } from '@jest/globals';
import { nextFactor, nextReading, type ReadingFacts, secondReading } from '../../../worker/schedule/note-reading.js';

const quiet: ReadingFacts = { isChanged: false, isFound: false, isFixed: false, hostLoad: 0.1 };
const factorAfter = (readings: number, facts: ReadingFacts, from = 1): number =>
  Array.from({ length: readings }).reduce<number>((factor) => nextFactor(factor, facts), from);

describe('the interval of a board', () => {
  test('grows with readings that bring nothing new, up to four times its fresh time', () => {
    expect(nextFactor(1, quiet)).toBe(1.25);
    expect(factorAfter(20, quiet)).toBe(4);
  });

  test('is halved by a change, down to its fresh time while no search finds its postings', () => {
    expect(nextFactor(4, { ...quiet, isChanged: true })).toBe(2);
    expect(factorAfter(5, { ...quiet, isChanged: true }, 4)).toBe(1);
  });

  test('is never longer than its fresh time while searches find its postings, and half of it when it keeps changing', () => {
    expect(nextFactor(4, { ...quiet, isFound: true })).toBe(1);
    expect(factorAfter(5, { ...quiet, isFound: true, isChanged: true })).toBe(0.5);
  });

  test('is not shorter than its fresh time on a host whose pace is in use', () => {
    expect(factorAfter(5, { ...quiet, isFound: true, isChanged: true, hostLoad: 0.8 })).toBe(1);
  });

  test('is the fresh time that its settings or its kind state', () => {
    for (const isFound of [true, false])
      for (const isChanged of [true, false])
        expect(nextFactor(1, { ...quiet, isFound, isChanged, isFixed: true })).toBe(1);
  });
});

describe('the next reading', () => {
  const reading = { readAt: 1000, tookMs: 0, intervalMs: 100_000 };

  test('comes shortly before the end of the interval, at moments that differ', () => {
    expect(nextReading(reading, 0)).toBe(97_000);
    expect(nextReading(reading, 1)).toBe(93_000);
  });

  test('is over by the end of the interval, when readings take long', () => {
    expect(nextReading({ ...reading, tookMs: 20_000 }, 0)).toBe(77_000);
    expect(nextReading({ ...reading, tookMs: 90_000 }, 0)).toBe(72_000);
  });

  test('is spread over half of the interval the first time', () => {
    expect(secondReading(reading, 0)).toBe(97_000);
    expect(secondReading(reading, 1)).toBe(47_000);
  });
});
