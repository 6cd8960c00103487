import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { readEntries } from '../../../../worker/sources/parse/read-entries.js';
import { readListed } from '../../../../worker/sources/parse/read-shape.js';
import { emptyPosting } from '../../../../worker/sources/posting.js';

const schema = z.object({ id: z.string() });
/** Throws for an id that no address can contain. */
const addressOf = (id: string): string => `https://x.example/${encodeURIComponent(id)}`;
const entries = [{ id: 'a' }, { id: '\ud800' }, { id: 3 }, { id: 'b' }];
const flaws = [expect.stringMatching(/^\w+ 2: .*malformed/i), expect.stringMatching(/^\w+ 3: id: /)];

test('an entry that cannot be made into a posting costs only itself, and is told', () => {
  const read = readEntries(entries, schema, ({ id }) => emptyPosting(id, addressOf(id)));
  expect(read.postings.map(({ title }) => title)).toEqual(['a', 'b']);
  expect(read.flaws).toEqual(flaws);
  const bad = entries.slice(1, 3);
  expect(() => readEntries(bad, schema, ({ id }) => emptyPosting(id, addressOf(id)))).toThrow(
    /^Expected postings of the known shape, got Posting 1: /,
  );
});

test('so does one of which no detail can be requested', () => {
  const read = readListed(entries, schema, ({ id }) => ({ url: addressOf(id), role: 'detail', accept: 'json' }));
  expect(read.follow.map(({ url }) => url)).toEqual(['https://x.example/a', 'https://x.example/b']);
  expect(read.flaws).toEqual(flaws);
});

test('a list of more items than a call may have arguments loses only those of another type', () => {
  const tagged = z.object({ id: z.string(), tags: z.array(z.string()) });
  const read = readEntries([{ id: 'a', tags: [1, ...Array(300_000).fill('x'), null] }], tagged, ({ id, tags }) => ({
    ...emptyPosting(id, addressOf(id)),
    tags,
  }));
  expect(read.postings[0]?.tags).toHaveLength(300_000);
});
