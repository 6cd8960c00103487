import { execFileSync } from 'node:child_process';

/** The descendants of this process that still run, one line each; a zombie does not count. */
export function childrenLeft(root = process.pid): string[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  const rows = table.split('\n').flatMap((line) => {
    const [, pid, parent, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined || state.startsWith('Z') || command.startsWith('ps -A') ? [] : [{ pid, parent, command }];
  });
  const below = (parent: string): string[] =>
    rows.filter((row) => row.parent === parent).flatMap((row) => [`${row.pid} ${row.command}`, ...below(row.pid)]);
  return below(String(root));
}

/** Sends a signal to a process and ignores that it has already ended. Every other error is thrown. */
export function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Whether a process with this id runs; a zombie does not count. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // `ps` fails when the process ends between these two lines.
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return !state.startsWith('Z');
  } catch {
    return false;
  }
}

/** Resolves once none of these processes runs; throws with the ids of those still running after `limitMs`. */
export async function allGone(pids: readonly number[], limitMs = 20_000): Promise<void> {
  const end = Date.now() + limitMs;
  for (;;) {
    const left = pids.filter(isRunning);
    if (left.length === 0) return;
    if (Date.now() > end) throw new Error(`Still running after ${limitMs} ms: ${left.join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
