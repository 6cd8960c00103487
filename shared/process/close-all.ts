import type { Logger } from '../logger.js';
import { within } from './with-timeout.js';

/** One thing to be closed: what it is called in the log, how it closes, and how long it may take in milliseconds. */
export type Closing = { name: string; close: () => Promise<unknown>; limitMs?: number };

/** How long most things may take: long enough for a Redis that is there, short for one that is away. */
const usualMs = 1000;

/**
 * Closes things one after the other, in the order given. What fails or takes too long is told and left behind, so that a
 * process leaves in bounded time even while Redis is away.
 */
export async function closeAll(logger: Logger, closings: readonly Closing[]): Promise<void> {
  for (const { name, close, limitMs = usualMs } of closings)
    try {
      await within(limitMs, close());
    } catch (error) {
      logger.warn({ err: error, closing: name }, 'leaving: left behind');
    }
}
