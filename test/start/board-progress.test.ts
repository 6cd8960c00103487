import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { projectFile } from '../../shared/project-file.js';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { allGone, childrenLeft } from '../lib/leave-clean.js';
import { boardSource } from '../lib/start-service.js';

const count = 300;
const failing = 3;
let board: FakeBoard;
let folder: string;
let child: ChildProcess;

beforeEach(async () => {
  board = await startFakeBoard();
  folder = mkdtempSync(join(tmpdir(), 'boards-'));
});
afterEach(async () => {
  const below = childrenLeft(child.pid).map((row) => Number(row.split(' ')[0]));
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await allGone(below);
  await board.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the built service over 300 boards, some of which fail; on a terminal of its own, if wanted. */
function start({ terminal }: { terminal: boolean }) {
  const names = Array.from({ length: count }, (_, index) => `board-${index}`);
  for (const [index, name] of names.entries()) {
    board.setJobs(name, [{ id: index, title: `Baker ${index}`, requisition: `R-${index}` }]);
    board.setMood(name, index < failing ? { kind: 'status', status: 404 } : { kind: 'well', delayMs: 20 });
  }
  const file = join(folder, 'sources.json');
  writeFileSync(file, JSON.stringify({ sources: names.map((id) => boardSource(id, board.baseUrl)) }));
  const settings = { SOURCES: file, DATA_DIR: join(folder, 'data'), PORT: '0', ALLOW_PRIVATE_HOSTS: '127.0.0.1' };
  const env = { ...process.env, ...settings, LOG_LEVEL: 'silent', CHROMIUM_PATH: '', TERM: 'xterm' };
  const main = `const { main } = await import(${JSON.stringify(projectFile('dist/start/main.js'))}); await main(process.env);`;
  const command = [process.execPath, '--input-type=module', '--eval', main];
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  // `script` of util-linux runs a command on a terminal of its own.
  const [program = '', ...args] = terminal
    ? ['script', '--quiet', '--return', '--command', quoted, '/dev/null']
    : command;
  child = spawn(program, args, { env, cwd: projectFile('.'), stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  let text = '';
  const changed: (() => void)[] = [];
  child.stdout?.on('data', (bytes) => {
    text += String(bytes);
    for (const tell of changed.splice(0)) tell();
  });
  return {
    text: () => text,
    async until(pattern: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const found = pattern.exec(text);
        if (found !== null) return found;
        if (child.exitCode !== null) throw new Error(`Ended without ${pattern}:\n${text}`);
        await Promise.race([new Promise<void>((resolve) => changed.push(resolve)), ended]);
      }
    },
  };
}

/** The line that ends the first reading. */
const last = /Boards {4}297 of 300 boards read, 297 postings, 3 failing; took [^\r\n]+/;

test('without a terminal the first reading is reported in lines, the last of which is the end', async () => {
  const service = start({ terminal: false });
  const [, url = ''] = await service.until(/^Search {4}(http:\S+)\/$/m);
  await service.until(last);
  for (let neverRead: number | undefined; neverRead !== failing; ) {
    const { checks } = (await (await fetch(`${url}/api`)).json()) as Info;
    neverRead = checks['boards:neverRead']?.[0]?.observedValue;
  }
  // A board that is read again is not told.
  const headers = { 'content-type': 'application/json' };
  await fetch(`${url}/api/jobs/search`, { method: 'POST', headers, body: '{"keyword":"baker"}' });
  const lines = service.text().split('\n');
  const told = lines.filter((line) => line.startsWith('Boards'));
  expect(told[0]).toMatch(/^Boards {4}\d+ of 300 boards read, \d+ postings/);
  expect(told.at(-1)).toMatch(last);
  expect(told.length).toBeGreaterThan(1);
  expect(told.length).toBeLessThan(9);
  expect(lines.indexOf(told[0] ?? '')).toBeGreaterThan(lines.findIndex((line) => line.startsWith('Try it')));
  expect(service.text()).not.toContain('\u001b');
}, 90_000);

type Info = { checks: Record<string, { observedValue: number }[]> };

test('on a terminal one bar is updated in place and replaced by the end', async () => {
  const service = start({ terminal: true });
  await service.until(/\[[#-]{20}\] \d+ of 300 boards read/);
  await service.until(last);
  const text = service.text();
  // Every state of the bar starts at the left edge and leaves the cursor there.
  const states = text.split('\r\u001b[K').filter((state) => state.startsWith('['));
  expect(states.length).toBeGreaterThan(0);
  for (const state of states) expect(state).toMatch(/^\[[#-]{20}\] [^\r\n]*\r$/);
  expect(text.slice(text.search(last))).not.toContain('[#');
  expect(text.match(/Boards {4}/g)).toHaveLength(1);
}, 90_000);
