import type { Ready, RunningPart, ServiceProcess } from './service-process.js';
import { signalProcess } from './signal-process.js';

/** Milliseconds: the first and the longest pause before a part starts again, and the life that forgives earlier deaths. */
export type Pace = Readonly<{ firstPauseMs: number; longestPauseMs: number; forgivenAfterMs: number }>;

export type Supervisor = Readonly<{
  /** Starts a process and restarts it whenever it exits; rejects when it exits before it was first ready. */
  run: (part: ServiceProcess) => Promise<Ready>;
  /** Stops the parts, the last started first but for those that stop before all, within the limit; what is still there then is killed. */
  stop: () => Promise<void>;
  /** Kills every process immediately. */
  kill: () => void;
  /** Whether a stop was requested. */
  stopping: () => boolean;
}>;

type Kept = {
  part: ServiceProcess;
  running: RunningPart;
  since: number;
  pauseMs: number;
  retry: NodeJS.Timeout | null;
};
type Settings = Readonly<{ say: (line: string) => void; stopWithinMs?: number; pace?: Pace }>;

const usualPace: Pace = { firstPauseMs: 100, longestPauseMs: 2000, forgivenAfterMs: 10_000 };

/** Restarts the processes of the service when they exit, and stops them in reverse start order. */
export function createSupervisor({ say, stopWithinMs = 10_000, pace = usualPace }: Settings): Supervisor {
  const kept: Kept[] = [];
  let stopping = false;

  async function run(part: ServiceProcess): Promise<Ready> {
    if (stopping) throw new Error(`The ${part.name} was not started: the service is stopping.`);
    const entry: Kept = { part, running: part.launch(), since: Date.now(), pauseMs: pace.firstPauseMs, retry: null };
    kept.push(entry);
    const ready = await entry.running.ready;
    keepAlive(entry);
    return ready;
  }

  function keepAlive(entry: Kept): void {
    entry.running.ended.then((how) => {
      if (stopping) return;
      if (Date.now() - entry.since >= pace.forgivenAfterMs) entry.pauseMs = pace.firstPauseMs;
      say(`The ${entry.part.name} ended (${how}); it starts again in ${entry.pauseMs} ms.`);
      entry.retry = setTimeout(() => startAgain(entry), entry.pauseMs);
      entry.pauseMs = Math.min(entry.pauseMs * 2, pace.longestPauseMs);
    }, tell(say));
  }

  function startAgain(entry: Kept): void {
    entry.retry = null;
    entry.since = Date.now();
    entry.running = entry.part.launch();
    entry.running.ready.then(
      () => say(`The ${entry.part.name} works again.`),
      // keepAlive logs its exit; only this place knows why it could not start.
      (error: unknown) => say(error instanceof Error ? error.message : String(error)),
    );
    keepAlive(entry);
  }

  async function stop(): Promise<void> {
    stopping = true;
    for (const { retry } of kept) if (retry !== null) clearTimeout(retry);
    const lateAt = setTimeout(kill, stopWithinMs);
    for (const stage of stages(kept)) {
      await Promise.all(
        stage.map(async ({ running }) => {
          signalProcess(running.process, 'SIGTERM');
          await running.ended;
        }),
      );
    }
    clearTimeout(lateAt);
  }

  function kill(): void {
    stopping = true;
    for (const { running, retry } of kept) {
      if (retry !== null) clearTimeout(retry);
      signalProcess(running.process, 'SIGKILL');
    }
  }

  return { run, stop, kill, stopping: () => stopping };
}

/** The parts in the order of their stop: last started first but for those that go before all, those of one name together. */
function stages(kept: readonly Kept[]): Kept[][] {
  const found: Kept[][] = [];
  const isFirst = ({ part }: Kept): boolean => part.stopsFirst === true;
  const latest = kept.toReversed();
  for (const entry of [...latest.filter(isFirst), ...latest.filter((each) => !isFirst(each))]) {
    const last = found.at(-1);
    if (last?.[0]?.part.name === entry.part.name) last.push(entry);
    else found.push([entry]);
  }
  return found;
}

const tell = (say: (line: string) => void) => (error: unknown) =>
  say(`The supervisor failed: ${error instanceof Error ? error.message : String(error)}`);
