/** Keeps the processes of the service alive: starts them, restarts those that exit, and stops all in order. */
import { type ChildProcess, fork } from 'node:child_process';
import { everyEnvironment, everyFlags } from '../shared/process/node-flags.js';

/** A process's ready message to its parent; `setUp`: where an API's boards are chosen, and the code for it. */
export type Ready = Readonly<{ ready: true; port?: number; url?: string; setUp?: { page: string; code: string } }>;

/** A running process of the service. */
type RunningPart = Readonly<{
  process: ChildProcess;
  /** Resolves with the ready message; rejects when the process exits first. */
  ready: Promise<Ready>;
}>;

/** A process that the supervisor keeps alive. `stage`: lower stages stop first, each stage together. */
export type ServiceProcess = Readonly<{ name: string; stage: number; launch: () => RunningPart }>;

/** Settings of a Node script. `onMessage` receives every message of the process, including its ready message. */
type ScriptSettings = Readonly<{
  stage: number;
  env: NodeJS.ProcessEnv;
  args?: readonly string[];
  onMessage?: (message: unknown) => void;
}>;

/** A Node script of ours: forked with a channel, in a separate process group, out of reach of Ctrl-C. */
export const nodeProcess = (name: string, script: string, settings: ScriptSettings): ServiceProcess => ({
  name,
  stage: settings.stage,
  launch() {
    const { env, args = [], onMessage = () => undefined } = settings;
    const child = fork(script, [...args], {
      env: { ...everyEnvironment, ...env },
      execArgv: [...everyFlags],
      detached: true,
    });
    child.on('message', onMessage);
    const ready = new Promise<Ready>((resolve, reject) => {
      child.on('message', (message) => {
        if (isReady(message)) resolve(message);
      });
      void endOf(child).then((how) => reject(new Error(`The ${name} ended (${how}) before it was ready.`)));
    });
    return { process: child, ready };
  },
});

const isReady = (message: unknown): message is Ready =>
  typeof message === 'object' && message !== null && 'ready' in message && message.ready === true;

/** How a process ended, as a plain phrase such as `code 1` or `SIGKILL`. */
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
}

export type Supervisor = Readonly<{
  /** Starts a process and restarts it whenever it exits; rejects when it exits before it was first ready. */
  run: (part: ServiceProcess) => Promise<Ready>;
  /** Stops the parts stage by stage within the limit, then kills the rest. */
  stop: () => Promise<void>;
  /** Kills every process immediately. */
  kill: () => void;
  /** Whether a stop was requested. */
  stopping: () => boolean;
}>;

type Kept = {
  part: ServiceProcess;
  running: RunningPart;
  ended: Promise<string>;
  since: number;
  pauseMs: number;
  retry?: NodeJS.Timeout;
};

/** The first and longest pause before a restart, and the lifetime that forgives earlier exits, in milliseconds. */
const [firstPauseMs, longestPauseMs, forgivenAfterMs] = [100, 2000, 10_000];

/** How long stopping may take, in milliseconds. */
const stopWithinMs = 10_000;

/** Creates a supervisor without any process. `say` receives lines about its actions. */
export function createSupervisor(say: (line: string) => void): Supervisor {
  const kept: Kept[] = [];
  let stopping = false;

  const launch = (part: ServiceProcess): Pick<Kept, 'running' | 'ended' | 'since'> => {
    const running = part.launch();
    // Callers that await it see the rejection; without any it must not count as unhandled.
    running.ready.catch(() => undefined);
    return { running, ended: endOf(running.process), since: Date.now() };
  };

  async function run(part: ServiceProcess): Promise<Ready> {
    if (stopping) throw new Error(`The ${part.name} was not started: the service is stopping.`);
    const entry: Kept = { part, ...launch(part), pauseMs: firstPauseMs };
    kept.push(entry);
    const ready = await entry.running.ready;
    void keepAlive(entry);
    return ready;
  }

  async function keepAlive(entry: Kept): Promise<void> {
    const how = await entry.ended;
    if (stopping) return;
    if (Date.now() - entry.since >= forgivenAfterMs) entry.pauseMs = firstPauseMs;
    say(`The ${entry.part.name} ended (${how}); it starts again in ${entry.pauseMs} ms.`);
    entry.retry = setTimeout(() => startAgain(entry), entry.pauseMs);
    entry.pauseMs = Math.min(entry.pauseMs * 2, longestPauseMs);
  }

  function startAgain(entry: Kept): void {
    Object.assign(entry, launch(entry.part));
    entry.running.ready.then(
      () => say(`The ${entry.part.name} works again.`),
      // keepAlive reports how it ended; only this place knows why it could not start.
      (error: unknown) => say(error instanceof Error ? error.message : String(error)),
    );
    void keepAlive(entry);
  }

  async function stop(): Promise<void> {
    stopping = true;
    for (const { retry } of kept) clearTimeout(retry);
    const late = setTimeout(kill, stopWithinMs);
    const stages = [...new Set(kept.map(({ part }) => part.stage))].sort((one, other) => one - other);
    for (const stage of stages) {
      const parts = kept.filter(({ part }) => part.stage === stage);
      for (const { running } of parts) signalProcess(running.process, 'SIGTERM');
      await Promise.all(parts.map(({ ended }) => ended));
    }
    clearTimeout(late);
  }

  function kill(): void {
    stopping = true;
    for (const { running, retry } of kept) {
      clearTimeout(retry);
      signalProcess(running.process, 'SIGKILL');
    }
  }

  return { run, stop, kill, stopping: () => stopping };
}

/**
 * Sends a signal to a process. SIGKILL goes to its complete process group, so that nothing it started remains; a gentle
 * signal goes only to the process, which ends its children.
 */
function signalProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (signal === 'SIGTERM' || process.platform === 'win32') {
    child.kill(signal);
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // The group ended between our check and the signal.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
