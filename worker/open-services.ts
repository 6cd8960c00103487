import { openChunkStore } from '../shared/cluster/chunk-store.js';
import type { Config } from '../shared/config.js';
import { hideInLog, type Logger } from '../shared/logger.js';
import type { HeldSegments } from '../shared/queue/workers.js';
import { redisKeys } from '../shared/redis/redis-keys.js';
import type { SharedClock } from '../shared/redis/shared-clock.js';
import type { Tracing } from '../shared/tracing/tracing.js';
import { createPageAccess } from './collect/crawl/page-access.js';
import { createBoardStates } from './engine/board-states.js';
import { openEngine } from './engine/open-engine.js';
import { createNameLookups } from './fetch/names/resolve-name.js';
import { type Gazetteer, loadGazetteer } from './gazetteer/gazetteer.js';
import { loadOccupations, type Occupation } from './match/occupations/read-occupations.js';
import { setOccupations } from './match/occupations/title-model.js';
import { type Connections, openQueues } from './open-connections.js';
import { announceSources } from './operate/carry-out.js';
import { createByteBudget } from './process/byte-budget.js';
import { createHeartbeat, type ThroughputMeter } from './process/heartbeat.js';
import { openEventLoopDelay } from './process/metric-gauges.js';
import { createWorkerMetrics, noWorkerMetrics } from './process/metrics.js';
import { askAgain } from './schedule/start-schedule.js';
import { createStoreJobCopies } from './search/store-job-copies.js';
import { boardKey, isWholeBoard } from './sources/collection-key.js';
import { createCatalogue } from './sources/config/catalogue.js';
import { loadSources, redactAll } from './sources/config/load-sources.js';
import { createFreshTimes } from './sources/fresh-times.js';
import type { Source } from './sources/source.js';
import { createCollectionRecorder } from './stats/record-collection.js';
import { openSuggestions } from './suggestions/publish-words.js';
import { createThreadPool, type ThreadPool, threadFile } from './threads/thread-pool.js';
import { loadWarm, type WarmPlan } from './warm/warm-file.js';

/** The files that a worker reads at startup. `sourcesHash` and `warmHash` identify the content of the operator's files. */
export type WorkerInputs = {
  sources: Source[];
  paused: Source[];
  sourcesHash: string;
  warmPlan: WarmPlan;
  warmHash: string;
  gazetteer: Gazetteer;
  occupations: Occupation[] | null;
};

/** Reads the files that a worker needs and redacts the sources' secrets in its log. Throws when a file is invalid. */
export async function readInputs(config: Config, logger: Logger, now: Date): Promise<WorkerInputs> {
  const { sources, paused, hash: sourcesHash } = await loadSources(config);
  hideInLog(logger, redactAll(sources));
  const { plan: warmPlan, hash: warmHash } = await loadWarm(config, now);
  const occupations = await loadOccupations(config);
  return { sources, paused, sourcesHash, warmPlan, warmHash, gazetteer: loadGazetteer(), occupations };
}

/**
 * Bytes of collections between fetching and storing. Parsing and normalising need some five times as much for the few
 * boards being read.
 */
const collectingBytes = 12_000_000;

type OpenServicesOptions = {
  config: Config;
  logger: Logger;
  id: string;
  clock: Pick<SharedClock, 'now' | 'aheadMs'>;
  tracing: Tracing;
  inputs: WorkerInputs;
  connections: Connections;
  /** Measures the throughput of each queue the worker takes jobs from. */
  meters: ReadonlyMap<string, ThroughputMeter>;
  /** Absent = separate threads. */
  threads?: ThreadPool | undefined;
};

export type Services = ReturnType<typeof openServices>;

/** The threads of a worker. The caller closes them. */
export const openThreads = ({ THREADS }: Pick<Config, 'THREADS'>, logger: Logger): ThreadPool =>
  createThreadPool({ threads: THREADS, file: threadFile(), logger });

/** Creates the services shared by queue handlers. Only timers and threads run yet; the caller closes it. */
export function openServices(options: OpenServicesOptions) {
  const { config, logger, id, tracing, inputs, connections, meters } = options;
  const { now, aheadMs: clockAheadMs } = options.clock;
  const { redis } = connections;
  if (inputs.occupations !== null) setOccupations(inputs.occupations);
  const keepMs = config.STALE_SECONDS * 1000;
  const threads = options.threads ?? openThreads(config, logger);
  const memory = createByteBudget(collectingBytes);
  const eventLoopDelay = config.ADMIN_PORT === null ? null : openEventLoopDelay();
  const gauges = {
    threads: threads.counts,
    memory: memory.counts,
    eventLoopDelayMs: () => eventLoopDelay?.takeMaxMs() ?? 0,
    clockAheadMs,
    running: () => heartbeat.running(),
    segments: (): HeldSegments => engine.held(),
    browser: () => pageAccess.browser?.counts() ?? { rendering: 0, contexts: 0, bytes: 0 },
  };
  const metrics =
    eventLoopDelay === null
      ? noWorkerMetrics
      : createWorkerMetrics(id, gauges, { sources: inputs.sources, queues: config.WORKER_QUEUES });
  const names = createNameLookups(metrics.nameLookup);
  const catalogue = createCatalogue(inputs, { config, logger });
  const boards = new Set(inputs.sources.filter(isWholeBoard).map(boardKey));
  const boardStates = createBoardStates({ redis, collections: connections.collections, logger, boards });
  const sources = (): readonly Source[] => catalogue.current().sources;
  const chunks = openChunkStore(config, now);
  const engine = openEngine({
    config,
    redis,
    chunks,
    logger,
    now,
    collections: connections.collections,
    boardStates,
    sources,
    gazetteer: inputs.gazetteer,
    threads,
    metrics,
  });
  const browser = config.CHROMIUM_PATH === '' ? 'none' : 'chromium';
  const about = {
    id,
    queues: config.WORKER_QUEUES,
    browser,
    sources: inputs.sources.map((source) => source.id),
    sourcesPrint: inputs.sourcesHash,
    get sourcesFault() {
      return catalogue.fault();
    },
  };
  const heartbeat = createHeartbeat({
    redis,
    logger,
    now,
    clockAheadMs,
    segments: () => (config.WORKER_QUEUES.includes('search') ? engine.held() : null),
    paces: () => Object.fromEntries([...meters].map(([name, meter]) => [name, meter.pace()])),
    about,
    names: names.recent,
  });
  const pageAccess = createPageAccess({
    config,
    logger,
    redis: connections.fetching,
    now,
    metrics,
    tracing,
    names,
  });
  const freshTimes = createFreshTimes(inputs.sources, config.FRESH_SECONDS);
  followSources({ catalogue, inputs, logger, redis, now, boards, freshTimes, about, heartbeat });
  return {
    catalogue,
    worker: id,
    config,
    logger,
    redis,
    chunks,
    now,
    tracing,
    metrics,
    heartbeat,
    pageAccess,
    engine,
    threads,
    memory,
    eventLoopDelay,
    names,
    sources: inputs.sources,
    sourcesHash: inputs.sourcesHash,
    gazetteer: inputs.gazetteer,
    browser,
    freshTimes,
    jobs: connections.jobs,
    collections: connections.collections,
    boardStates,
    queues: openQueues(connections, { logger, telemetry: tracing.telemetry }),
    recorder: createCollectionRecorder({ redis, logger, now }),
    suggestions: openSuggestions({
      redis,
      logger,
      gazetteer: inputs.gazetteer,
      now,
      sources,
    }),
    storeJobCopies: createStoreJobCopies({ redis, logger, keepMs }),
  };
}

type FollowedSources = {
  catalogue: ReturnType<typeof createCatalogue>;
  inputs: Pick<WorkerInputs, 'sources'>;
  logger: Logger;
  redis: Connections['redis'];
  now: () => Date;
  boards: Set<string>;
  freshTimes: ReturnType<typeof createFreshTimes>;
  about: { sources: string[]; sourcesPrint: string };
  heartbeat: ReturnType<typeof createHeartbeat>;
};

/** Applies each change of the sources file to everything that depends on it, and announces it. */
function followSources(options: FollowedSources): void {
  const { catalogue, inputs, logger, redis, now, boards, freshTimes, about, heartbeat } = options;
  let known = new Set(inputs.sources.map(boardKey));
  catalogue.onChange(async ({ sources, paused, sourcesHash }) => {
    hideInLog(logger, redactAll(sources));
    freshTimes.update(sources);
    boards.clear();
    for (const source of sources) if (isWholeBoard(source)) boards.add(boardKey(source));
    about.sources = sources.map((source) => source.id);
    about.sourcesPrint = sourcesHash;
    // After steps that need no Redis; repeated with the announcement when it fails.
    await askAgain(
      redis,
      sources.filter((each) => !known.has(boardKey(each))),
      now(),
    );
    known = new Set(sources.map(boardKey));
    // The API reads the sources' names from the heartbeat of a worker with this file.
    await heartbeat.write();
    await redis.set(redisKeys.sourcesPrint, sourcesHash);
    await announceSources(redis, { sources, paused });
  });
}
