import type { ChildProcess } from 'node:child_process';

/**
 * Sends a signal to a part. SIGKILL goes to its whole process group, so that nothing it started stays behind; a gentle
 * signal goes to the part alone, which ends its own children.
 */
export function signalProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (signal === 'SIGTERM' || process.platform === 'win32') child.kill(signal);
  else killGroup(child.pid);
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // The group ended between our look and the signal.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
