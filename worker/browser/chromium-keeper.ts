import type { Logger } from '../../shared/logger.js';
import type { WorkerMetrics } from '../process/metrics.js';
import { SourceError } from '../sources/source.js';
import { browserBytes } from './browser-size.js';
import type { PipeListener } from './cdp-pipe.js';
import { removeAbandonedFolders } from './chromium-folder.js';
import {
  type ChromiumProcess,
  type Privileges,
  possiblePrivileges,
  startChromium,
  warningOf,
} from './chromium-process.js';
import { type ChromiumWatch, createChromiumWatch } from './chromium-watch.js';

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

export type ChromiumKeeperOptions = {
  chromiumPath: string;
  logger: Logger;
  metrics?: Pick<WorkerMetrics, 'browserStarted'> | undefined;
  lifetime: Lifetime;
  listener: PipeListener;
  /** Called when a renderer process was killed while it used this many bytes. */
  killed: (bytes: number) => void;
};

/** Keeps one Chromium running for as long as pages are rendered. */
export type ChromiumKeeper = {
  /** The process to render a page in, started when there is none; released once the page is done. Throws `browser`. */
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
  const { logger, lifetime } = options;
  let starting: Promise<Instance> | null = null;
  let current: Instance | null = null;
  let idle: NodeJS.Timeout | undefined;
  const prepared = prepareMachine(options.chromiumPath, logger);
  const began = (instance: Instance): void => {
    current = instance;
  };
  const forget = (instance: Instance): void => {
    if (current === instance) current = null;
  };

  const retire = async (instance: Instance): Promise<void> => {
    const { pages, bytes } = instance;
    logger.info({ pages, bytes, ageMs: Math.round(performance.now() - instance.startedAt) }, 'browser: retired');
    instance.retired = true;
    forget(instance);
    // An instance that is still rendering stops after its last page.
    if (instance.busy === 0) await instance.end();
  };

  /** Stops Chromium after a period of idleness, to free its memory. */
  const endWhenIdle = (instance: Instance): void => {
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (instance.busy === 0 && current === instance)
        retire(instance).catch((error: unknown) => logger.warn({ err: error }, 'browser: could not be stopped'));
    }, lifetime.idleMs).unref();
  };

  return {
    async acquire() {
      clearTimeout(idle);
      if (current !== null && isSpent(current, lifetime)) await retire(current);
      if (current === null) {
        starting ??= startInstance(options, prepared, { began, ended: forget }).finally(() => {
          starting = null;
        });
      }
      const instance = current ?? (await starting);
      if (instance === null) throw new SourceError('browser', 'Chromium could not be started.');
      instance.busy += 1;
      instance.pages += 1;
      instance.watch.begin();
      return instance;
    },
    async release(instance) {
      instance.busy -= 1;
      instance.watch.end();
      if (instance.pages % pagesBetweenMeasures === 0 && instance.chromium.isConnected()) await measure(instance);
      if (instance.retired && instance.busy === 0) await instance.end();
      else if (instance.busy === 0) endWhenIdle(instance);
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
 * Removes files left behind by killed processes, and warns about the privileges expected on this machine; the actual ones are
 * known when Chromium starts. Resolves with those to try.
 */
async function prepareMachine(chromiumPath: string, logger: Logger): Promise<Privileges[]> {
  const cleaning = removeAbandonedFolders().catch((error: unknown) => {
    logger.warn({ err: error }, 'browser: could not remove files of an earlier process');
  });
  const choices = await possiblePrivileges(chromiumPath);
  const warning = choices[0] === undefined ? null : warningOf(choices[0]);
  if (warning !== null) logger.warn(warning);
  await cleaning;
  return choices;
}

/** Told of the one process that renders: when it runs, and when it hung or crashed. */
type Listener = { began(instance: Instance): void; ended(instance: Instance): void };

async function startInstance(
  { chromiumPath, logger, metrics, listener, killed }: ChromiumKeeperOptions,
  prepared: Promise<Privileges[]>,
  { began, ended }: Listener,
): Promise<Instance> {
  const choices = await prepared;
  const { chromium, privileges, pid, end } = await startChromium(chromiumPath, { choices, listener, logger });
  const hung = (why: string): void => {
    logger.warn({ pages: instance.pages }, `browser: ${why}, killed`);
    instance.retired = true;
    ended(instance);
    end().catch((error: unknown) => logger.warn({ err: error }, 'browser: could not be stopped'));
  };
  const watch = createChromiumWatch({ chromium, pid }, { killed, hung });
  const startedAt = performance.now();
  const instance: Instance = { chromium, end, watch, startedAt, pages: 0, bytes: 0, busy: 0, retired: false };
  chromium.on('disconnected', () => {
    if (!instance.retired) logger.warn({ pages: instance.pages }, 'browser: crashed');
    ended(instance);
  });
  began(instance);
  metrics?.browserStarted();
  logger.info({ version: chromium.version(), ...privileges }, 'browser: started');
  const warning = warningOf(privileges);
  if (warning !== null && privileges !== choices[0]) logger.warn(warning);
  return instance;
}

async function measure(instance: Instance): Promise<void> {
  try {
    instance.bytes = (await browserBytes(instance.chromium)) ?? instance.bytes;
  } catch (error) {
    // It crashed during the measurement; the next page starts a new one.
    if (instance.chromium.isConnected()) throw error;
  }
}

const isSpent = ({ pages, startedAt, bytes }: Instance, lifetime: Lifetime): boolean =>
  pages >= lifetime.pages || bytes >= lifetime.bytes || performance.now() - startedAt >= lifetime.ageMs;
