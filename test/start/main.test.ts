import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { allGone, childrenLeft, isRunning } from '../lib/leave-clean.js';
import { buildStart } from './lib/build-start.js';

type Tree = { child: ChildProcess; lines: string[]; line(pattern: RegExp): Promise<string> };

let built: ReturnType<typeof buildStart>;
const trees: Tree[] = [];
beforeAll(() => {
  built = buildStart();
});
afterEach(async () => {
  for (const { child } of trees.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});
afterAll(() => built.remove());

function launch(settings: Record<string, string> = {}, args: readonly string[] = []): Tree {
  const env = { ...process.env, PORT: '0', DEMO_PORT: '0', ...settings };
  const child = spawn(process.execPath, [built.main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const waiting: { pattern: RegExp; resolve: (line: string) => void }[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      for (const { pattern, resolve } of waiting) if (pattern.test(line)) resolve(line);
    });
  const line = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const seen = lines.find((each) => pattern.test(each));
      if (seen !== undefined) return resolve(seen);
      waiting.push({ pattern, resolve });
      child.once('close', () => reject(new Error(`ended without ${pattern}:\n${lines.join('\n')}`)));
    });
  const tree = { child, lines, line };
  trees.push(tree);
  return tree;
}

const curl = /^curl -s (http:\/\/127\.0\.0\.1:\d+)\/api\/jobs\/search -H 'Content-Type: application\/json' -d '(.+)'$/;
const seen = z.object({ pid: z.int(), REDIS_URL: z.string() });
const handed = z.object({ SOURCES: z.string(), ALLOW_PRIVATE_HOSTS: z.string().default(''), REDIS_URL: z.string() });

async function urlOf(tree: Tree): Promise<string> {
  return curl.exec(await tree.line(curl))?.[1] ?? '';
}
const ask = async (url: string) => seen.parse(await (await fetch(url)).json());
const handedToWorkers = async (tree: Tree) =>
  handed.parse(JSON.parse((await tree.line(/^worker has /)).replace('worker has ', '')));
const pidsBelow = ({ child }: Tree) => childrenLeft(child.pid).map((row) => Number(row.split(' ')[0]));

describe('the process tree', () => {
  test('starts every part, passes on their settings, and stops with exit code 0 leaving no process', async () => {
    const tree = launch({ WORKERS: '2', ALLOW_PRIVATE_HOSTS: 'intranet' });
    const { REDIS_URL } = await ask(await urlOf(tree));
    expect(REDIS_URL).toMatch(/^unix:\/\/.+redis\.sock$/);
    const { SOURCES, ALLOW_PRIVATE_HOSTS, ...rest } = await handedToWorkers(tree);
    expect(rest.REDIS_URL).toBe(REDIS_URL);
    expect(ALLOW_PRIVATE_HOSTS).toMatch(/^intranet,127\.0\.0\.1:\d+$/);
    expect(readFileSync(SOURCES, 'utf8')).toContain(ALLOW_PRIVATE_HOSTS.split(',')[1]);
    const pids = pidsBelow(tree);
    expect(pids).toHaveLength(6); // Redis, its leash, the demo board, the API, two workers
    tree.child.kill('SIGINT');
    expect((await once(tree.child, 'exit'))[0]).toBe(0);
    await allGone(pids);
  });

  test('boards that are asked for stay when it starts again without them, and the demo board is started no more', async () => {
    const own = { DATA_DIR: 'own-boards' };
    const first = launch(own, ['acme']);
    await first.line(/^Added acme\.$/);
    const { SOURCES } = await handedToWorkers(first);
    await urlOf(first);
    expect(pidsBelow(first)).toHaveLength(4); // Redis, its leash, the API, a worker
    first.child.kill('SIGTERM');
    await once(first.child, 'exit');
    const again = launch(own);
    await urlOf(again);
    expect((await handedToWorkers(again)).SOURCES).toBe(SOURCES);
    expect(JSON.parse(readFileSync(SOURCES, 'utf8')).sources).toEqual([
      { id: 'acme', kind: 'greenhouse', board: 'acme' },
    ]);
    expect(pidsBelow(again)).toHaveLength(4);
  });

  test('boards are not asked for beside a sources file of the operator', async () => {
    const tree = launch({ SOURCES: 'mine.json' }, ['acme']);
    await tree.line(
      /^SOURCES names mine\.json: add boards to it with "npx job-search sources catalogue 'acme' --add"\.$/,
    );
  });

  test('leaves nothing behind when it is killed', async () => {
    const tree = launch();
    await urlOf(tree);
    const pids = pidsBelow(tree);
    tree.child.kill('SIGKILL');
    await allGone(pids, 8000);
  });

  test('ends when the npm that started it does, and outlives any other parent', async () => {
    const launchUnder = async (settings: Record<string, string>) => {
      const env = { ...process.env, PORT: '0', DEMO_PORT: '0', npm_command: undefined, ...settings };
      // As npm does: a shell between, which dies of a signal without passing it on.
      const script = `"${process.execPath}" "${built.main}" & wait`;
      const shell = spawn('sh', ['-c', script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      const lines = createInterface({ input: shell.stdout });
      for await (const line of lines) if (curl.test(line)) break;
      const [pid = 0] = childrenLeft(shell.pid).map((row) => Number(row.split(' ')[0]));
      // Before the signal: a service that ends with its shell stops its children at once.
      const pids = [pid, ...childrenLeft(pid).map((row) => Number(row.split(' ')[0]))];
      shell.kill('SIGTERM');
      return { pid, pids };
    };
    const started = await launchUnder({ npm_command: 'exec' });
    expect(started.pids.length).toBeGreaterThan(4);
    await allGone(started.pids);
    const daemon = await launchUnder({});
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(isRunning(daemon.pid)).toBe(true);
    process.kill(daemon.pid, 'SIGTERM');
    await allGone(daemon.pids);
  });

  test('restarts a part that died', async () => {
    const tree = launch({ PORT: String(await freePort()) });
    const url = await urlOf(tree);
    const { pid } = await ask(url);
    await fetch(`${url}/die`).catch(() => undefined);
    await tree.line(/^The API ended \(code 7\); it starts again in 100 ms\.$/);
    await tree.line(/^The API works again\.$/);
    expect((await ask(url)).pid).not.toBe(pid);
  });

  test('names the port that is taken and the setting that changes it', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const tree = launch({ PORT: String(port) });
    await tree.line(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken .*PORT=${port + 1}\\.$`));
    expect((await once(tree.child, 'exit'))[0]).toBe(1);
    other.close();
  });

  test('refuses a data folder that another tree has locked', async () => {
    await urlOf(launch({ DATA_DIR: 'held' }));
    const second = launch({ DATA_DIR: 'held' });
    await second.line(/held is in use by another running service/);
  });

  test('puts the socket elsewhere when the data folder has a long path', async () => {
    const { REDIS_URL } = await ask(await urlOf(launch({ DATA_DIR: join('long', 'x'.repeat(90)) })));
    expect(Buffer.byteLength(REDIS_URL)).toBeLessThan(110);
  });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
