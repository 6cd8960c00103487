import { priorities, type SearchJob } from '../../shared/queue/queues.js';
import { recordsKept } from '../../shared/search/further-records.js';
import { keepRepeated, nobody, repeatedFrom } from '../../shared/search/retention.js';
import {
  type DocumentHead,
  documentDepth,
  documentVersion,
  type RunningSearch,
  readDocument,
  readOwner,
  writeDocument,
} from '../../shared/search/search-document.js';
import { readAskedTimes } from '../../shared/search/search-popularity.js';
import { accountFor } from './account-for.js';
import { isNarrowed, type PlannedSource } from './plan.js';
import type { SearchTools } from './run-search.js';

/** A document to be kept, and the sources it was made from. */
type KeepDocumentOptions = {
  head: DocumentHead;
  ranked: Buffer;
  jobs: readonly string[];
  running: RunningSearch | null;
  planned: readonly PlannedSource[];
};

/** How many records a search's document gets: an API of the release before this one finds no others. */
export const recordsFor = ({ documents }: SearchJob): number => (isForFormer(documents) ? documentDepth : recordsKept);

/** Whether who asked reads only the documents of the release before this one. */
const isForFormer = (documents: number | undefined): boolean => (documents ?? 0) < documentVersion;

/**
 * Writes a search's document. One that nobody repeats is kept for RARE_SECONDS; one that was asked for again, or that the
 * clock asks for, until its stale limit, with the narrowed collections it was made from. It counts towards its caller's
 * budget until another caller asks for it.
 */
export async function keepDocument(tools: SearchTools, job: SearchJob, made: KeepDocumentOptions): Promise<void> {
  const { redis, now, config, logger } = tools;
  const { head, ranked, jobs, running, planned } = made;
  const [former, isRepeated] = await Promise.all([readOwner(redis, job.key), wasRepeated(tools, job)]);
  const owner = ownerAfter(former, job.budget?.owner);
  const rareUntil = now().getTime() + config.RARE_SECONDS * 1000;
  const narrowed = planned.filter(isNarrowed).map(({ key }) => key);
  const written = await writeDocument(redis, job.key, {
    head: isForFormer(job.documents) ? asBefore(head) : head,
    jobs,
    ranked,
    running,
    subject: job.subject,
    retention: { until: isRepeated ? head.staleUntil : rareUntil, owner, narrowed },
  });
  await accountFor(tools, written, owner === nobody ? null : (job.budget ?? null));
  if (!isRepeated || head.state !== 'complete' || narrowed.length === 0) return;
  await keepRepeated(redis, written.key, owner).catch((err: unknown) =>
    logger.warn({ err, search: job.key }, 'search: its collections are kept no longer'),
  );
}

/** What another caller asks for too is nobody's; a new copy that no caller asked for stays whose it was. */
function ownerAfter(former: string | null, asking: string | undefined): string {
  if (asking === undefined || former === null) return former ?? asking ?? nobody;
  return former === asking ? asking : nobody;
}

/** A whole document that is still held was asked for again; so was what was asked twice before it was written. */
async function wasRepeated({ redis, now }: SearchTools, job: SearchJob): Promise<boolean> {
  if (job.priority >= priorities.refresh) return true;
  const [former, times] = await Promise.all([
    readDocument(redis, job.key, { from: 0, count: 0 }),
    readAskedTimes(redis, job.key, now()),
  ]);
  return times >= repeatedFrom || former.head?.state === 'complete';
}

/** The head as the release before this one reads it. */
function asBefore({ listed: _listed, rankedAt: _rankedAt, ...head }: DocumentHead): DocumentHead {
  return { ...head, v: documentVersion - 1 };
}
