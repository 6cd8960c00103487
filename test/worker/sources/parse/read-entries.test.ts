import { expect, test } from '@jest/globals';
import type { Members } from '../../../../worker/sources/parse/members.js';
import { readEntries, readListed } from '../../../../worker/sources/parse/read-entries.js';
import { emptyPosting } from '../../../../worker/sources/posting.js';
import { jsonAt } from '../../../../worker/sources/source.js';

/** Throws for an id that no address can contain. */
const addressOf = (entry: Members): string => `https://x.example/${encodeURIComponent(entry.needed('id'))}`;
const asPosting = (entry: Members) => emptyPosting(entry.needed('id'), addressOf(entry));
const entries = [{ id: 'a' }, { id: '\ud800' }, { id: [3] }, { id: 'b' }];
const flaws = [
  expect.stringMatching(/^\w+ 2: .*malformed/i),
  expect.stringMatching(/^\w+ 3: id: expected a text, got \[3\]$/),
];

test('an entry that cannot be made into a posting costs only itself, and is reported', () => {
  const read = readEntries(entries, asPosting);
  expect(read.postings.map(({ title }) => title)).toEqual(['a', 'b']);
  expect(read.flaws).toEqual(flaws);
  const bad = entries.slice(1, 3);
  expect(() => readEntries(bad, asPosting)).toThrow(/^Expected postings of the known shape, got Posting 1: /);
});

test('so does one of which no detail can be requested', () => {
  const read = readListed(entries, (entry) => jsonAt(addressOf(entry)));
  expect(read.follow.map(({ url }) => url)).toEqual(['https://x.example/a', 'https://x.example/b']);
  expect(read.flaws).toEqual(flaws);
});

test('an entry that lacks a needed member names the ids that it may have', () => {
  const asPosting = (entry: Members) => ({
    ...emptyPosting(entry.needed('title'), entry.needed('links.page')),
    sourceJobId: entry.needed('id'),
  });
  const whole = { id: 7, title: 'Baker', links: { page: 'https://x.example/7' } };
  const { unread } = readEntries([whole, { id: 8 }, { id: 9, title: '', links: null }], asPosting);
  expect(new Set(unread)).toEqual(new Set(['8', '9']));
});

test('a list of more items than a call may have arguments loses only those of another type', () => {
  const many = [{ id: 'a', tags: [true, ...Array(300_000).fill('x'), null] }];
  const { postings } = readEntries(many, (entry) => ({ ...asPosting(entry), tags: entry.texts('tags') }));
  expect(postings[0]?.tags).toHaveLength(300_000);
});
