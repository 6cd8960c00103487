import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { demoSources } from '../../../demo-board/sources.js';
import { projectFile } from '../../../shared/project-file.js';

/** The service as `npx job-search start` runs it, on free ports. */
export type Tree = {
  pid: number;
  url: string;
  /** The folder in which its processes write their memory figures. */
  folder: string;
  /** Error log lines so far, without their stacks. */
  errors(): string[];
  /** Log lines of the service so far. */
  lines(): LogLine[];
  stop(): Promise<void>;
};

/** The fields of a log line that a bench uses. */
export type LogLine = { level: number; msg: string; source?: string; jobs?: number; pages?: number; status?: unknown };

/** Differences from a soak: settings, and the only source to read. */
export type Unlike = { environment?: Record<string, string>; onlySource?: string };

/** Short lifetimes, so that cached data expires before the second half of a run begins. */
const shortLives = { FRESH_SECONDS: '30', STALE_SECONDS: '90', PARTIAL_SECONDS: '5' };

const plans = { plans: [{ name: 'free', requests: 100_000_000, windowSeconds: 900, searchesAtOnce: 10_000 }] };

/** The demo board's sources, limited so that one machine keeps up with a new search every few seconds. */
function sourcesOf(port: number, onlySource?: string): object {
  const sources = demoSources(port).sources.filter(({ id }) => onlySource === undefined || id === onlySource);
  const extents = { 'demo-careers': { maxPages: 2, maxJobs: 40 }, 'demo-spa': { maxPages: 2, maxJobs: 20 } };
  return { sources: sources.map((source) => ({ ...source, ...extents[source.id as keyof typeof extents] })) };
}

async function startBoard(port: number): Promise<ChildProcess> {
  const board = fork(projectFile('dist/demo-board/main.js'), ['--port', String(port)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const failed = once(board, 'exit').then(() => {
    throw new Error('The demo board did not start.');
  });
  await Promise.race([once(board, 'message'), failed]);
  failed.catch(() => undefined);
  return board;
}

/** Starts the whole service and a demo board; resolves when it is ready. The caller stops it. */
export async function startTree(port: number, { environment = {}, onlySource }: Unlike = {}): Promise<Tree> {
  const folder = mkdtempSync(join(tmpdir(), 'soak-'));
  const log = join(folder, 'log');
  writeFileSync(join(folder, 'plans.json'), JSON.stringify(plans));
  const board = await startBoard(port + 1000);
  writeFileSync(join(folder, 'sources.json'), JSON.stringify(sourcesOf(port + 1000, onlySource)));
  const ports = { PORT: String(port), ADMIN_PORT: String(port + 1) };
  const output = openSync(log, 'a');
  const child = spawn(process.execPath, [projectFile('scripts/start.mjs')], {
    env: {
      ...process.env,
      ...ports,
      ...shortLives,
      SOURCES: join(folder, 'sources.json'),
      ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port + 1000}`,
      DATA_DIR: join(folder, 'data'),
      PLANS: join(folder, 'plans.json'),
      SOAK_FOLDER: folder,
      NODE_OPTIONS: `--import=${pathToFileURL(projectFile('dist/test/suites/soak/tell-memory.js')).href}`,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const endWithUs = (): void => {
    child.kill('SIGTERM');
    board.kill('SIGTERM');
  };
  process.on('exit', endWithUs);
  const read = () => readFileSync(log, 'utf8');
  const url = `http://127.0.0.1:${port}`;
  while (!read().includes('Try it:')) {
    if (child.exitCode !== null) throw new Error(`The service did not start:\n${read()}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    pid: child.pid ?? 0,
    url,
    folder,
    lines: () =>
      read()
        .split('\n')
        .filter((line) => line.startsWith('{') && line.endsWith('}'))
        .map((line) => JSON.parse(line) as LogLine),
    errors: () => read().split('\n').filter(isError),
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      board.kill('SIGTERM');
      process.off('exit', endWithUs);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** pino's levels from error on; any other line is the output of a crash. */
function isError(line: string): boolean {
  if (!line.startsWith('{')) return /error|warn|exception/i.test(line) && !line.startsWith('setup:');
  return (JSON.parse(line) as { level: number }).level >= 50;
}
