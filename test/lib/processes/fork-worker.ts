import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFile } from '../../../shared/project-file.js';

export type ForkedWorker = {
  pid: number;
  /** Its log output so far. */
  log(): string;
  /** Sends a signal; resolves with the exit code once the process has ended, `null` when a signal ended it. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
};

/** A worker in its own process, as built, connected to a Redis; resolves when it takes jobs. */
export async function forkWorker(
  redisUrl: string,
  sources: object[],
  environment: Record<string, string> = {},
): Promise<ForkedWorker> {
  const folder = mkdtempSync(join(tmpdir(), 'worker-'));
  const file = join(folder, 'sources.json');
  writeFileSync(file, JSON.stringify({ sources }));
  const own = { REDIS_URL: redisUrl, SOURCES: file, ALLOW_PRIVATE_HOSTS: '127.0.0.1', LOG_LEVEL: 'info' };
  const child = fork(projectFile('dist/worker/main.js'), {
    env: { ...process.env, ...own, ...environment },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes) => {
      log += String(bytes);
    });
  const gone = once(child, 'exit').then(([code]) => {
    rmSync(folder, { recursive: true, force: true });
    return code as number | null;
  });
  const first = await Promise.race([once(child, 'message'), gone.then(() => null)]);
  if (first === null) throw new Error(`The worker ended before it was ready:\n${log}`);
  return {
    pid: child.pid ?? 0,
    log: () => log,
    end(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return gone;
    },
  };
}
