import type { Answer, Job, ProblemBody, Query, SourceCounts, SourceReport } from './answer.js';
import type { RemainingQuota } from './api-client.js';

/** The jobs on screen, in display order, and the number of jobs of the newest answer that are held back. */
export type Rows = { jobs: readonly Job[]; held: number; isInOrder: boolean };

export const noRows: Rows = { jobs: [], held: 0, isInOrder: true };

/** The jobs of an answer in its own order. */
export const rowsOf = ({ jobs }: Answer): Rows => ({ jobs, held: 0, isInOrder: true });

/**
 * Merges a newer answer to the same search: rows on screen stay in place, with their newest facts; new jobs are added
 * below while the page has room, and the others are held back until the person requests them. The list never moves
 * while a person reads it.
 */
export function mergeRows({ jobs: shown }: Rows, { jobs, page }: Answer): Rows {
  const newest = new Map(jobs.map((job) => [job.id, job]));
  const known = new Set(shown.map(({ id }) => id));
  const added = jobs.filter(({ id }) => !known.has(id));
  const room = Math.max(0, page.limit - shown.length);
  const merged = [...shown.map((job) => newest.get(job.id) ?? job), ...added.slice(0, room)];
  const isInOrder = merged.length === jobs.length && merged.every(({ id }, index) => jobs[index]?.id === id);
  return { jobs: merged, held: Math.max(0, added.length - room), isInOrder };
}

/** The state of the search page. `query` is the search in the address; `null` = the start page. */
export type PageState = {
  query: Query | null;
  /** The newest answer; while another search runs, the previous one, or `null` once that search fails. */
  answer: Answer | null;
  /** Whether `answer` answers `query`. */
  isCurrent: boolean;
  rows: Rows;
  /** A request is in progress. */
  isSearching: boolean;
  counts: SourceCounts | null;
  reports: ReadonlyMap<string, SourceReport>;
  problem: ProblemBody | null;
  /** Epoch milliseconds of the next automatic request; `null` = none is scheduled. */
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
