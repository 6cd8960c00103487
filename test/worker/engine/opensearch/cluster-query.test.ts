import { expect, test } from '@jest/globals';
import {
  boundsOfAll,
  boundsOfAny,
  doubtfulOf,
  everything,
  exactBounds,
  mustMeetAll,
  mustMeetAny,
  mustNotMeet,
  negatedBounds,
} from '../../../../worker/engine/opensearch/cluster-query.js';

const a = { term: { title: 'a' } };
const b = { term: { title: 'b' } };
const c = { term: { title: 'c' } };
/** The index tells of some postings that they meet a condition, and of more that they may. */
const half = { sure: a, maybe: mustMeetAny([a, b]) };

test('nothing and everything are decided without asking', () => {
  const nothing = mustMeetAny([]);
  expect(mustMeetAll([a, nothing])).toBe(nothing);
  expect(mustMeetAll([a, everything])).toBe(a);
  expect(mustMeetAny([a, everything])).toBe(everything);
  expect([mustNotMeet(everything), mustNotMeet(nothing)]).toEqual([nothing, everything]);
});

test('conditions of which the index tells all leave no doubt together', () => {
  const bounds = negatedBounds(boundsOfAny([exactBounds(a), boundsOfAll([exactBounds(b), exactBounds(c)])]));
  expect(bounds.sure).toBe(bounds.maybe);
  expect(doubtfulOf(bounds)).toEqual(mustMeetAny([]));
});

test('a condition in doubt leaves both with another one in doubt', () => {
  const both = boundsOfAll([half, exactBounds(c)]);
  expect(both).toEqual({ sure: mustMeetAll([a, c]), maybe: mustMeetAll([mustMeetAny([a, b]), c]) });
  expect(doubtfulOf(both)).toEqual(mustMeetAll([both.maybe, mustNotMeet(both.sure)]));
});

test('what surely fails a condition is what may not meet it', () => {
  expect(negatedBounds(half)).toEqual({ sure: mustNotMeet(half.maybe), maybe: mustNotMeet(half.sure) });
});
