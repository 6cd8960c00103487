import { readdirSync, readFileSync } from 'node:fs';

/** A process as the system tells of it. */
export type Process = { pid: number; parent: number; group: number; state: string; args: string };

/** What a process of the service is for, told by its command line. */
export const kinds = {
  api: /dist\/api\/main\.js/,
  worker: /dist\/worker\/main\.js/,
  redis: /redis-server/,
  chromium: /headless|chrom/i,
  renderer: /--type=renderer/,
} as const;
export type Kind = keyof typeof kinds;

/**
 * Every process that carries a mark in its environment, as all children of a marked process do, or in its command line:
 * Redis writes its title over its environment.
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

/** The processes of one kind; a Chromium is its first process alone. */
export function ofKind(processes: readonly Process[], kind: Kind): Process[] {
  const found = processes.filter(({ args }) => kinds[kind].test(args));
  if (kind === 'chromium') return found.filter(({ args }) => !args.includes('--type=') && !args.includes('.js'));
  if (kind === 'redis') return found.filter(({ args }) => !args.includes('redis-leash'));
  return found;
}

/**
 * Processes whose parents are gone: nobody would end them. A Chromium is held by its worker's pipe, also when the shell
 * that Debian puts between them has died: how many there are is looked at by itself.
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

/** A process may end while it is looked at. */
function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES') return null;
    throw error;
  }
}
