import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from '@jest/globals';
import { projectFile } from '../../shared/project-file.js';
import { allGone, childrenLeft } from '../lib/leave-clean.js';

/** npm signals only the shell it started: a script that is not that shell's own process would be left running. */
test('a signal to npm ends the processes it started', async () => {
  const npm = spawn('npm', ['run', '--silent', 'demo-board', '--', '--port', '0'], {
    cwd: projectFile('.'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface({ input: npm.stdout }), 'line');
  const below = childrenLeft(npm.pid).map((line) => Number(line.split(' ')[0]));
  expect(below.length).toBeGreaterThan(0);
  npm.kill('SIGTERM');
  await once(npm, 'exit');
  await allGone(below);
});
