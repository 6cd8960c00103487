import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { buildDemo } from './lib/build-demo.js';

let built: ReturnType<typeof buildDemo>;
const started: ChildProcess[] = [];
beforeAll(() => {
  built = buildDemo();
});
afterEach(() => {
  for (const child of started.splice(0))
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
});
afterAll(() => built.remove());

const ready = z.object({ ready: z.literal(true), port: z.int().positive() });

async function asChild(): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(built.main, ['--port', '0', '--postings', '30'], { stdio: 'ignore' });
  started.push(child);
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  return { child, port: ready.parse(message).port };
}

describe('the demo board as a process', () => {
  test('tells its parent when it is ready, and responds', async () => {
    const { port } = await asChild();
    expect((await fetch(`http://127.0.0.1:${port}/robots.txt`)).status).toBe(200);
  });

  test('ends when its parent disconnects', async () => {
    const { child } = await asChild();
    child.disconnect();
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('ends on %s', async (signal) => {
    const { child } = await asChild();
    child.kill(signal);
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  test('without a parent prints where it listens and the three boards', async () => {
    const child = spawn(process.execPath, [built.main, '--port', '0', '--postings', '30']);
    started.push(child);
    let text = '';
    for await (const part of child.stdout) {
      text += String(part);
      if (text.includes('Skylark')) break;
    }
    expect(text).toMatch(/listens on http:\/\/127\.0\.0\.1:\d+ with 30 postings/);
    for (const path of ['/greenhouse/northwind', '/careers/jobs', '/spa/jobs']) expect(text).toContain(path);
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  test('explains invalid options and prints the usage', async () => {
    const child = spawn(process.execPath, [built.main, '--port', 'eighty']);
    started.push(child);
    let text = '';
    child.stderr.on('data', (part) => {
      text += String(part);
    });
    expect((await once(child, 'close'))[0]).toBe(1);
    expect(text).toContain('--port takes a whole number');
    expect(text).toContain('--postings');
  });
});
