import { createHash } from 'node:crypto';
import type { KeywordNode } from '../../shared/keyword/keyword-node.js';
import { parseKeyword } from '../../shared/keyword/parse-keyword.js';
import type { CollectJob } from '../../shared/queue/queues.js';
import type { CollectionState } from '../../shared/search/collection-store.js';
import { isInFuture } from '../../shared/search/is-in-future.js';
import type { SearchSubject } from '../../shared/search/query.js';
import type { Narrow, NarrowField } from '../sources/source.js';
import type { Source } from '../sources/sources-file.js';
import { alternativesAtMost, narrowKeyword } from './narrow-keyword.js';
import { narrowLocation } from './narrow-location.js';

/** One source's part in a search: which collection answers it. A source that narrows may have several parts. */
export type PlannedSource = { source: Source; narrow: Narrow; key: string };

/** What sources may be narrowed by, one text an alternative; `null` = not by this field. */
type Narrowing = Record<NarrowField, string[] | null>;

/**
 * Which collections a search needs: a source's collection is keyed by the source's own settings and just the fields
 * it applies itself, so a whole-board source is collected once for every query. A source that narrows gets plain words and
 * canonical places, alternatives one by one. `root` is the keyword with its slips put right, where that is known.
 */
export function plan(
  sources: readonly Source[],
  subject: SearchSubject,
  root: KeywordNode | null = parseKeyword(subject.keyword).root,
): PlannedSource[] {
  const narrowing: Narrowing = { keyword: narrowKeyword(root), location: narrowLocation(subject) };
  return sources.flatMap((source) =>
    narrowsFor(source.kind.narrows(source.settings), narrowing).map((narrow) => ({
      source,
      narrow,
      key: collectionKey(source, narrow),
    })),
  );
}

/** What a source is asked for; where the alternatives of both fields are too many together, by the keyword alone. */
function narrowsFor(fields: readonly NarrowField[], narrowing: Narrowing): Narrow[] {
  const of = (field: NarrowField): string[] => (fields.includes(field) ? (narrowing[field] ?? ['']) : ['']);
  const keywords = within(of('keyword'));
  const all = within(of('location'));
  const locations = keywords.length * all.length > alternativesAtMost ? [''] : all;
  return keywords.flatMap((keyword) =>
    locations.map((location): Narrow => {
      const narrow: Narrow = {};
      for (const field of fields) narrow[field] = field === 'keyword' ? keyword : location;
      return narrow;
    }),
  );
}

const within = (alternatives: string[]): string[] => (alternatives.length > alternativesAtMost ? [''] : alternatives);

/** Names a collection; another setting of the source gives another collection. */
export function collectionKey(source: Source, narrow: Narrow): string {
  const parts = JSON.stringify([source.id, source.kind.kind, source.settings, narrow]);
  return `c-${createHash('sha256').update(parts).digest('base64url').slice(0, 22)}`;
}

/** Whether a collection can answer without being made anew; `newerThan` (epoch ms) is when it may have been made at the earliest. */
export function isFresh({ head }: CollectionState, now: number, newerThan: number): boolean {
  if (head === null || isInFuture(head.collectedAt, now)) return false;
  return now < head.freshUntil && head.collectedAt >= newerThan;
}

/** Whether a collection holds only what a caller's words found: other words give another one. */
export const isNarrowed = ({ narrow }: Pick<CollectJob, 'narrow'>): boolean =>
  Object.values(narrow).some((value) => value !== '');
