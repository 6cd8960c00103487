import { createHash } from 'node:crypto';
import type { CollectionState } from '../shared/collection-store.js';
import { isAhead } from '../shared/is-ahead.js';
import type { SearchSubject } from '../shared/query.js';
import { workplaces } from '../shared/words.js';
import type { Narrow } from './sources/source.js';
import type { Source } from './sources-file.js';

/** One source's part in a search: which collection answers it. */
export type PlannedSource = { source: Source; narrow: Narrow; key: string };

/**
 * Which collections a search needs: a source's collection is keyed by the source's own settings and just the fields
 * it applies itself, so a whole-board source is collected once for every query.
 */
export function plan(sources: readonly Source[], subject: SearchSubject): PlannedSource[] {
  return sources.map((source) => {
    const narrow: Narrow = {};
    for (const field of source.kind.narrows(source.settings)) narrow[field] = asAsked(subject, field);
    return { source, narrow, key: collectionKey(source, narrow) };
  });
}

/** What a source is asked for: folded, so that "Berlin" and "berlin " are one collection; "Remote" is no place. */
function asAsked(subject: SearchSubject, field: keyof Narrow): string {
  const value = subject[field].trim().toLowerCase();
  return field === 'location' && workplaces.read(value) === 'remote' ? '' : value;
}

/** Names a collection; another setting of the source gives another collection. */
export function collectionKey(source: Source, narrow: Narrow): string {
  const parts = JSON.stringify([source.id, source.kind.kind, source.settings, narrow]);
  return `c-${createHash('sha256').update(parts).digest('base64url').slice(0, 22)}`;
}

/** Whether a collection can answer without being made anew; `newerThan` (epoch ms) is when it may have been made at the earliest. */
export function isFresh({ head }: CollectionState, now: number, newerThan: number): boolean {
  if (head === null || isAhead(head.collectedAt, now)) return false;
  return now < head.freshUntil && head.collectedAt >= newerThan;
}
