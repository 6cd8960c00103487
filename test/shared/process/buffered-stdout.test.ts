import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import * as prom from 'prom-client';
import { Registry } from 'prom-client';
import { bufferStdout, droppedLogLines, registerDroppedLogLines } from '../../../shared/process/buffered-stdout.js';

const folder = mkdtempSync(join(tmpdir(), 'output-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Resolves once `done()` holds. */
async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('lines reach the output in order, all of them', async () => {
  const path = join(folder, 'log');
  const fd = openSync(path, 'w');
  const output = bufferStdout(fd);
  const lines = Array.from({ length: 20_000 }, (_, at) => `{"line":${at},"é":"${'x'.repeat(at % 50)}"}\n`);
  for (const line of lines) output.write(line);
  const whole = lines.join('');
  await until(() => readFileSync(path, 'utf8').length === whole.length);
  expect(readFileSync(path, 'utf8')).toBe(whole);
  closeSync(fd);
});

test('lines that the disk has no room for are dropped and counted, and the process goes on', async () => {
  const fd = openSync('/dev/full', 'w');
  const before = droppedLogLines();
  const output = bufferStdout(fd);
  for (let at = 0; at < 1000; at++) output.write(`{"line":${at}}\n`);
  await until(() => droppedLogLines() - before === 1000);
  const registry = new Registry();
  registerDroppedLogLines(prom, [registry]);
  const total = droppedLogLines();
  for (let reading = 0; reading < 2; reading++)
    expect(await registry.metrics()).toContain(`\njob_search_log_lines_dropped_total ${total}\n`);
  closeSync(fd);
});
