import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { fetchLimits } from '../../../worker/fetch/limits.js';
import { readLargeList } from '../../../worker/fetch/read-page.js';
import type { ListPlace } from '../../../worker/sources/source.js';
import { SourceError } from '../../../worker/sources/source.js';

const jobs: ListPlace = { member: 'jobs' };

async function partsOf(body: string | Buffer, place: ListPlace = jobs, charset = 'utf-8'): Promise<string[]> {
  const parts: string[] = [];
  for await (const part of readLargeList(gzipSync(body, { level: 1 }), place, new TextDecoder(charset)))
    parts.push(part);
  return parts;
}

/** Why a body is refused; its parts are not compared, since a report of them would be megabytes long. */
const refusal = (body: string, place: ListPlace = jobs): Promise<string> =>
  partsOf(body, place).then(
    () => 'none',
    (error: unknown) => (error instanceof SourceError ? error.failure : String(error)),
  );

const entries = (count: number) =>
  Array.from({ length: count }, (_, id) => ({
    id,
    title: `Köchin "${id}" 🍳`,
    content: `<p>${'text '.repeat(600)}</p>`,
  }));

test('yields parts of the same shape that together hold every entry once', async () => {
  const list = entries(2000);
  const parts = await partsOf(JSON.stringify({ name: 'Acme', meta: { total: 2000 }, jobs: list, rest: [1] }, null, 1), {
    member: 'jobs',
    beside: ['name'],
  });
  expect(parts.length).toBeGreaterThan(2);
  const read = parts.map((part) => JSON.parse(part) as { name: string; jobs: unknown[] });
  expect(read.every(({ name }) => name === 'Acme')).toBe(true);
  expect(read.flatMap((part) => part.jobs)).toEqual(list);
});

test('reads an answer that is the list itself, with a byte order mark and in another charset', async () => {
  const text = JSON.stringify(entries(3).map(({ title }) => title.replace(/ 🍳$/u, '')));
  expect((await partsOf(`\ufeff${text}\n`, { member: null })).join()).toBe(text);
  expect((await partsOf(Buffer.from(text, 'latin1'), { member: null }, 'iso-8859-1')).join()).toBe(text);
  expect(await partsOf('{"jobs":[]}')).toEqual(['{"jobs":[]}']);
});

test.each([
  ['cut off within an entry', '{"jobs":[{"id":1},{"id":2', 'broken', /cut off/],
  ['cut off after its list', '{"jobs":[{"id":1}]', 'broken', /cut off/],
  ['cut off between two entries', '[{"id":1},', 'broken', /cut off/],
  ['not JSON in the middle', '{"jobs":[{"id":1},<html>', 'broken', /not valid JSON after 1 entries/],
  ['another object', '{"error":"moved"}', 'changed', /list "jobs"/],
  ['an object in place of the list', '{"jobs":{"a":{"id":1}}}', 'changed', /list "jobs"/],
  ['a text in place of the list', '{"jobs":"none"}', 'changed', /list "jobs"/],
  ['two lists', '{"jobs":[{"id":1}],"jobs":[{"id":2}]}', 'changed', /list "jobs"/],
  ['nested too deeply', `{"jobs":[${'['.repeat(100)}`, 'broken', /deeper than 64/],
])('refuses an answer that is %s', async (_, body, failure, message) => {
  const place = body.startsWith('[') ? { member: null } : jobs;
  await expect(partsOf(body, place)).rejects.toMatchObject({ failure, message: expect.stringMatching(message) });
});

test('bounds the size of an entry, of what stands beside the list, and the number of entries', async () => {
  const large = 'x'.repeat(fetchLimits.listEntryBytes + 200_000);
  expect(await refusal(`{"jobs":[{"id":1},{"title":"${large}"}]}`)).toBe('too-large');
  expect(await refusal(`{"meta":"${large}","jobs":[]}`)).toBe('too-large');
  expect(await refusal(`{"jobs":[],"meta":"${large}"}`)).toBe('too-large');
  const many = `[${'1,'.repeat(fetchLimits.listEntries)}1]`;
  expect(await refusal(many, { member: null })).toBe('too-large');
});
