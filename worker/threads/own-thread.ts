import { readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** The kernel's id of the calling thread; 0 where the system does not report it (other than Linux). */
export function ownThreadId(): number {
  try {
    return Number(/\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** CPU time used by a thread of this process, in ms with a resolution of 10; `null` where the system does not report it. */
export function threadCpuMs(threadId: number): number | null {
  if (threadId === 0) return null;
  try {
    const stat = readFileSync(`/proc/self/task/${threadId}/stat`, 'latin1');
    // utime and stime, fields 14 and 15 of proc_pid_stat(5), in hundredths of a second; the name before them may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isNaN(ticks) ? null : ticks * 10;
  } catch {
    return null;
  }
}

/** The nice value of threads that read postings: a busy core gives them a third of what it gives others. */
const niceValue = 5;

/** Lowers the priority of the calling thread alone; does nothing where the system has none for a thread (other than Linux). */
export function lowerOwnPriority(): void {
  const threadId = ownThreadId();
  if (threadId === 0) return;
  try {
    // On Linux the priority is that of a thread, and the id of a thread is taken like that of a process (setpriority(2)).
    setPriority(threadId, niceValue);
  } catch {
    // A sandbox may forbid it: the thread keeps its priority.
  }
}
