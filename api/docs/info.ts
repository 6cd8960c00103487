import type { Queue } from 'bullmq';
import type { Plans } from '../../shared/auth/plans.js';
import { isDemoSource } from '../../shared/catalogue/demo-entries.js';
import type { Config } from '../../shared/config.js';
import { problems } from '../../shared/problems/problem.js';
import { within } from '../../shared/process/with-timeout.js';
import type { SourceNames } from '../../shared/queue/source-names.js';
import { readWorkers } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { nearlyFull, type RedisMemory, readRedisMemory, shareOf } from '../../shared/redis/redis-memory.js';
import { evictionWarning, type RedisServer, readRedisServer } from '../../shared/redis/redis-server.js';
import type { BoardFigures } from '../../shared/schedule/board-figures.js';
import { readFailingHosts } from '../../shared/search/collections/failing-hosts.js';
import { readResting } from '../../shared/search/collections/read-cooldowns.js';
import { fields } from '../../shared/search/fields.js';
import { offersAlerts, type WaySettings } from '../../shared/watches/destinations.js';
import type { Endpoint } from '../middleware/problems.js';
import type { Middleware } from '../middleware/request-context.js';
import type { BoardFiguresCache } from '../server/board-figures-cache.js';
import type { QueueWatch } from '../server/queue-watch.js';
import { apiClockCheck, clockCheck } from './clock-check.js';
import { type Check, component, type Status } from './health-check.js';
import { heldChecks } from './held-checks.js';
import { namesCheck } from './names-check.js';
import { sourcesFileCheck } from './sources-file-check.js';

/** Links to the description of this API (RFC 8631). */
const links = '</api/openapi.json>; rel="service-desc", </api/docs>; rel="service-doc"';

/** How long the health check waits for Redis. */
const redisMs = 500;

/** Retry-After while Redis cannot be reached. */
const unavailableSeconds = 10;

/** Number of waiting searches above which the check warns. */
const longQueue = 100;

/** Paused sources, or failing hosts, that a warning names. */
const maxNamed = 20;

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
    const status = worstOf(Object.values(checks).map((each) => each.status));
    ctx.status = status === 'fail' ? 503 : 200;
    if (status === 'fail') ctx.set('Retry-After', String(unavailableSeconds));
    ctx.set('Link', links);
    ctx.body = {
      name: 'job-search',
      description: 'Searches many job boards at once and answers with one ranked list.',
      version: context.version,
      releaseId: context.config.RELEASE_ID === '' ? null : context.config.RELEASE_ID,
      status,
      time: context.now().toISOString(),
      checks: Object.fromEntries(Object.entries(checks).map(([name, each]) => [name, [each]])),
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
  const uptime: Check = {
    componentType: 'system',
    status: 'pass',
    observedValue: Math.round((performance.now() - context.startedAt) / 1000),
    observedUnit: 's',
    output: null,
  };
  const started = performance.now();
  try {
    const checks = await within(redisMs, checkRedisAndWorkers(context));
    const responseTime: Check = {
      componentType: 'datastore',
      status: 'pass',
      observedValue: Math.round(performance.now() - started),
      observedUnit: 'ms',
      output: null,
    };
    return { 'redis:responseTime': responseTime, ...checks, 'api:uptime': uptime };
  } catch (error) {
    const output = `Redis does not respond: ${error instanceof Error ? error.message : String(error)}`;
    const unreachable: Check = {
      componentType: 'datastore',
      status: 'fail',
      observedValue: null,
      observedUnit: 'ms',
      output,
    };
    return { 'redis:responseTime': unreachable, 'api:uptime': uptime };
  }
}

async function checkRedisAndWorkers({
  redis,
  searches,
  queueWatch,
  boardFigures,
  namesOf,
  now,
  clockAheadMs,
}: InfoContext): Promise<Record<string, Check>> {
  const at = now();
  await redis.ping();
  const [workers, memory, server, waiting, boards] = await Promise.all([
    readWorkers(redis, at),
    readRedisMemory(redis),
    readRedisServer(redis),
    searches.getJobCountByTypes('waiting', 'prioritized'),
    boardFigures(),
  ]);
  const alive = workers.filter((worker) => worker.alive);
  const [names, resting, failing] = await Promise.all([
    namesOf(alive),
    readResting(redis, at),
    readFailingHosts(redis, at),
  ]);
  return {
    'redis:memory': memoryCheck(memory),
    'redis:evictionPolicy': policyCheck(server),
    'workers:alive': component(
      alive.length,
      'workers',
      alive.length === 0 ? 'No worker is running: only cached answers are available.' : null,
    ),
    ...heldChecks(alive),
    'api:clock': apiClockCheck(clockAheadMs()),
    'workers:clock': clockCheck(alive),
    'workers:names': namesCheck(alive),
    'sources:file': sourcesFileCheck(alive),
    'queue:waiting': component(
      waiting,
      'searches',
      waiting > longQueue ? `More than ${longQueue} searches are waiting.` : null,
    ),
    'queue:moving': movingCheck(queueWatch.warnings()),
    'sources:able': ableSources(names, resting),
    'hosts:failing': failingHosts(failing),
    // So that nobody takes invented jobs for real ones.
    ...(names.length > 0 && names.every(isDemoSource)
      ? { 'sources:demo': component(names.length, 'sources', null) }
      : {}),
    ...(boards.total === 0 ? {} : boardChecks(boards)),
    'browser:available': browserCheck(alive.map(({ browser }) => browser)),
  };
}

/** Memory of Redis; when it is full, new searches are rejected. */
function memoryCheck(memory: RedisMemory): Check {
  const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);
  const used = megabytes(memory.usedBytes);
  const isFull = shareOf(memory) > nearlyFull;
  return {
    componentType: 'datastore',
    status: isFull ? 'warn' : 'pass',
    observedValue: used,
    observedUnit: 'MB',
    output: isFull
      ? `Redis uses ${used} of ${megabytes(memory.mostBytes)} MB: the least requested searches are deleted, and new ones are rejected when it is full.`
      : null,
  };
}

/** Whether Redis may evict keys. */
function policyCheck(server: RedisServer): Check {
  const output = evictionWarning(server);
  const status = output === null ? 'pass' : 'warn';
  return { componentType: 'datastore', status, observedValue: server.policy, output };
}

/** Whether what waits in the queues is worked on. */
function movingCheck(warnings: readonly string[]): Check {
  const output = warnings.length === 0 ? null : warnings.join(' ');
  const observedValue = output === null ? 'moving' : 'standing still';
  return { componentType: 'component', status: output === null ? 'pass' : 'warn', observedValue, output };
}

/** How far the boards have been read: figures, never a warning, since a new deployment has read none. */
function boardChecks(boards: BoardFigures): Record<string, Check> {
  const { total, neverRead, failing, gone, forbidden, overdue, oldestAgeSeconds, postings } = boards;
  return {
    'boards:total': component(total, 'boards', null),
    'boards:neverRead': component(neverRead, 'boards', null),
    'boards:failing': component(failing, 'boards', null),
    'boards:gone': component(gone, 'boards', null),
    'boards:forbidden': component(forbidden, 'boards', null),
    'boards:overdue': component(overdue, 'boards', null),
    'boards:oldestAge': component(oldestAgeSeconds, 's', null),
    'boards:postings': component(postings, 'postings', null),
  };
}

function failingHosts(hosts: readonly string[]): Check {
  const warning =
    hosts.length === 0
      ? null
      : `Boards wait because their hosts fail or do not answer in time: ${listOf(hosts)}. Each host is asked now and then; its boards go on when it answers.`;
  return component(hosts.length, 'hosts', warning);
}

/** The first names of a list, and how many there are besides. */
function listOf(names: readonly string[]): string {
  const unnamed = names.length - maxNamed;
  return names.slice(0, maxNamed).join(', ') + (unnamed > 0 ? ` and ${unnamed} more` : '');
}

function ableSources(names: readonly string[], cooling: ReadonlyMap<string, Date>): Check {
  const resting = names.filter((name) => cooling.has(name));
  const able = names.length - resting.length;
  const warning =
    names.length > 0 && resting.length * 2 >= names.length ? `Paused after failures: ${listOf(resting)}.` : null;
  return component(able, 'sources', warning);
}

function browserCheck(browsers: readonly string[]): Check {
  const found = browsers.find((browser) => browser !== 'none');
  const warning =
    browsers.length > 0 && found === undefined
      ? 'No worker has Chromium: sources that need a browser are not read.'
      : null;
  return {
    componentType: 'component',
    status: warning === null ? 'pass' : 'warn',
    observedValue: found ?? 'none',
    output: warning,
  };
}
