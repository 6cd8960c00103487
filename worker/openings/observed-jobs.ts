import type { CollectedJob } from '../../shared/search/collections/collection-store.js';
import type { HeldJob } from '../../shared/search/job.js';
import type { Observed } from '../../shared/words/seen.js';
import type { Task } from '../process/cooperative.js';
import type { Comparison } from './compare-listing.js';
import type { OpenRow } from './opening-record.js';

/** A job of a collection and what is remembered of its opening. */
export type ObservedRow = { each: CollectedJob; row: OpenRow };

/** Jobs between two yields. */
const batch = 50;

/**
 * The jobs of a collection with what has been seen of each. An opening that a board did not list at its first reading was opened
 * since, if that reading was of the whole board.
 */
export function* observing(
  rows: readonly ObservedRow[],
  { stockAt, sizes }: Pick<Comparison, 'stockAt' | 'sizes'>,
): Task<CollectedJob[]> {
  const counts = new Map<string, number>();
  for (const { each } of rows) counts.set(titleKey(each.job), (counts.get(titleKey(each.job)) ?? 0) + 1);
  yield;
  // An earlier release did not note which openings its first reading had.
  const isKnown = sizes.length > 0 && stockAt > 0;
  const texts = new Map<number, string>();
  const textOf = (seconds: number): string => {
    const text = texts.get(seconds) ?? new Date(seconds * 1000).toISOString();
    texts.set(seconds, text);
    return text;
  };
  const jobs: CollectedJob[] = [];
  for (const { each, row } of rows) {
    const { firstSeen, reposts, absence } = row;
    const seen: Observed = {
      same: (counts.get(titleKey(each.job)) ?? 1) - 1,
      ...(isKnown && firstSeen > stockAt && { opened: true }),
      ...(reposts !== undefined && { reposts }),
      ...(absence !== null && { last: absence.lastSeen }),
    };
    if (jobs.push({ ...each, job: { ...each.job, firstSeenAt: textOf(firstSeen), seen } }) % batch === 0) yield;
  }
  return jobs;
}

const titleKey = ({ company, title }: HeldJob): string => `${company.name ?? ''}\n${title}`.toLowerCase();
