/** Keeps one Chromium running for as long as pages are rendered, and ends one that hangs or grows. */
import { readFile } from 'node:fs/promises';
import type { CDPSession, Browser as Chromium } from 'playwright';
import type { Logger } from '../../shared/logger.js';
import type { WorkerMetrics } from '../process/metrics.js';
import { SourceError } from '../sources/source.js';
import { browserLimits } from './browser-limits.js';
import type { PipeListener } from './cdp-pipe.js';
import {
  type ChromiumProcess,
  type Privileges,
  possiblePrivileges,
  removeAbandonedFolders,
  startChromium,
  warningOf,
} from './chromium-process.js';

/** One Chromium process. `bytes`: memory at the last measurement; `busy`: pages being rendered. */
type Instance = Pick<ChromiumProcess, 'chromium' | 'end'> & {
  watch: ChromiumWatch;
  startedAt: number;
  pages: number;
  bytes: number;
  busy: number;
  retired: boolean;
};

/** Chromium is restarted after this many pages, at this age or at this size, and stopped when idle for this long. */
export type Lifetime = { pages: number; ageMs: number; bytes: number; idleMs: number };

type ChromiumKeeperOptions = {
  chromiumPath: string;
  /** Chromium never runs without its sandbox. */
  isSandboxRequired: boolean;
  logger: Logger;
  metrics?: Pick<WorkerMetrics, 'browserStarted'> | undefined;
  lifetime: Lifetime;
  listener: PipeListener;
  /** Called when a renderer process was killed while it used this many bytes. */
  killed: (bytes: number) => void;
};

type ChromiumKeeper = {
  /** The process to render a page in, started if necessary; release it once the page is done. Throws `browser`. */
  acquire(): Promise<Instance>;
  release(instance: Instance): Promise<void>;
  /** Its memory in bytes at the last measurement. */
  bytes(): number;
  close(): Promise<void>;
};

/** Pages rendered between two memory measurements. */
const pagesBetweenMeasures = 10;

/** Starts nothing by itself. The caller closes the keeper. */
export function createChromiumKeeper(options: ChromiumKeeperOptions): ChromiumKeeper {
  const { chromiumPath, isSandboxRequired, logger, lifetime, metrics, listener, killed } = options;
  let starting: Promise<Instance> | null = null;
  let current: Instance | null = null;
  let idle: NodeJS.Timeout | undefined;
  const prepared = prepareMachine({ chromiumPath, isSandboxRequired, logger });

  const start = async (): Promise<Instance> => {
    const choices = await prepared;
    const { chromium, privileges, pid, end } = await startChromium(chromiumPath, { choices, listener, logger });
    const forget = (): void => {
      if (current === instance) current = null;
    };
    const hung = (why: string): void => {
      logger.warn({ pages: instance.pages }, `browser: ${why}, killed`);
      instance.retired = true;
      forget();
      end().catch(notStopped);
    };
    const watch = watchChromium({ chromium, pid }, { killed, hung });
    const startedAt = performance.now();
    const instance: Instance = { chromium, end, watch, startedAt, pages: 0, bytes: 0, busy: 0, retired: false };
    chromium.on('disconnected', () => {
      if (!instance.retired) logger.warn({ pages: instance.pages }, 'browser: crashed');
      forget();
    });
    current = instance;
    metrics?.browserStarted();
    logger.info({ version: chromium.version(), ...privileges }, 'browser: started');
    const warning = warningOf(privileges);
    if (warning !== null && privileges !== choices[0]) logger.warn(warning);
    return instance;
  };
  const notStopped = (err: unknown): void => logger.warn({ err }, 'browser: could not be stopped');

  const retire = async (instance: Instance): Promise<void> => {
    const { pages, bytes } = instance;
    logger.info({ pages, bytes, ageMs: Math.round(performance.now() - instance.startedAt) }, 'browser: retired');
    instance.retired = true;
    if (current === instance) current = null;
    // An instance that is still rendering stops after its last page.
    if (instance.busy === 0) await instance.end();
  };

  return {
    async acquire() {
      clearTimeout(idle);
      if (current !== null && isSpent(current, lifetime)) await retire(current);
      if (current === null)
        starting ??= start().finally(() => {
          starting = null;
        });
      const instance: Instance | null = current ?? (await starting);
      if (instance === null) throw new SourceError('browser', 'Chromium could not be started.');
      instance.busy += 1;
      instance.pages += 1;
      instance.watch.begin();
      return instance;
    },
    async release(instance) {
      instance.busy -= 1;
      instance.watch.end();
      if (instance.pages % pagesBetweenMeasures === 0 && instance.chromium.isConnected())
        instance.bytes = await instance.watch.bytes();
      if (instance.retired && instance.busy === 0) await instance.end();
      if (instance.retired || instance.busy > 0) return;
      clearTimeout(idle);
      idle = setTimeout(() => {
        if (instance.busy === 0 && current === instance) retire(instance).catch(notStopped);
      }, lifetime.idleMs).unref();
    },
    bytes: () => current?.bytes ?? 0,
    async close() {
      clearTimeout(idle);
      await prepared;
      await starting;
      if (current !== null) await retire(current);
    },
  };
}

/**
 * Removes files left behind by killed processes, and warns about the privileges expected on this machine; the actual
 * ones are known when Chromium starts. Resolves with those to try.
 */
async function prepareMachine({
  chromiumPath,
  isSandboxRequired,
  logger,
}: Pick<ChromiumKeeperOptions, 'chromiumPath' | 'isSandboxRequired' | 'logger'>): Promise<Privileges[]> {
  const cleaning = removeAbandonedFolders().catch((error: unknown) => {
    logger.warn({ err: error }, 'browser: could not remove files of an earlier process');
  });
  const choices = (await possiblePrivileges(chromiumPath)).filter(({ sandbox }) => sandbox || !isSandboxRequired);
  const warning = choices[0] === undefined ? null : warningOf(choices[0]);
  if (warning !== null) logger.warn(warning);
  await cleaning;
  return choices;
}

const isSpent = ({ pages, startedAt, bytes }: Instance, lifetime: Lifetime): boolean =>
  pages >= lifetime.pages || bytes >= lifetime.bytes || performance.now() - startedAt >= lifetime.ageMs;

/** Interval of the checks while a page is rendered, and while none is. */
const checkMs = 200;
const idleCheckMs = 1000;

/** Watches one Chromium until it ends: call `begin` and `end` for each page. */
export type ChromiumWatch = {
  begin(): void;
  end(): void;
  /** The same promise, which Chromium must settle within `browserLimits.answerMs`. */
  answers<Result>(work: Promise<Result>): Promise<Result>;
  /** Memory of all processes in bytes, without file mappings; 0 if the system does not report it. */
  bytes(): Promise<number>;
};

type WatchListener = {
  /** A renderer process was killed while it used this many bytes. */
  killed(bytes: number): void;
  /** Chromium did not answer, or its first process is too large. Called once. */
  hung(why: string): void;
};

/**
 * Kills a renderer process that uses more than `browserLimits.rendererBytes` of memory, after calling `killed`;
 * Playwright then reports the page as crashed. Ends a Chromium whose first process uses more than
 * `browserLimits.browserBytes`. Kills nothing if the system does not report a process's memory. Querying the processes,
 * answered by the browser process, and cookies, answered by the network process, shows that both work. The time without
 * an answer is counted in checks, so that a pause of this process or a late timer is not mistaken for Chromium's.
 */
function watchChromium(
  { chromium, pid }: { chromium: Chromium; pid: number },
  { killed, hung }: WatchListener,
): ChromiumWatch {
  /** Promises that have not settled, and for how long. */
  const unanswered = new Map<Promise<unknown>, number>();
  let pages = 0;
  let timer: NodeJS.Timeout | undefined;
  let session: Promise<CDPSession> | null = null;
  let isChecking = false;
  let isOver = false;

  const end = (why: string): void => {
    if (!isOver) hung(why);
    isOver = true;
  };

  const answers = async <Result>(work: Promise<Result>): Promise<Result> => {
    unanswered.set(work, 0);
    try {
      return await work;
    } finally {
      unanswered.delete(work);
    }
  };

  const processes = async () => {
    session ??= chromium.newBrowserCDPSession();
    const { processInfo } = await (await session).send('SystemInfo.getProcessInfo');
    await (await session).send('Storage.getCookies');
    return processInfo;
  };

  const check = async (): Promise<void> => {
    isChecking = true;
    try {
      for (const { id, type } of await answers(processes())) {
        const bytes = pages > 0 && type === 'renderer' ? await anonymousBytesOf(id) : null;
        if (bytes === null || bytes <= browserLimits.rendererBytes) continue;
        killed(bytes);
        process.kill(id, 'SIGKILL');
      }
    } catch {
      // Chromium or one of its processes ended in the meantime; its pages report that.
    } finally {
      isChecking = false;
    }
  };

  const checkLater = (): void => {
    clearTimeout(timer);
    const delayMs = pages > 0 ? checkMs : idleCheckMs;
    timer = setTimeout(() => {
      if (isOver || !chromium.isConnected()) return;
      for (const [work, forMs] of unanswered) unanswered.set(work, forMs + delayMs);
      if (Math.max(0, ...unanswered.values()) >= browserLimits.answerMs) return end('does not answer');
      // Queries the system: a Chromium whose first process grows does not answer.
      void anonymousBytesOf(pid).then((bytes) => {
        if ((bytes ?? 0) > browserLimits.browserBytes) end('takes too much memory');
      });
      if (!isChecking) void check();
      checkLater();
    }, delayMs).unref();
  };

  checkLater();
  return {
    begin() {
      pages += 1;
      if (pages === 1) checkLater();
    },
    end() {
      pages -= 1;
    },
    answers,
    async bytes() {
      // Without an answer Chromium has crashed; the next page starts a new one.
      const found = await answers(processes()).catch(() => []);
      const sizes = await Promise.all(found.map(({ id }) => anonymousBytesOf(id)));
      return sizes.reduce((sum: number, size) => sum + (size ?? 0), 0);
    },
  };
}

/**
 * Memory of a process without file mappings, in bytes (proc(5), status "RssAnon" and "RssShmem"), which is faster to
 * read than its proportional share; `null` if the system does not report it.
 */
export async function anonymousBytesOf(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const found = ['RssAnon', 'RssShmem'].map((name) => new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
  return found.includes(undefined) ? null : found.reduce((sum, kilobytes) => sum + Number(kilobytes) * 1024, 0);
}
