import { fork } from 'node:child_process';
import { once } from 'node:events';
import { projectFile } from '../../../shared/project-file.js';

export type ForkedApi = {
  url: string;
  pid: number;
  /** Its log output so far: lines are flushed every tenth of a second. */
  log(): string;
  /** Resolves with the log once it contains these words; rejects after twenty seconds without them. */
  logWith(words: string): Promise<string>;
  stop(): Promise<void>;
};

/**
 * An API in its own process, as built, connected to a Redis; resolves when it listens. Its standard output goes to `output`, else
 * to `log()`.
 */
export async function forkApi(
  redisUrl: string,
  environment: Record<string, string> = {},
  output: number | 'pipe' = 'pipe',
): Promise<ForkedApi> {
  const env = { ...process.env, PORT: '0', REDIS_URL: redisUrl, LOG_LEVEL: 'warn', ...environment };
  const child = fork(projectFile('dist/api/main.js'), { env, execArgv: [], stdio: ['ignore', output, 'pipe', 'ipc'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes) => {
      log += String(bytes);
    });
  const gone = once(child, 'exit');
  const ready = once(child, 'message') as Promise<[{ url: string }]>;
  const first = await Promise.race([ready, gone.then(() => null)]);
  if (first === null) throw new Error(`The API ended before it was ready:\n${log}`);
  return {
    url: first[0].url,
    pid: child.pid ?? 0,
    log: () => log,
    async logWith(words) {
      const until = AbortSignal.timeout(20_000);
      while (!log.includes(words)) {
        if (child.stdout === null) throw new Error('The API has no output to read.');
        await once(child.stdout, 'data', { signal: until });
      }
      return log;
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await gone;
    },
  };
}
