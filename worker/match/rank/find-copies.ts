import { copiesOf, type JobCopies } from '../../../shared/search/job-copies.js';
import type { SeenAt } from '../../../shared/words/seen.js';
import { type Corpus, groupOf } from '../corpus/corpus.js';
import { copiesIn, recordOf } from './record-of.js';

/** A posting by its id and the source that lists it. */
export type NamedPosting = { id: string; source: string };

/** A posting of an opening, and when its source was first seen to list it (ISO). */
export type PostingListing = { source: string; url: string; firstSeenAt: string };

type Found = { copies: JobCopies | null; listings: readonly PostingListing[] };

/** The duplicates of a posting as of a time, and all postings of its opening; `null` and none = the corpus does not have it. */
export function findCopies(corpus: Corpus, { id, source }: NamedPosting, at: SeenAt): Found {
  for (const [number, collection] of corpus.collections.entries()) {
    if (collection.source !== source) continue;
    for (let entry = 0; entry < collection.size; entry++) {
      if (collection.idAt(entry) !== id) continue;
      const group = groupOf(corpus, corpus.itemOf[number]?.[entry] ?? -1);
      const isShown = group.shown.entry.id === id;
      return {
        copies: copiesOf(isShown ? recordOf(group, { score: 0, why: [] }, at) : copiesIn(group, id)),
        listings: group.members.map(({ job }) => ({ source: job.source, url: job.url, firstSeenAt: job.firstSeenAt })),
      };
    }
  }
  return { copies: null, listings: [] };
}
