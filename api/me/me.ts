import type { Me } from '../../shared/auth/me.js';
import type { RequestWindows } from '../auth/request-windows.js';
import type { CallerState, Middleware } from '../middleware/identify.js';
import { rateLimitHeader, rateLimitPolicyHeader } from '../middleware/limit.js';
import { json, type Operations } from '../openapi/operation.js';
import { counted } from '../openapi/parameters.js';

type MeContext = { windows: Pick<RequestWindows, 'peek'>; now: () => Date };

/** Answers `GET /api/me`: the caller's plan and the rest of its quota. Not counted. */
export function me({ windows, now }: MeContext): Middleware<CallerState> {
  return async function me(ctx) {
    const { caller } = ctx.state;
    const { plan, keyId, requests, windowSeconds, searchesAtOnce, exportsAtOnce, watches, descriptions } = caller;
    const { remaining, resetSeconds, hasBegun } = await windows.peek(caller);
    const resetsAt = hasBegun ? new Date(now().getTime() + resetSeconds * 1000).toISOString() : null;
    ctx.set('Cache-Control', 'no-store');
    ctx.set('RateLimit-Policy', rateLimitPolicyHeader(caller));
    ctx.set('RateLimit', rateLimitHeader(caller, { allowed: true, remaining, resetSeconds }));
    ctx.body = {
      plan,
      key: keyId,
      quota: { requests, windowSeconds, remaining, resetSeconds, resetsAt },
      searchesAtOnce,
      exportsAtOnce,
      watches,
      descriptions,
    } satisfies Me;
  };
}

const example = {
  plan: 'pro',
  key: 'k_7Zr1Qd',
  quota: {
    requests: 1000,
    windowSeconds: 900,
    remaining: 987,
    resetSeconds: 412,
    resetsAt: '2026-11-21T09:22:30.004Z',
  },
  searchesAtOnce: 20,
  exportsAtOnce: 2,
  watches: 100,
  descriptions: true,
};

export const meOperations: Operations = {
  'GET /api/me': {
    operationId: 'me',
    tag: 'Service',
    summary: 'Your plan and remaining quota.',
    description: 'The owner of your key and its remaining quota; without a key, that of your address. Not counted.',
    answers: {
      200: {
        description: 'Your plan and remaining quota.',
        headers: counted,
        content: json('Me', example),
      },
    },
  },
};
