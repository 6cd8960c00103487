import type { Logger } from '../logger.js';
import { within } from './repeat.js';

/** A resource to close: its name in the log, its closing function, and its time limit in milliseconds. */
export type Closing = { name: string; close: () => Promise<unknown>; limitMs?: number };

/** The usual time limit: long enough for a running Redis, short for an unreachable one. */
const usualMs = 1000;

/**
 * Closes resources one after the other, in the given order. Errors and timeouts are logged and skipped, so that a
 * process exits in bounded time even while Redis is down.
 */
export async function closeAll(logger: Logger, closings: readonly Closing[]): Promise<void> {
  for (const { name, close, limitMs = usualMs } of closings)
    try {
      await within(limitMs, close());
    } catch (error) {
      logger.warn({ err: error, closing: name }, 'leaving: left behind');
    }
}
