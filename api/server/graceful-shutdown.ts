import { setMaxListeners } from 'node:events';
import type { Server } from 'node:http';
import type { Middleware } from '../context.js';

/** How an API process leaves: at first it answers whom it has heard, then it hurries, then it ends. */
export type GracefulShutdown = {
  /** Aborts when the process has been told to leave. */
  leaving: AbortSignal;
  /** Aborts when whoever still waits is to be answered with the best there is. */
  hurry: AbortSignal;
  /** Takes no new connections and resolves when every request was answered, or when its time is over. */
  leave(server: Server): Promise<void>;
};

/** How long requests under way may take when the API leaves, in milliseconds: until it hurries, and in all. */
export type ShutdownTimes = { hurryMs: number; endMs: number };

/** Together with what is closed behind, less than the 9 s a part has (shared/process/run-process.ts). */
const usualTimes: ShutdownTimes = { hurryMs: 4000, endMs: 5500 };

export function createGracefulShutdown({ hurryMs, endMs } = usualTimes): GracefulShutdown {
  const leaving = new AbortController();
  const hurry = new AbortController();
  // Everybody who waits listens to it.
  setMaxListeners(0, hurry.signal);
  return {
    leaving: leaving.signal,
    hurry: hurry.signal,
    async leave(server) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      leaving.abort();
      server.closeIdleConnections();
      const timers = [setTimeout(() => hurry.abort(), hurryMs), setTimeout(() => server.closeAllConnections(), endMs)];
      await closed;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Tells clients of a leaving process to use another connection for what they ask next (RFC 9112 §9.6). */
export function closeConnection({ leaving }: Pick<GracefulShutdown, 'leaving'>): Middleware {
  return async function closeConnection(ctx, next) {
    await next();
    if (leaving.aborted && !ctx.headerSent) ctx.set('Connection', 'close');
  };
}
