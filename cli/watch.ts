import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, FoundJob } from './answer.js';
import { CliError } from './cli-error.js';
import type { Query } from './request-search.js';

export type Watch = {
  query: Query;
  minutes: number;
  signal: AbortSignal;
  /** Requests one page. */
  search(query: Query): Promise<Answer>;
  /** Called after the first round with the number of jobs that exist already. */
  onStart(known: number): void;
  onNewJobs(jobs: FoundJob[]): void;
  /** Called when a round failed, with the seconds until the next one. */
  onFailure(error: CliError, seconds: number): void;
};

/** The largest page size, because each page counts as a search. */
const pageSize = '100';

/**
 * Repeats a search and reports new jobs until `signal` is aborted; the abort is thrown. A failure of the first round is
 * thrown too; after a later failure the watch continues.
 */
export async function watch(options: Watch): Promise<never> {
  const { query, minutes, signal, search, onStart, onNewJobs, onFailure } = options;
  const seen = new Set<string>();
  /** Sources that have answered before: the first answer of a source contains no new jobs, only unseen ones. */
  const known = new Set<string>();
  let isFirst = true;
  for (;;) {
    let seconds = minutes * 60;
    try {
      const { jobs, answering } = await searchAllPages({ sortBy: 'recent', ...query, limit: pageSize }, search);
      const fresh = jobs.filter(({ id, source }) => !seen.has(id) && known.has(source));
      for (const { id } of jobs) seen.add(id);
      for (const source of answering) known.add(source);
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

/** The jobs of every page, and the sources that answered. */
async function searchAllPages(
  query: Query,
  search: Watch['search'],
): Promise<{ jobs: FoundJob[]; answering: string[] }> {
  const jobs: FoundJob[] = [];
  let next: Query | null = query;
  let answering: string[] = [];
  while (next !== null) {
    const answer: Answer = await search(next);
    jobs.push(...answer.jobs);
    answering = answer.sources.filter(({ status }) => status === 'ok').map(({ name }) => name);
    next = answer.next;
  }
  return { jobs, answering };
}
