import type { Queue } from 'bullmq';
import { AggregatorRegistry, Gauge, Registry, type RegistryContentType } from 'prom-client';
import { within } from '../../shared/process/with-timeout.js';
import { readQueueState } from '../../shared/queue/queue-state.js';
import { readWorkerMetrics } from '../../shared/queue/worker-metrics.js';
import { readWorkers } from '../../shared/queue/workers.js';
import { readRedisMemory } from '../../shared/redis/redis-memory.js';
import { readRedisServer } from '../../shared/redis/redis-server.js';
import { readCooldowns } from '../../shared/search/source-cooldown.js';
import type { AppContext } from '../context.js';

/** How long the facts in Redis may take before they are left out. */
const redisMs = 2000;

/**
 * Everything an API process tells Prometheus: its own counts, the queues, workers and resting sources as they stand in
 * Redis, and, where one tree is one host (ROLE=all), the metrics of its workers. Without Redis it tells what it knows.
 */
export async function deploymentMetrics(context: AppContext, queues: readonly Queue[]): Promise<string> {
  const own = (await context.metrics.registry?.getMetricsAsJSON()) ?? [];
  const facts = await factsOf(context, queues);
  const workers =
    facts.up && context.config.ROLE === 'all' ? await readWorkerMetrics(context.redis, context.now()) : [];
  const merged = AggregatorRegistry.aggregate<RegistryContentType>([
    own,
    await facts.registry.getMetricsAsJSON(),
    ...workers,
  ]);
  return merged.metrics();
}

type Facts = { registry: Registry; up: boolean };

async function factsOf(context: AppContext, queues: readonly Queue[]): Promise<Facts> {
  const registry = new Registry();
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({ name, help, labelNames, registers: [registry] });
  const up = gauge('job_search_redis_up', 'Whether Redis answers.');
  try {
    const began = performance.now();
    const read = await within(redisMs, readFacts(context, queues));
    gauge('job_search_redis_response_seconds', 'How long Redis took to answer.').set(
      (performance.now() - began) / 1000,
    );
    gauge('job_search_redis_memory_bytes', 'What Redis holds.').set(read.memory.usedBytes);
    gauge('job_search_redis_memory_limit_bytes', 'What Redis may hold at most; 0 = no limit was set.').set(
      read.memory.mostBytes,
    );
    const jobs = gauge('job_search_queue_jobs', 'Jobs in a queue, by whether they wait or are worked on.', [
      'queue',
      'state',
    ]);
    const oldest = gauge('job_search_queue_oldest_wait_seconds', 'How long the oldest waiting job has waited.', [
      'queue',
    ]);
    for (const { queue, waiting, active, oldestWaitSeconds } of read.queues) {
      jobs.set({ queue, state: 'waiting' }, waiting);
      jobs.set({ queue, state: 'active' }, active);
      oldest.set({ queue }, oldestWaitSeconds);
    }
    const expected = gauge(
      'job_search_expected_wait_seconds',
      'How long a new search would take, its run included, by the plan of its caller; nothing while nobody knows.',
      ['plan'],
    );
    for (const { plan, seconds } of read.expected) expected.set({ plan }, seconds);
    const still = context.queueWatch.standstill();
    const untaken = gauge(
      'job_search_queue_untaken_seconds',
      'How long jobs of a queue have waited while a worker takes that queue and none is active; 0 = they move.',
      ['queue'],
    );
    for (const [queue, seconds] of Object.entries(still.untaken)) untaken.set({ queue }, seconds);
    gauge(
      'job_search_searches_uncollected_seconds',
      'How long a search has been active while no collection waits or is active; 0 = there is none.',
    ).set(still.uncollected);
    gauge(
      'job_search_redis_evicts',
      'Whether Redis may evict keys: 1 with a maxmemory-policy that is not noeviction.',
    ).set(read.server.evicts ? 1 : 0);
    gauge('job_search_workers', 'Workers alive.').set(read.alive);
    gauge('job_search_workers_busy_ratio', 'Share of the living workers that work on something.').set(read.busyRatio);
    gauge('job_search_sources', 'Sources the living workers know.').set(read.sources);
    gauge('job_search_sources_resting', 'Sources left alone because they failed.').set(read.resting);
    up.set(1);
    return { registry, up: true };
  } catch (error) {
    context.logger.warn({ err: error }, 'metrics: Redis does not answer');
    up.set(0);
    return { registry, up: false };
  }
}

async function readFacts({ redis, now, admission, plans }: AppContext, queues: readonly Queue[]) {
  const at = now();
  const [states, workers, waits] = await Promise.all([
    Promise.all(queues.map(async (queue) => ({ queue: queue.name, ...(await readQueueState(queue, at)) }))),
    readWorkers(redis, at),
    Promise.all(plans.rows.map(async ({ name, priority }) => ({ name, ...(await admission.expect(priority)) }))),
  ]);
  const alive = workers.filter((worker) => worker.alive);
  const sources = [...new Set(alive.flatMap((worker) => worker.sources))];
  const [rests, memory, server] = await Promise.all([
    readCooldowns(redis, sources, at),
    readRedisMemory(redis),
    readRedisServer(redis),
  ]);
  const busy = alive.filter(({ running }) => running > 0);
  return {
    queues: states,
    expected: waits.flatMap(({ name, waitSeconds, runSeconds }) =>
      waitSeconds === null || runSeconds === null ? [] : [{ plan: name, seconds: waitSeconds + runSeconds }],
    ),
    alive: alive.length,
    busyRatio: alive.length === 0 ? 0 : busy.length / alive.length,
    sources: sources.length,
    memory,
    server,
    resting: rests.filter(({ until }) => until !== null).length,
  };
}
