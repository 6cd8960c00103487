import type { RequestCost } from './kind-facts.js';

/** The share of postings that are new or have changed at a later reading, by which kinds are compared. */
export const changedShare = 0.02;

/** The share of the first reading's requests that a later one of a board with details should take at most. */
export const laterShareLimit = 0.06;

/**
 * The requests of a later reading as a share of the first one's, when `changedShare` of a large board's postings are new or
 * changed. `null` for a board without details, whose listing is requested again (conditionally), and where the site sets the size
 * of pages.
 */
export function laterShare({ perRequest, details }: RequestCost): number | null {
  if (!details || perRequest === 'varies') return null;
  const listing = perRequest === 'all' ? 0 : 1 / perRequest;
  return (listing + changedShare) / (listing + 1);
}
