import type { HeldSegments, SourcesFault, WorkerBeat } from '../../shared/queue/workers.js';
import {
  evictionWarning,
  nearlyFull,
  type RedisMemory,
  type RedisServer,
  shareOf,
} from '../../shared/redis/redis-server.js';
import { offMs } from '../../shared/redis/shared-clock.js';
import type { BoardFigures } from '../../shared/schedule/board-figures.js';

// The checks of `GET /api`: the values they observe and the warnings they give.

export type Status = 'pass' | 'warn' | 'fail';

/** One check of `GET /api` (draft-inadarei-api-health-check). */
export type Check = {
  componentType: string;
  status: Status;
  observedValue: number | string | null;
  observedUnit?: string;
  output: string | null;
};

/** Number of waiting searches above which the check warns. */
const longQueue = 100;

/** Sources, or hosts, that a warning names. */
const mostNamed = 20;

/** Workers that a warning names. */
const mostWorkers = 5;

/** A check of a part of this service; its status is `warn` if it has a warning. */
const component = (observedValue: number | string | null, observedUnit: string, warning: string | null): Check => ({
  componentType: 'component',
  status: warning === null ? 'pass' : 'warn',
  observedValue,
  observedUnit,
  output: warning,
});

/** The first names of a list, and how many more there are. */
function listOf(names: readonly string[], most = mostNamed): string {
  const unnamed = names.length - most;
  return names.slice(0, most).join(', ') + (unnamed > 0 ? ` and ${unnamed} more` : '');
}

const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

/** Memory of Redis; when it is full, new searches are rejected. */
export function memoryCheck(memory: RedisMemory): Check {
  const [used, most] = [memory.usedBytes, memory.mostBytes].map((bytes) => Math.round(bytes / 1_000_000));
  const warning =
    shareOf(memory) > nearlyFull
      ? `Redis uses ${used} of ${most} MB: the least requested searches are deleted, and new ones are rejected when it is full.`
      : null;
  return { ...component(used ?? null, 'MB', warning), componentType: 'datastore' };
}

/** Whether Redis may evict keys. */
export function policyCheck(server: RedisServer): Check {
  const output = evictionWarning(server);
  const status = output === null ? 'pass' : 'warn';
  return { componentType: 'datastore', status, observedValue: server.policy, output };
}

/** How many workers are running. */
export const workersCheck = (alive: readonly unknown[]): Check =>
  component(
    alive.length,
    'workers',
    alive.length === 0 ? 'No worker is running: only cached answers are available.' : null,
  );

/**
 * What the live workers have stored for matching: the figures of the worker with the most, since each stores what it
 * was queried for. Warns when a worker needs more memory than it is granted. No checks until a worker has postings.
 */
export function heldChecks(alive: readonly Pick<WorkerBeat, 'id' | 'segments'>[]): Record<string, Check> {
  const holding = alive.flatMap(({ id, segments }) => (segments === undefined ? [] : [{ id, ...segments }]));
  if (holding.length === 0) return {};
  const most = (of: (segments: HeldSegments) => number): number => Math.max(...holding.map(of));
  const short = holding
    .map((worker) => ({ ...worker, neededBytes: worker.memoryBytes + worker.droppedBytes }))
    .filter(({ neededBytes, limitBytes }) => neededBytes > limitBytes)
    .map(({ id, neededBytes, limitBytes }) => `${id} needs ${megabytes(neededBytes)} of ${megabytes(limitBytes)} MB`);
  const warning =
    short.length === 0
      ? null
      : `Not all postings fit in the memory granted (WORKER_MEMORY_MB): ${listOf(short, mostWorkers)}. Boards that the last searches did not need are dropped and read again when one does, which is slower.`;
  const postings = most((segments) => segments.postings);
  return {
    'workers:postings': component(postings, 'postings', null),
    'workers:memory': component(megabytes(most(({ memoryBytes }) => memoryBytes)), 'MB', warning),
    'workers:disk': component(megabytes(most(({ diskBytes }) => diskBytes)), 'MB', null),
  };
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

/** The clock difference, in seconds, between this API process and Redis; warns beyond five. */
export function apiClockCheck(aheadMs: number): Check {
  const off = seconds(Math.abs(aheadMs));
  const warning =
    Math.abs(aheadMs) > offMs
      ? `The clock of this API's machine is ${off.toFixed(1)} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} that of Redis, whose time is used. Set the clocks of all machines by NTP.`
      : null;
  return component(off, 's', warning);
}

/** The largest clock difference, in seconds, between a live worker and Redis, whose time is used; warns beyond five. */
export function clockCheck(alive: readonly Pick<WorkerBeat, 'id' | 'clockAheadMs'>[]): Check {
  const off = alive
    .filter(({ clockAheadMs = 0 }) => Math.abs(clockAheadMs) > offMs)
    .map(({ id, clockAheadMs = 0 }) => `${id} by ${(clockAheadMs / 1000).toFixed(1)} seconds`);
  const warning =
    off.length === 0
      ? null
      : `Clocks of workers differ from that of Redis: ${listOf(off, mostWorkers)}. Set the clocks of all machines by NTP.`;
  const mostMs = Math.max(0, ...alive.map(({ clockAheadMs = 0 }) => Math.abs(clockAheadMs)));
  return component(seconds(mostMs), 's', warning);
}

/** With fewer late names a minute the names' own servers are slow, not the workers' resolvers. */
const fewLate = 5;

/** How many names the workers could not resolve in time in the last minute; warns when several, and half of all. */
export function namesCheck(alive: readonly Pick<WorkerBeat, 'names'>[]): Check {
  const sum = (of: 'asked' | 'late'): number => alive.reduce((total, { names }) => total + (names?.[of] ?? 0), 0);
  const [asked, late] = [sum('asked'), sum('late')];
  const warning =
    late >= fewLate && late * 2 >= asked
      ? `${late} of ${asked} host names were not resolved within 2 seconds in the last minute: their boards and webhooks wait or fail. Check the DNS servers of the workers' machines, or set others in DNS_SERVERS.`
      : null;
  return component(late, 'names', warning);
}

const faults: Record<SourcesFault, string> = {
  missing: 'is missing',
  refused: 'has mistakes or cannot be read',
};

/**
 * How many different sources files the live workers use; warns when there are several, or when a worker's file has
 * changed since it was read. The mistakes themselves stay in the worker's log, since they may quote settings.
 */
export function sourcesFileCheck(alive: readonly Pick<WorkerBeat, 'id' | 'sourcesPrint' | 'sourcesFault'>[]): Check {
  const files = new Set(alive.map(({ sourcesPrint }) => sourcesPrint)).size;
  const refused = alive.flatMap(({ id, sourcesFault }) => (sourcesFault ? [`${id} (it ${faults[sourcesFault]})`] : []));
  const warnings: string[] = [];
  if (refused.length > 0)
    warnings.push(
      `The sources file is not used by ${listOf(refused, mostWorkers)}: the former sources stay in use; the log of the worker names the cause.`,
    );
  if (files > 1) warnings.push(`Workers use ${files} different sources files: give all of them the same one.`);
  return component(files, 'files', warnings.length === 0 ? null : warnings.join(' '));
}

/** How many searches wait for a worker. */
export const waitingCheck = (waiting: number): Check =>
  component(waiting, 'searches', waiting > longQueue ? `More than ${longQueue} searches are waiting.` : null);

/** Whether the jobs in the queues are being processed. */
export function movingCheck(warnings: readonly string[]): Check {
  const output = warnings.length === 0 ? null : warnings.join(' ');
  const observedValue = output === null ? 'moving' : 'standing still';
  return { componentType: 'component', status: output === null ? 'pass' : 'warn', observedValue, output };
}

/** How many sources are not paused after failures; warns when half of them are. */
export function ableSources(names: readonly string[], cooling: ReadonlyMap<string, Date>): Check {
  const resting = names.filter((name) => cooling.has(name));
  const warning =
    names.length > 0 && resting.length * 2 >= names.length ? `Paused after failures: ${listOf(resting)}.` : null;
  return component(names.length - resting.length, 'sources', warning);
}

/** How many hosts fail. */
export function failingHosts(hosts: readonly string[]): Check {
  const warning =
    hosts.length === 0
      ? null
      : `Boards wait because their hosts fail or do not answer in time: ${listOf(hosts)}. Each host is retried from time to time; its boards continue when it answers.`;
  return component(hosts.length, 'hosts', warning);
}

/** Whether all sources are demo sources, so that invented jobs are not taken for real ones. */
export const demoCheck = (sources: number): Check => component(sources, 'sources', null);

/** How far the boards have been read: figures, never a warning, since a new deployment has read none. */
export function boardChecks({ oldestAgeSeconds, postings, ...boards }: BoardFigures): Record<string, Check> {
  const { total, neverRead, failing, gone, forbidden, overdue } = boards;
  const counts = Object.entries({ total, neverRead, failing, gone, forbidden, overdue });
  return {
    ...Object.fromEntries(counts.map(([name, count]) => [`boards:${name}`, component(count, 'boards', null)])),
    'boards:oldestAge': component(oldestAgeSeconds, 's', null),
    'boards:postings': component(postings, 'postings', null),
  };
}

/** Whether any worker has Chromium. */
export function browserCheck(browsers: readonly string[]): Check {
  const found = browsers.find((browser) => browser !== 'none');
  const output =
    browsers.length > 0 && found === undefined
      ? 'No worker has Chromium: sources that need a browser are not read.'
      : null;
  const status = output === null ? 'pass' : 'warn';
  return { componentType: 'component', status, observedValue: found ?? 'none', output };
}
