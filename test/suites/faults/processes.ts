import { readdirSync, readFileSync } from 'node:fs';

/** A process as reported by the system. */
export type Process = { pid: number; parent: number; group: number; state: string; args: string };

/** The role of a process of the service, from its command line. */
export const kinds = {
  api: /dist\/api\/main\.js/,
  worker: /dist\/worker\/main\.js/,
  redis: /redis-server/,
  chromium: /headless|chrom/i,
  renderer: /--type=renderer/,
} as const;
export type Kind = keyof typeof kinds;

/**
 * Every process that has a mark in its environment, which children inherit, or in its command line: Redis overwrites its
 * environment with its title.
 */
export function marked(mark: string): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const found = look(Number(name));
      return found !== null &&
        found.state !== 'Z' &&
        (found.args.includes(mark) || environmentOf(found.pid).includes(mark))
        ? [found]
        : [];
    });
}

/** The processes of one kind; of a Chromium, only its first process. */
export function ofKind(processes: readonly Process[], kind: Kind): Process[] {
  const found = processes.filter(({ args }) => kinds[kind].test(args));
  if (kind === 'chromium') return found.filter(({ args }) => !args.includes('--type=') && !args.includes('.js'));
  if (kind === 'redis') return found.filter(({ args }) => !args.includes('redis-leash'));
  return found;
}

/**
 * Orphaned processes, which nothing would end. A Chromium depends on its worker's pipe, even when the wrapper shell of Debian
 * between them has died; the number of Chromiums is checked separately.
 */
export function orphans(processes: readonly Process[], roots: readonly number[]): Process[] {
  const known = new Set([...processes.map(({ pid }) => pid), ...roots]);
  const isHeld = ({ args }: Process) => kinds.chromium.test(args) && !args.includes('.js');
  return processes.filter((each) => !roots.includes(each.pid) && !known.has(each.parent) && !isHeld(each));
}

/** Sends a signal; a process that has just ended needs none. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function look(pid: number): Process | null {
  const stat = read(`/proc/${pid}/stat`);
  const [, state = '', parent = '', group = ''] = /\) (\S) (\d+) (\d+)/.exec(stat ?? '') ?? [];
  const args = read(`/proc/${pid}/cmdline`);
  if (stat === null || args === null) return null;
  return { pid, parent: Number(parent), group: Number(group), state, args: args.replaceAll('\0', ' ').trim() };
}

const environmentOf = (pid: number): string => read(`/proc/${pid}/environ`) ?? '';

/** A process may end while it is read. */
function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES') return null;
    throw error;
  }
}
