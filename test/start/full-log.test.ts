import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { projectFile } from '../../shared/project-file.js';
import { closeLater } from '../lib/close-later.js';
import { freePort } from '../lib/free-port.js';
import { allGone, childrenLeft } from '../lib/leave-clean.js';

const later = closeLater();

test('the service starts, restarts its parts and stops in order with nothing but a full disk for its output', async () => {
  const folder = later(mkdtempSync(join(tmpdir(), 'full-log-')), (path) => rmSync(path, { recursive: true }));
  const full = later(openSync('/dev/full', 'w'), closeSync);
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DEMO_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'debug' };
  const service = spawn(process.execPath, [projectFile('scripts/job-search.mjs'), 'start'], {
    ...{ env, stdio: ['ignore', full, full] },
  });
  const ended = once(service, 'exit');
  const answers = async (): Promise<void> => {
    for (;;) {
      if (service.exitCode !== null || service.signalCode !== null) throw new Error('The service has ended.');
      const found = await fetch(`http://127.0.0.1:${port}/api`).then(
        async (response) => ((await response.json()) as { checks: Record<string, { observedValue: number }[]> }).checks,
        () => null,
      );
      if (found?.['workers:alive']?.[0]?.observedValue === 1) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await answers();
  const pidOf = (part: string): number => {
    const row = childrenLeft(service.pid).find((each) => each.includes(`dist/${part}/main.js`)) ?? '';
    return Number(row.split(' ')[0]);
  };
  const former = pidOf('api');
  process.kill(former, 'SIGKILL');
  await answers();
  expect(pidOf('api')).not.toBe(former);
  const below = childrenLeft(service.pid).map((row) => Number(row.split(' ')[0]));
  service.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await allGone(below);
}, 180_000);
