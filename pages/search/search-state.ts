import type { Answer, ProblemBody, Query, SourceCounts, SourceReport } from './answer.js';
import type { RemainingQuota } from './api-client.js';
import { noRows, type Rows } from './rows.js';

/** What the search page shows. `query` is what the address says; `null` = the start page. */
export type PageState = {
  query: Query | null;
  /** The newest answer; while another search runs, still the one before, and `null` once that fails. */
  answer: Answer | null;
  /** Whether `answer` answers `query`. */
  isCurrent: boolean;
  rows: Rows;
  /** A request is open. */
  isSearching: boolean;
  counts: SourceCounts | null;
  reports: ReadonlyMap<string, SourceReport>;
  problem: ProblemBody | null;
  /** Epoch milliseconds of the next request that the page makes by itself; `null` = none is planned. */
  retryAt: number | null;
  quota: RemainingQuota | null;
};

export const emptyState: PageState = {
  query: null,
  answer: null,
  isCurrent: false,
  rows: noRows,
  isSearching: false,
  counts: null,
  reports: new Map(),
  problem: null,
  retryAt: null,
  quota: null,
};
