import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import Koa from 'koa';
import type { Metric, MetricObjectWithValues, MetricValueWithName } from 'prom-client';
import { countHostHeaders } from '../http/http-hosts.js';
import { lazyRequire } from '../lazy-require.js';
import { Problem } from '../problems/problem.js';
import { isRedisUnavailable } from '../redis/redis-errors.js';

/**
 * Whether a request that changes something comes from a page of this port, or from a program: a browser sends the token
 * with other sites' requests too, and states their origin (https://www.w3.org/TR/fetch-metadata/).
 */
export function isOwnPage(ctx: Context): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  const origin = ctx.get('Origin');
  // A form of a page without referrer is sent with `Origin: null`.
  if (site === 'same-origin') return true;
  if (site !== '' && site !== 'none') return false;
  return origin === '' || (URL.canParse(origin) && new URL(origin).host === ctx.get('Host'));
}

type PromClient = typeof import('prom-client');

/** The example of a bucket: a measured value with its trace; `timestamp` in seconds. */
type Exemplar = { labelSet: Record<string, string>; value: number; timestamp: number };

/** A metric as prom-client's registries give it; a histogram has a value for each bucket, the sum and the count. */
export type ReadMetric = Omit<MetricObjectWithValues<MetricValueWithName<string>>, 'values'> & {
  values: (MetricValueWithName<string> & { exemplar?: Exemplar | null })[];
};

/** Reads the current metrics of the process. */
export type ReadMetrics = () => Promise<ReadMetric[]>;

/** The text formats of metrics; only the second has exemplars. */
export const metricFormats = {
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
} as const;
type MetricFormat = keyof typeof metricFormats;

/** Metrics of several registries as one list: common ones are added up, or joined as prom-client does. */
export async function mergeMetrics(lists: readonly (readonly ReadMetric[])[]): Promise<ReadMetric[]> {
  const { AggregatorRegistry } = lazyRequire('prom-client') as PromClient;
  const times = new Map<string, number>();
  for (const { name } of lists.flat()) times.set(name, (times.get(name) ?? 0) + 1);
  const joined = AggregatorRegistry.aggregate(
    lists.map((metrics) => metrics.filter(({ name }) => times.get(name) !== 1)) as object[][],
  );
  // Joined ones have no exemplars.
  const alone = lists.flat().filter(({ name }) => times.get(name) === 1);
  return [...alone, ...((await joined.getMetricsAsJSON()) as ReadMetric[])];
}

/** Writes metrics in a format, through a registry that contains them as read. */
export async function writeMetrics(metrics: readonly ReadMetric[], format: MetricFormat): Promise<string> {
  const { Registry } = lazyRequire('prom-client') as PromClient;
  const registry = new Registry();
  registry.setContentType(metricFormats[format] as never);
  for (const metric of metrics) {
    // OpenMetrics names a counter without the suffix that its values have.
    const isCounter = format === 'openmetrics' && String(metric.type) === 'counter';
    const named = isCounter ? { ...metric, name: metric.name.replace(/_total$/, '') } : metric;
    registry.registerMetric({ ...named, get: () => named } as unknown as Metric);
  }
  return await registry.metrics();
}

/**
 * Whether a process can do its work; each reason is a sentence. `ready`: it can respond, if only from the cache. `strict`: it
 * has every dependency.
 */
export type Readiness = { ready: boolean; strict: boolean; reasons: string[] };

export type AdminOptions = {
  /** Empty = the port is not open. */
  token: string;
  /** Whether this port answers to a Host header (shared/http/http-hosts.ts). */
  isAnswered: (host: string) => boolean;
  /** Responds in bounded time even if every dependency is down. */
  readiness: () => Promise<Readiness>;
  /** This process's metrics. */
  metrics: ReadMetrics;
  /** Additional pages that require the token, such as the queues. */
  pages?: readonly Middleware[];
};

/**
 * The admin server: `/live`, `/ready` and `/ready/strict`, which expose nothing confidential and need no token; with
 * the token, `/metrics` and the given pages. The token is sent as Bearer, or by a browser as the password of Basic.
 */
export function createAdminApp({ token, isAnswered, readiness, metrics, pages = [] }: AdminOptions): Koa {
  const app = new Koa();
  app.use(async (ctx, next) => {
    if (countHostHeaders(ctx.req.rawHeaders) <= 1 && isAnswered(ctx.get('Host') || 'localhost')) return next();
    ctx.status = 421;
    ctx.body = { detail: 'Send one Host header with a loopback name, or add the name to PUBLIC_HOSTS.' };
  });
  app.use(async (ctx, next) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.set('X-Content-Type-Options', 'nosniff');
    if (ctx.path === '/live') ctx.body = { status: 'pass' };
    else if (ctx.path === '/ready' || ctx.path === '/ready/strict') await tellReadiness(ctx, readiness);
    else if (isTokenOf(ctx, token)) await next();
    else refuse(ctx);
  });
  app.use(tellFailure);
  app.use(async (ctx, next) => {
    if (ctx.path !== '/metrics') return next();
    const format = preferredFormat(ctx.get('Accept'));
    ctx.body = await writeMetrics(await metrics(), format);
    ctx.set('Content-Type', metricFormats[format]);
    ctx.vary('Accept');
  });
  for (const page of pages) app.use(page);
  return app;
}

/**
 * The format of metrics that a scraper prefers. Prometheus lists its types in order, each with its own parameters
 * (https://prometheus.io/docs/instrumenting/content_negotiation/).
 */
function preferredFormat(accept: string): MetricFormat {
  const types = accept.split(',').map((part) => part.split(';')[0]?.trim());
  const chosen = types.find((type) => type === 'application/openmetrics-text' || type === 'text/plain');
  return chosen === 'application/openmetrics-text' ? 'openmetrics' : 'prometheus';
}

/** Seconds after which a client should try again while Redis is unavailable. */
const unavailableSeconds = 10;

/** Says what is wrong with a request, or that Redis is missing; Koa's own answer has no reason. */
async function tellFailure(ctx: Context, next: () => Promise<void>): Promise<void> {
  try {
    await next();
  } catch (error) {
    if (error instanceof Problem) {
      ctx.status = error.status;
      ctx.body = { detail: error.message };
    } else if (isRedisUnavailable(error)) {
      ctx.status = 503;
      ctx.set('Retry-After', String(unavailableSeconds));
      ctx.body = { detail: `Redis cannot be reached. Try again in ${unavailableSeconds} seconds.` };
    } else throw error;
  }
}

async function tellReadiness(ctx: Context, readiness: AdminOptions['readiness']): Promise<void> {
  const { ready, strict, reasons } = await readiness();
  ctx.status = (ctx.path === '/ready' ? ready : strict) ? 200 : 503;
  const status = ctx.status === 503 ? 'fail' : reasons.length > 0 ? 'warn' : 'pass';
  ctx.body = { status, reasons };
}

/** Compares digests, so that timing reveals nothing about the token. */
function isTokenOf(ctx: Context, token: string): boolean {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) +(\S+)$/i.exec(ctx.get('Authorization')) ?? [];
  const said =
    scheme.toLowerCase() === 'basic'
      ? Buffer.from(value, 'base64')
          .toString()
          .replace(/^[^:]*:/, '')
      : value;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return token !== '' && timingSafeEqual(digest(said), digest(token));
}

function refuse(ctx: Context): void {
  ctx.status = 401;
  ctx.set('WWW-Authenticate', 'Basic realm="job-search admin", charset="UTF-8"');
  ctx.body = { detail: 'Send "Authorization: Bearer <ADMIN_TOKEN>", or the token as the password of any user.' };
}
