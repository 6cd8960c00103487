import { type ChildProcess, fork } from 'node:child_process';
import { everyEnvironment, everyFlags } from '../shared/process/node-flags.js';

/** A process's ready message to its parent; more fields may follow, such as `port` or `url`. */
export type Ready = Readonly<{ ready: true; port?: number; url?: string }>;

/** A part of the service while it runs. */
export type RunningPart = Readonly<{
  process: ChildProcess;
  /** Resolves with the ready message; rejects when the process exits first. */
  ready: Promise<Ready>;
  /** Resolves with a plain phrase such as `code 1` or `SIGKILL` once the part has ended. */
  ended: Promise<string>;
}>;

/** A part the supervisor keeps alive: a name for the log and how to launch it; `stopsFirst` whenever it was started. */
export type ServiceProcess = Readonly<{ name: string; launch: () => RunningPart; stopsFirst?: boolean }>;

/** A part that is a Node script of ours: forked with a channel, in a process group of its own. */
export function nodeProcess(name: string, script: string, settings: ScriptSettings): ServiceProcess {
  return {
    name,
    launch: () => {
      const { env, args = [] } = settings;
      // Own group: Ctrl-C in a terminal reaches the supervisor alone, which then stops the parts in order.
      const child = fork(script, [...args], {
        env: { ...everyEnvironment, ...env },
        execArgv: [...everyFlags],
        detached: true,
      });
      if (settings.onMessage !== undefined) child.on('message', settings.onMessage);
      return watchProcess(name, child, readyMessage(child));
    },
  };
}

export type ScriptSettings = Readonly<{
  env: NodeJS.ProcessEnv;
  args?: readonly string[];
  /** Receives every message of the process, its ready message among them. */
  onMessage?: (message: unknown) => void;
}>;

/** Ties a child's end to its promises; `ready` loses the race when the child ends first. */
export function watchProcess(name: string, child: ChildProcess, ready: Promise<Ready>): RunningPart {
  const ended = endOf(child, 'exit');
  // Not before what it said last is read.
  const endedEarly = endOf(child, 'close').then((how): never => {
    throw new Error(`The ${name} ended (${how}) before it was ready.`);
  });
  const first = Promise.race([ready, endedEarly]);
  // Callers that await it see the rejection; without one it must not count as unhandled.
  first.catch(() => undefined);
  endedEarly.catch(() => undefined);
  return { process: child, ready: first, ended };
}

/** How a child ended, in a plain phrase. */
function endOf(child: ChildProcess, event: 'exit' | 'close'): Promise<string> {
  return new Promise((resolve) => {
    child.once(event, (code, signal) => resolve(signal ?? `code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
}

function readyMessage(child: ChildProcess): Promise<Ready> {
  return new Promise((resolve) => {
    const read = (message: unknown): void => {
      if (!isReady(message)) return;
      child.off('message', read);
      resolve(message);
    };
    child.on('message', read);
  });
}

function isReady(message: unknown): message is Ready {
  return typeof message === 'object' && message !== null && 'ready' in message && message.ready === true;
}
