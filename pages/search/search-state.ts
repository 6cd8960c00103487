import type { Answer, Job, ProblemBody, Query, SourceCounts, SourceReport } from './answer.js';
import type { RemainingQuota } from './api-client.js';

/** The jobs on screen, in their order, and how many of the newest answer are not among them. */
export type Rows = { jobs: readonly Job[]; held: number; isInOrder: boolean };

export const noRows: Rows = { jobs: [], held: 0, isInOrder: true };

/** The jobs of an answer in its own order. */
export const rowsOf = ({ jobs }: Answer): Rows => ({ jobs, held: 0, isInOrder: true });

/**
 * The rows after a newer answer to the same search: each row that is on screen stays where it is, with its newest facts;
 * new jobs are added below while the page has room, and the others are held back until the person asks for them. A person
 * who reads the list never has it move under their eyes.
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
