import { stat } from 'node:fs/promises';
import type { Config } from '../../../shared/config.js';
import type { Logger } from '../../../shared/logger.js';
import type { SourcesFault } from '../../../shared/queue/workers.js';
import type { Source } from '../source.js';
import { loadSources } from './load-sources.js';

/** The sources of one version of the sources file; `sourcesHash` identifies their content. */
export type CurrentSources = { sources: readonly Source[]; paused: readonly Source[]; sourcesHash: string };

/** The current sources. A version never changes: its users continue with it. */
export type Catalogue = {
  current(): CurrentSources;
  /** Why the current file is not in use; `null` when it is. */
  fault(): SourcesFault | null;
  /** Reads the file again when it has changed; resolves once all listeners have applied the change. */
  check(): Promise<void>;
  /** Called with each further version. */
  onChange(listener: (sources: CurrentSources) => Promise<void> | void): void;
  /** Starts checking the file regularly. */
  start(): void;
  stop(): Promise<void>;
};

/** How often the file is checked: watching is unreliable on mounted files and when a link replaces a file. */
const lookMs = 1000;

/**
 * Follows the sources file. A file that is unreadable, or has a mistake, is logged once, reported as the `fault`, and
 * leaves the sources unchanged.
 */
export function createCatalogue(initial: CurrentSources, { config, logger }: CatalogueOptions): Catalogue {
  let current = initial;
  let seen: string | null = null;
  let fault: SourcesFault | null = null;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const listeners: ((sources: CurrentSources) => Promise<void> | void)[] = [];

  let isAnnounced = true;

  const read = async (): Promise<void> => {
    const mark = await markOf(config.SOURCES);
    if (mark === seen) return;
    seen = mark;
    try {
      const { sources, paused, hash: sourcesHash } = await loadSources(config);
      fault = null;
      const isSame = sourcesHash === current.sourcesHash && paused.length === current.paused.length;
      if (isSame) return;
      logger.info({ sources: sources.length, former: current.sources.length }, 'sources: the changed file is in use');
      current = { sources, paused, sourcesHash };
      isAnnounced = false;
    } catch (err) {
      fault = mark === null ? 'missing' : 'refused';
      logger.error({ err }, 'sources: the changed file is not used');
    }
  };
  const look = async (): Promise<void> => {
    await read();
    if (isAnnounced) return;
    try {
      for (const listener of listeners) await listener(current);
      isAnnounced = true;
    } catch (err) {
      // Redis is unavailable: the next check tries again.
      logger.warn({ err }, 'sources: the change could not be announced');
    }
  };
  const check = async (): Promise<void> => {
    // A change during a check may have come after the file was read.
    await running;
    running ??= look().finally(() => {
      running = null;
    });
    await running;
  };
  return {
    current: () => current,
    fault: () => fault,
    check,
    onChange: (listener) => void listeners.push(listener),
    start() {
      timer = setInterval(() => {
        if (running === null) void check();
      }, lookMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

type CatalogueOptions = { config: Config; logger: Logger };

/** Changes whenever the file does; `null` while it cannot be examined. */
async function markOf(file: string): Promise<string | null> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    // A file being replaced: the next check finds it.
    return null;
  }
}
