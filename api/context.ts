import type { Config } from '../shared/config.js';
import type { Logger } from '../shared/logger.js';
import type { SourceNames } from '../shared/queue/source-names.js';
import type { Tracing } from '../shared/tracing/tracing.js';
import type { AccountContext } from './account/sign-in.js';
import type { CallerContext } from './auth/find-caller.js';
import type { RequestWindows } from './auth/request-windows.js';
import type { ChunkContext } from './export/read-export.js';
import type { StatsAnswers } from './geo-stats/geo-stats.js';
import type { FindCompany } from './jobs/company.js';
import type { LookupContext } from './jobs/lookup.js';
import type { FindSalaries } from './jobs/salaries.js';
import type { SimilarContext } from './jobs/similar.js';
import type { WriteAccessLog } from './middleware/access-log.js';
import type { ProblemContext } from './middleware/problems.js';
import type { SearchContext } from './search/search-context.js';
import type { BoardFiguresCache } from './server/board-figures-cache.js';
import type { ApiMetrics } from './server/metrics.js';
import type { QueueWatch } from './server/queue-watch.js';
import type { GracefulShutdown } from './server/start-parts.js';
import type { TestWatchContext } from './watches/send-now.js';

/**
 * Everything an API process shares, opened and closed by `create-context.ts`. Each module declares the part it needs; only
 * the files that compose the application import this type.
 */
export type AppContext = SearchContext &
  ChunkContext &
  SimilarContext &
  LookupContext &
  TestWatchContext &
  ProblemContext &
  CallerContext &
  AccountContext & {
    findCompany: FindCompany;
    findSalaries: FindSalaries;
    config: Config;
    logger: Logger;
    metrics: ApiMetrics;
    boardFigures: BoardFiguresCache;
    /** Names of the sources that the workers know. */
    namesOf: SourceNames['of'];
    queueWatch: Pick<QueueWatch, 'standstill' | 'warnings'>;
    tracing: Tracing;
    stats: StatsAnswers;
    windows: RequestWindows;
    writeAccessLog: WriteAccessLog;
    shutdown: GracefulShutdown;
    /** By how many milliseconds the clock of this machine is ahead of Redis. */
    clockAheadMs: () => number;
    version: string;
    /** By `performance.now()`. */
    startedAt: number;
  };
