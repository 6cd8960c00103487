import { setMaxListeners } from 'node:events';
import type { Server } from 'node:http';

/** Shutdown of an API process: it finishes requests in flight, then answers waiting ones early, then closes connections. */
export type GracefulShutdown = {
  /** Aborts when shutdown begins. */
  draining: AbortSignal;
  /** Aborts when requests that still wait must be answered with what there is. */
  deadline: AbortSignal;
  /** Stops accepting connections; resolves when every request is answered, or connections were closed by force. */
  drain(server: Server): Promise<void>;
};

/** Milliseconds from the start of shutdown: until waiting requests are answered, and until connections are closed. */
export type ShutdownTimes = { deadlineMs: number; forceMs: number };

/** With what is closed afterwards, less than the 9 s a process has (shared/process/run-process.ts). */
const defaultTimes: ShutdownTimes = { deadlineMs: 4000, forceMs: 5500 };

export function createGracefulShutdown({ deadlineMs, forceMs } = defaultTimes): GracefulShutdown {
  const draining = new AbortController();
  const deadline = new AbortController();
  // Every waiting request listens.
  setMaxListeners(0, deadline.signal);
  return {
    draining: draining.signal,
    deadline: deadline.signal,
    async drain(server) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      draining.abort();
      server.closeIdleConnections();
      const timers = [
        setTimeout(() => deadline.abort(), deadlineMs),
        setTimeout(() => server.closeAllConnections(), forceMs),
      ];
      await closed;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
