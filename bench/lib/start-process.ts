import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { everyEnvironment, everyFlags } from '../../shared/process/node-flags.js';
import { projectFile } from '../../shared/project-file.js';

/** A process under measurement. */
export type BenchProcess = {
  pid: number;
  /** Its message when it became ready. */
  ready: Record<string, unknown>;
  /** Processor time used so far, in milliseconds (Linux counts in steps of ten). */
  cpuMs(): number;
  /** Its resident memory in MB, after a garbage collection when it supports that. */
  memoryMb(): number;
  /** Sends it a message and waits for its reply. */
  tell(message: object): Promise<unknown>;
  stop(): Promise<void>;
};

/**
 * Starts a built script of the project, as `npx job-search start` does, and waits until it is ready. Its output goes to
 * the file `log`, or is discarded. The caller stops it.
 */
export async function startProcess(
  script: string,
  { env = {}, log = '/dev/null', flags = [] }: Settings,
): Promise<BenchProcess> {
  const output = openSync(log, 'a');
  const child = fork(projectFile(`dist/${script}`), [], {
    env: { PATH: process.env.PATH, ...everyEnvironment, ...env },
    execArgv: [...everyFlags, ...flags],
    stdio: ['ignore', output, 'inherit', 'ipc'],
  });
  closeSync(output);
  const endWithUs = (): void => void child.kill('SIGKILL');
  process.on('exit', endWithUs);
  const broken = once(child, 'exit').then(([code]) => {
    throw new Error(`${script} ended with ${String(code)} before it was ready.`);
  });
  const [ready] = (await Promise.race([once(child, 'message'), broken])) as [Record<string, unknown>];
  broken.catch(() => undefined);
  const gone = once(child, 'exit').then(() => {
    throw new Error(`${script} ended.`);
  });
  gone.catch(() => undefined);
  const pid = child.pid ?? 0;
  return {
    pid,
    ready,
    cpuMs() {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * 10;
    },
    memoryMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    async tell(message) {
      child.send(message);
      const [reply] = (await Promise.race([once(child, 'message'), gone])) as [unknown];
      return reply;
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      process.off('exit', endWithUs);
    },
  };
}

type Settings = { env?: Record<string, string>; log?: string; flags?: readonly string[] };
