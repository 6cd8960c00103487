import type { Queue } from 'bullmq';
import type { Plans } from '../../shared/auth/plans.js';
import { isDemoSource } from '../../shared/catalogue/known-boards.js';
import type { Config } from '../../shared/config.js';
import { problems } from '../../shared/problems/problem.js';
import { within } from '../../shared/process/repeat.js';
import type { SourceNames } from '../../shared/queue/source-names.js';
import { readWorkers } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { readRedisMemory, readRedisServer } from '../../shared/redis/redis-server.js';
import { readFailingHosts, readResting } from '../../shared/search/collections/failing-hosts.js';
import { fields } from '../../shared/search/fields.js';
import { offersAlerts, type WaySettings } from '../../shared/watches/destinations.js';
import type { Middleware } from '../middleware/identify.js';
import type { Endpoint } from '../middleware/problems.js';
import { json, type Operations } from '../openapi/operation.js';
import type { BoardFiguresCache } from '../server/board-figures-cache.js';
import type { QueueWatch } from '../server/queue-watch.js';
import {
  ableSources,
  apiClockCheck,
  boardChecks,
  browserCheck,
  type Check,
  clockCheck,
  demoCheck,
  failingHosts,
  heldChecks,
  memoryCheck,
  movingCheck,
  namesCheck,
  policyCheck,
  type Status,
  sourcesFileCheck,
  waitingCheck,
  workersCheck,
} from './health-checks.js';

// GET /api: the health of the service, and a description of the API generated from its own tables.

/** Links to the description of this API (RFC 8631). */
const links = '</api/openapi.json>; rel="service-desc", </api/docs>; rel="service-doc"';

/** How long the health check waits for Redis. */
const redisMs = 500;

/** Retry-After while Redis cannot be reached. */
const unavailableSeconds = 10;

const name = 'job-search';
const description = 'Searches many job boards at once and answers with one ranked list.';

type InfoContext = {
  config: Pick<Config, 'RELEASE_ID' | 'ALERTS_PER_ADDRESS'> & WaySettings;
  redis: RedisConnection;
  searches: Pick<Queue, 'getJobCountByTypes'>;
  queueWatch: Pick<QueueWatch, 'warnings'>;
  boardFigures: BoardFiguresCache;
  namesOf: SourceNames['of'];
  plans: Plans;
  now: () => Date;
  clockAheadMs: () => number;
  version: string;
  startedAt: number;
};

/** GET /api: health (draft-inadarei-api-health-check) and a description of the API from the tables it uses (docs/reference/api.md, GET /api). */
export function info(context: InfoContext, endpoints: readonly Endpoint[]): Middleware {
  return async function info(ctx) {
    const checks = await runChecks(context);
    const status = worstOf(Object.values(checks).map((check) => check.status));
    ctx.status = status === 'fail' ? 503 : 200;
    if (status === 'fail') ctx.set('Retry-After', String(unavailableSeconds));
    ctx.set('Link', links);
    ctx.body = {
      name,
      description,
      version: context.version,
      releaseId: context.config.RELEASE_ID === '' ? null : context.config.RELEASE_ID,
      status,
      time: context.now().toISOString(),
      checks: Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, [check]])),
      endpoints,
      fields,
      alerts: offersAlerts(context.config),
      plans: context.plans.rows,
      problems,
    };
  };
}

const worstOf = (statuses: readonly Status[]): Status =>
  statuses.includes('fail') ? 'fail' : statuses.includes('warn') ? 'warn' : 'pass';

async function runChecks(context: InfoContext): Promise<Record<string, Check>> {
  const uptimeSeconds = Math.round((performance.now() - context.startedAt) / 1000);
  const uptime = { ...passed(uptimeSeconds, 's'), componentType: 'system' };
  const started = performance.now();
  try {
    const checks = await within(redisMs, checkRedisAndWorkers(context));
    const responseMs = Math.round(performance.now() - started);
    return { 'redis:responseTime': passed(responseMs, 'ms'), ...checks, 'api:uptime': uptime };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { 'redis:responseTime': unreachable(reason), 'api:uptime': uptime };
  }
}

const passed = (observedValue: number, observedUnit: string): Check => ({
  componentType: 'datastore',
  status: 'pass',
  observedValue,
  observedUnit,
  output: null,
});

const unreachable = (reason: string): Check => ({
  componentType: 'datastore',
  status: 'fail',
  observedValue: null,
  observedUnit: 'ms',
  output: `Redis does not respond: ${reason}`,
});

async function checkRedisAndWorkers(context: InfoContext): Promise<Record<string, Check>> {
  const { redis } = context;
  const at = context.now();
  await redis.ping();
  const [workers, memory, server, waiting, boards] = await Promise.all([
    readWorkers(redis, at),
    readRedisMemory(redis),
    readRedisServer(redis),
    context.searches.getJobCountByTypes('waiting', 'prioritized'),
    context.boardFigures(),
  ]);
  const alive = workers.filter((worker) => worker.alive);
  const [names, resting, failing] = await Promise.all([
    context.namesOf(alive),
    readResting(redis, at),
    readFailingHosts(redis, at),
  ]);
  return {
    'redis:memory': memoryCheck(memory),
    'redis:evictionPolicy': policyCheck(server),
    'workers:alive': workersCheck(alive),
    ...heldChecks(alive),
    'api:clock': apiClockCheck(context.clockAheadMs()),
    'workers:clock': clockCheck(alive),
    'workers:names': namesCheck(alive),
    'sources:file': sourcesFileCheck(alive),
    'queue:waiting': waitingCheck(waiting),
    'queue:moving': movingCheck(context.queueWatch.warnings()),
    'sources:able': ableSources(names, resting),
    'hosts:failing': failingHosts(failing),
    ...(names.length > 0 && names.every(isDemoSource) ? { 'sources:demo': demoCheck(names.length) } : {}),
    ...(boards.total === 0 ? {} : boardChecks(boards)),
    'browser:available': browserCheck(alive.map(({ browser }) => browser)),
  };
}

const example = {
  name,
  description,
  version: '1.0.0',
  releaseId: 'a1b2c3d',
  status: 'pass',
  time: '2026-11-21T09:15:38.004Z',
  checks: {
    'redis:responseTime': [passed(1, 'ms')],
    'workers:alive': [workersCheck([1, 2])],
    'boards:neverRead': [{ ...passed(12, 'boards'), componentType: 'component' }],
  },
  endpoints: [{ method: 'POST', path: '/api/jobs/search', summary: 'Search for jobs.' }],
  fields: { keyword: fields.keyword, jobType: fields.jobType },
  alerts: true,
  plans: [
    {
      name: 'free',
      requests: 100,
      windowSeconds: 900,
      key: false,
      priority: 30,
      searchesAtOnce: 5,
      exportsAtOnce: 0,
      watches: 0,
      descriptions: false,
      keptMegabytes: 8,
    },
    {
      name: 'pro',
      requests: 1000,
      windowSeconds: 900,
      key: true,
      priority: 20,
      searchesAtOnce: 20,
      exportsAtOnce: 2,
      watches: 100,
      descriptions: true,
      keptMegabytes: 64,
    },
  ],
  problems: { 'rate-limited': problems['rate-limited'] },
};
const failingExample = {
  ...example,
  status: 'fail',
  checks: { 'redis:responseTime': [unreachable('no answer within 500 ms')] },
};

export const infoOperations: Operations = {
  'GET /api': {
    operationId: 'info',
    tag: 'Service',
    summary: 'Health and this description.',
    description:
      'Every field with its accepted values, every plan and every problem, from the tables that the service uses.',
    key: 'none',
    answers: {
      200: {
        description: '`pass`, or `warn` with the reason in `checks`.',
        headers: ['Link'],
        content: json('Info', example),
      },
      503: {
        description: '`fail`: Redis cannot be reached.',
        headers: ['Link'],
        content: json('Info', failingExample),
      },
    },
  },
};
