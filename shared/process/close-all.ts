import type { Logger } from '../logger.js';
import { within } from './with-timeout.js';

/** One thing to be closed: what it is called in the log, how it closes, and how long it may take in milliseconds. */
export type Closing = { name: string; close: () => Promise<unknown>; limitMs?: number };

/** How long most things may take: long enough for a Redis that is there, short for one that is away. */
const usualMs = 1000;

/**
 * Closes resources one after the other, in the order given. Errors and timeouts are logged and skipped, so that a
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
