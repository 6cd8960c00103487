import { expect, test } from '@jest/globals';
import { createThreadTurns } from '../../../worker/threads/thread-pool.js';

test('collections that have begun go first, in the order in which they began, whatever they weigh', () => {
  const open = createThreadTurns();
  const [early, late, waiting] = [open(), open(), open()];
  early.begin();
  late.begin();
  late.begin();
  expect(early.rank(9e9, 500)).toBeLessThan(late.rank(0, 0));
  expect(late.rank(9e9, 500)).toBeLessThan(waiting.rank(0, 0));
});

test('before they begin the smallest goes first, until a large one has waited long enough', () => {
  const open = createThreadTurns();
  const [large, small] = [open(), open()];
  expect(small.rank(1000, 10)).toBeLessThan(large.rank(1_000_000, 0));
  expect(large.rank(1_000_000, 0)).toBeLessThan(small.rank(1000, 10_000));
});

test('a collection that made a thread hang waits behind those that have not begun', () => {
  const open = createThreadTurns();
  const [hanging, next] = [open(), open()];
  hanging.begin();
  hanging.postpone();
  expect(next.rank(1000, 10)).toBeLessThan(hanging.rank(0, 0));
  hanging.begin();
  expect(next.rank(1000, 10)).toBeLessThan(hanging.rank(0, 0));
});

test('urgent work goes before all collections, in order of arrival', () => {
  const open = createThreadTurns();
  const begun = open();
  begun.begin();
  const [one, other] = [open('urgent'), open('urgent')];
  expect(one.rank(9e9, 1000)).toBeLessThan(begun.rank(0, 0));
  expect(one.rank(9e9, 1000)).toBeLessThan(other.rank(0, 1001));
});

test('a collection has CPU time by what it gives to read, and is over when it has taken more', () => {
  const turn = createThreadTurns()();
  turn.charge(10_000);
  expect(turn.isOver()).toBe(false);
  turn.charge(1);
  expect(turn.isOver()).toBe(true);
  turn.allow({ characters: 60_000 });
  turn.charge(79);
  expect(turn.isOver()).toBe(false);
  turn.charge(1);
  expect(turn.isOver()).toBe(true);
  turn.allow({ postings: 5000 });
  turn.charge(50_000);
  expect(turn.isOver()).toBe(true);
  turn.allow({ postings: 1 });
  expect(turn.isOver()).toBe(false);
});
