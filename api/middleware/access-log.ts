import { LRUCache } from 'lru-cache';
import { type Logger, linePrinter } from '../../shared/logger.js';
import type { Tracing } from '../../shared/tracing/tracing.js';
import type { Caller } from '../auth/request-windows.js';
import type { ApiMetrics } from '../server/metrics.js';
import type { Middleware, RequestState } from './identify.js';

/** An answered request, as the log and the metrics describe it. */
export type AnsweredRequest = {
  method: string;
  /** At most 200 characters. */
  path: string;
  /** The route as the router spells it, or `none`: a metric label must not take many values. */
  route: string;
  status: number;
  /** `undefined` when the request failed before its caller was known. */
  caller: Caller | undefined;
  requestId: string;
  /** Key of the search, by which a request that joined a run is found in the workers' log. */
  search: string | undefined;
  /** The Cache-Status header. */
  cache: string | undefined;
  ms: number;
  /** Exemplar labels, if its trace is recorded. */
  exemplar?: Record<string, string> | null;
};

/**
 * Writes the log line and the metric of an answered request; nothing else does. With `log`, the request's own logger,
 * the line has its bindings (trace id) and is searched for secrets. Without it the line is assembled from cached parts,
 * at a fifth of the cost; then `requestId`, `search` and `cache` must need no escaping in JSON.
 */
export type WriteAccessLog = (answered: AnsweredRequest, log?: Logger) => void;

/** Methods with a metric label of their own. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/** Kinds of lines whose constant part is cached. */
const maxPrinters = 1000;

export function createAccessLog({ metrics, logger }: AccessLogContext): WriteAccessLog {
  const printers = new LRUCache<string, (members: string) => void>({ max: maxPrinters });
  const printerFor = (answered: AnsweredRequest): ((members: string) => void) => {
    const { method, path, status, caller } = answered;
    const name = `${method} ${path} ${status} ${caller?.plan} ${caller?.keyId}`;
    const known = printers.get(name);
    if (known !== undefined) return known;
    const print = linePrinter(logger, constantFields(answered), 'request');
    printers.set(name, print);
    return print;
  };
  return (answered, log) => {
    const { method, route, status, requestId, search, cache, exemplar = null } = answered;
    const ms = Math.round(answered.ms);
    metrics.request({
      method: methods.has(method) ? method : 'other',
      route,
      status,
      seconds: answered.ms / 1000,
      exemplar,
    });
    if (log === undefined)
      return printerFor(answered)(
        `${member('requestId', requestId)}${member('search', search)}${member('cache', cache)},"ms":${ms}`,
      );
    // A page that polls without finding anything new would fill the log.
    const level = status === 304 ? 'debug' : 'info';
    log[level]({ ...constantFields(answered), search, cache, ms }, 'request');
  };
}

const member = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `,"${name}":"${value}"`;

/** Logs each request once it is answered: with its own logger if it is traced or its path contains client text. */
export function accessLog({ writeAccessLog, tracing }: LogContext): Middleware<LoggedState> {
  return async function accessLog(ctx, next) {
    await next();
    const { log, startedAt, requestId, caller, searchKey } = ctx.state;
    const answered = {
      method: ctx.method,
      path: ctx.path.slice(0, 200),
      route: typeof ctx._matchedRoute === 'string' ? ctx._matchedRoute : 'none',
      status: ctx.status,
      caller,
      requestId,
      search: searchKey,
      cache: ctx.response.get('Cache-Status') || undefined,
      ms: performance.now() - startedAt,
      exemplar: tracing.exemplar(),
    };
    const isPlain = !tracing.on && answered.path === answered.route && answered.status !== 304;
    writeAccessLog(answered, isPlain ? undefined : log());
  };
}

type LogContext = { writeAccessLog: WriteAccessLog; tracing: Pick<Tracing, 'on' | 'exemplar'> };
type AccessLogContext = { metrics: Pick<ApiMetrics, 'request'>; logger: Logger };

/** Later steps may have failed before they set these. */
type LoggedState = RequestState & { caller?: Caller; searchKey?: string };

const constantFields = ({ method, path, status, caller }: AnsweredRequest) => ({
  method,
  path,
  status,
  plan: caller?.plan,
  keyId: caller?.keyId ?? undefined,
});
