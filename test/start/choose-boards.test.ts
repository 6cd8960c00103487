import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from '@jest/globals';
import { askForBoards, isFirstStart, noteChoice } from '../../start/main.js';
import { hasOnlyDemo } from '../../start/start-service.js';

const folder = mkdtempSync(join(tmpdir(), 'choose-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function answer(typed: string): Promise<{ boards: string; said: string }> {
  const output = new PassThrough();
  const said = text(output);
  const input = new PassThrough();
  input.end(typed);
  const boards = await askForBoards(input, output);
  output.end();
  return { boards, said: await said };
}

test.each([
  ['\n', 'none'],
  ['', 'none'],
  ['demo\n', 'demo'],
  ['1\n', 'Technology'],
  ['robotics, 51-200\n', 'robotics, 51-200'],
])('%j chooses %s', async (typed, chosen) => {
  expect((await answer(typed)).boards).toBe(chosen);
});

test('an answer that the catalogue does not have is asked for again', async () => {
  const { boards, said } = await answer('xqzzy\nDeepL\n');
  expect(boards).toBe('DeepL');
  expect(said).toContain('The catalogue has no xqzzy.');
  expect(said).toMatch(/1 {6}Technology \([\d,]+ boards\)/);
});

test('the answer is kept in the sources file, and asked for once', async () => {
  const environment = { DATA_DIR: folder };
  const file = join(folder, 'sources.json');
  expect(isFirstStart(environment)).toBe(true);
  expect(isFirstStart({ ...environment, SOURCES: 'mine.json' })).toBe(false);
  await noteChoice('demo', file, null);
  expect([existsSync(file), hasOnlyDemo(file)]).toEqual([false, true]);
  await noteChoice('none', file, null);
  expect([isFirstStart(environment), hasOnlyDemo(file)]).toEqual([false, false]);
  writeFileSync(file, '{"sources":[{"id":"acme"}]}');
  await noteChoice('none', file, null);
  expect(readFileSync(file, 'utf8')).toContain('acme');
});
