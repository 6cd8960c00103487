import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, FoundJob } from './answer.js';
import type { Query } from './ask.js';
import { Trouble } from './cli-error.js';

export type Watch = {
  query: Query;
  minutes: number;
  signal: AbortSignal;
  /** One look at one page. */
  look(query: Query): Promise<Answer>;
  /** The first look: so many jobs are there already. */
  began(known: number): void;
  found(jobs: FoundJob[]): void;
  /** A look that failed; the next one comes in so many seconds. */
  failed(trouble: Trouble, seconds: number): void;
};

/** The largest page: a watch asks as few times as it can, since each page counts as a search. */
const pageSize = '100';

/**
 * Looks again and again and tells of jobs that were not there before, until `signal`, by which it throws. What cannot
 * be searched the first time is thrown; later the watch goes on.
 */
export async function watch(options: Watch): Promise<never> {
  const { query, minutes, signal, look, began, found, failed } = options;
  const seen = new Set<string>();
  /** Sources that answered once: all a source has the first time it answers is no news. */
  const known = new Set<string>();
  let isFirst = true;
  for (;;) {
    let seconds = minutes * 60;
    try {
      const { jobs, answering } = await lookAtAll({ sortBy: 'recent', ...query, limit: pageSize }, look);
      const fresh = jobs.filter(({ id, source }) => !seen.has(id) && known.has(source));
      for (const { id } of jobs) seen.add(id);
      for (const source of answering) known.add(source);
      if (isFirst) began(jobs.length);
      else if (fresh.length > 0) found(fresh);
      isFirst = false;
    } catch (error) {
      if (isFirst || !(error instanceof Trouble) || error.exit !== 'service') throw error;
      seconds = Math.max(seconds, error.retryAfterSeconds ?? 0);
      failed(error, seconds);
    }
    await pause(seconds * 1000, undefined, { signal });
  }
}

/** Every page, and the sources that answered. */
async function lookAtAll(query: Query, look: Watch['look']): Promise<{ jobs: FoundJob[]; answering: string[] }> {
  const jobs: FoundJob[] = [];
  let next: Query | null = query;
  let answering: string[] = [];
  while (next !== null) {
    const answer: Answer = await look(next);
    jobs.push(...answer.jobs);
    answering = answer.sources.filter(({ status }) => status === 'ok').map(({ name }) => name);
    next = answer.next;
  }
  return { jobs, answering };
}
