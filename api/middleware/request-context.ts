import type { Context, Middleware as KoaMiddleware } from 'koa';
import type { Logger } from '../../shared/logger.js';

/** What the first middleware (`request-id.ts`) sets for every request. Later steps declare what they add and need. */
export type RequestState = {
  requestId: string;
  /** `performance.now()` when the request reached Koa. */
  startedAt: number;
  /** A logger with the request's id. */
  log: () => Logger;
};

export type Middleware<State extends RequestState = RequestState> = KoaMiddleware<State>;
export type RequestContext<State extends RequestState = RequestState> = Context & { state: State };
