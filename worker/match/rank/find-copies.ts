import { copiesOf, type JobCopies } from '../../../shared/search/job-copies.js';
import type { Task } from '../../process/cooperative.js';
import { type Corpus, groupOf } from '../corpus/corpus.js';
import { copiesIn, recordOf } from './record-of.js';

/** A posting by its id and the source that lists it. */
export type NamedPosting = { id: string; source: string };

/** Postings looked at between two yields. */
const batch = 2000;

/** The duplicates of a posting; `null` = the corpus does not have it. */
export function* findCopies(corpus: Corpus, { id, source }: NamedPosting): Task<JobCopies | null> {
  for (const [number, collection] of corpus.collections.entries()) {
    if (collection.source !== source) continue;
    for (let at = 0; at < collection.size; at++) {
      if (at % batch === batch - 1) yield;
      if (collection.idAt(at) !== id) continue;
      const group = groupOf(corpus, corpus.itemOf[number]?.[at] ?? -1);
      return copiesOf(group.shown.entry.id === id ? recordOf(group, { score: 0, why: [] }) : copiesIn(group, id));
    }
  }
  return null;
}
