import { setTimeout as pause } from 'node:timers/promises';
import { countsOf, type PrintedAnswer, type PrintedJob, type ReportedSources } from './answer.js';
import { CliError } from './cli-error.js';
import type { RequestedFields } from './request-search.js';

// The command watch: repeats a search and reports new jobs.

export type RepeatedSearch = {
  query: RequestedFields;
  minutes: number;
  signal: AbortSignal;
  /** Requests one page. */
  search(query: RequestedFields): Promise<PrintedAnswer>;
  /** Called after the first round with the number of jobs that already exist. */
  onStart(known: number): void;
  onNewJobs(jobs: PrintedJob[]): void;
  /** Called when a round failed, with the seconds until the next one. */
  onFailure(error: CliError, seconds: number): void;
};

/** The largest page size, because each page counts as a search. */
const pageSize = '100';

/**
 * Repeats a search and reports new jobs until `signal` is aborted; the abort is thrown. A failure of the first round is
 * thrown too; after a later failure the watch continues.
 */
export async function watch(options: RepeatedSearch): Promise<never> {
  const { query, minutes, signal, search, onStart, onNewJobs, onFailure } = options;
  const seen = new Set<string>();
  /** The first answer of a source contains no new jobs, only unseen ones. */
  const answered = createAnsweredSources();
  let isFirst = true;
  for (;;) {
    let seconds = minutes * 60;
    try {
      const { jobs, last } = await searchAllPages({ sortBy: 'recent', ...query, limit: pageSize }, search);
      const fresh = jobs.filter(({ id, source }) => !seen.has(id) && answered.has(source));
      for (const { id } of jobs) seen.add(id);
      answered.add(last);
      if (isFirst) onStart(jobs.length);
      else if (fresh.length > 0) onNewJobs(fresh);
      isFirst = false;
    } catch (error) {
      if (isFirst || !(error instanceof CliError) || error.exit !== 'service') throw error;
      seconds = Math.max(seconds, error.retryAfterSeconds ?? 0);
      onFailure(error, seconds);
    }
    await pause(seconds * 1000, undefined, { signal });
  }
}

/** The jobs of every page, and the last page. */
async function searchAllPages(
  query: RequestedFields,
  search: RepeatedSearch['search'],
): Promise<{ jobs: PrintedJob[]; last: PrintedAnswer }> {
  const jobs: PrintedJob[] = [];
  for (let next: RequestedFields = query; ; ) {
    const last = await search(next);
    jobs.push(...last.jobs);
    if (last.next === null) return { jobs, last };
    next = last.next;
  }
}

/** Which sources have answered in an earlier round of a watch. */
export type AnsweredSources = {
  has(source: string): boolean;
  /** Adds the sources that answered in a round. */
  add(round: ReportedSources): void;
};

/**
 * A round names every source, or of many at most a hundred, failed ones first. In that case unnamed sources count as
 * having answered, so that a new job is shown once too often rather than never.
 */
export function createAnsweredSources(): AnsweredSources {
  const named = new Set<string>();
  /** Sources missing in every round since one did not name all; `null` = every round named all. */
  let missingSince: ReadonlySet<string> | null = null;
  return {
    has: (source) => named.has(source) || (missingSince !== null && !missingSince.has(source)),
    add(round) {
      const isOk = new Map(round.sources.map(({ name, status }) => [name, status === 'ok']));
      for (const [name, ok] of isOk) if (ok) named.add(name);
      if (missingSince === null && countsOf(round).total === isOk.size) return;
      const former = missingSince;
      const missing = [...isOk].filter(([name, ok]) => !ok && (former?.has(name) ?? true));
      missingSince = new Set(missing.map(([name]) => name));
    },
  };
}
