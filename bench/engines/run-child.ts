import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { everyEnvironment } from '../../shared/process/node-flags.js';
import { projectFile } from '../../shared/project-file.js';

/** A child's messages: its progress, and finally its result. */
export type ChildMessage<Result> = { progress: string } | { result: Result };

/** The outcome of a child: its result, or the reason for its failure and how far it got. */
export type ChildOutcome<Result> = { result: Result } | { failed: string; progress: string };

/** Memory of the machine that a child leaves to others, in MB. */
const reservedMb = 1500;

type ChildOptions = { options: object; heapMb?: number; program?: string };

/**
 * Runs a built script of this folder in a separate process, with garbage collection exposed, and prints its progress.
 * The child is ended when the machine runs out of memory; this and a full heap are outcomes, not errors. Any other
 * failure throws.
 */
export async function runChild<Result>(
  script: string,
  { options, heapMb = 4096, program = process.execPath }: ChildOptions,
): Promise<ChildOutcome<Result>> {
  const child = fork(projectFile(`dist/bench/engines/${script}`), [JSON.stringify(options)], {
    execPath: program,
    execArgv: [
      '--expose-gc',
      `--max-old-space-size=${heapMb}`,
      '--enable-source-maps',
      '--disable-warning=ExperimentalWarning',
    ],
    env: { PATH: process.env.PATH, ...everyEnvironment },
  });
  const endWithUs = (): void => void child.kill('SIGKILL');
  process.on('exit', endWithUs);
  let progress = 'nothing';
  let outcome: ChildOutcome<Result> | null = null;
  let outOfMemory = false;
  child.on('message', (message: ChildMessage<Result>) => {
    if ('result' in message) outcome = message;
    else {
      progress = message.progress;
      console.log(`  ${script.replace('.js', '')}: ${progress}`);
    }
  });
  const watch = setInterval(() => {
    outOfMemory = availableMb() < reservedMb;
    if (outOfMemory) child.kill('SIGKILL');
  }, 300);
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    if (outcome !== null) return outcome;
    if (outOfMemory) return { failed: 'the machine has no memory left', progress };
    // V8 aborts when its heap is full.
    if (signal === 'SIGABRT' || code === 134) return { failed: `more than ${heapMb} MB of heap`, progress };
    throw new Error(`${script} ended with ${String(code ?? signal)} at ${progress}.`);
  } finally {
    clearInterval(watch);
    process.off('exit', endWithUs);
  }
}

const availableMb = (): number =>
  Number(/MemAvailable:\s+(\d+)/.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) / 1024;

/** The work of a child: reads its options, sends its result and ends. */
export async function childMain<Options, Result>(
  work: (options: Options, report: (progress: string) => void) => Promise<Result> | Result,
): Promise<void> {
  const options = JSON.parse(process.argv[2] ?? '{}') as Options;
  const result = await work(options, (progress) => process.send?.({ progress }));
  await new Promise((resolve) => process.send?.({ result }, resolve));
  process.disconnect();
}

/** Memory of this process in bytes after collecting garbage: resident, V8's heap in use, and buffers outside it. */
export type Memory = { rss: number; heap: number; external: number };

/** Collects garbage until the heap no longer shrinks, and reads the memory. */
export function settledMemory(): Memory {
  for (let turn = 0; turn < 4; turn++) globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed, external };
}

/** CPU time of this process and its threads so far, in milliseconds. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
