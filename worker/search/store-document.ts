import { priorities, type SearchJob } from '../../shared/queue/queues.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { recordsKept } from '../../shared/search/further-records.js';
import { keepRepeated, nobody, repeatedFrom } from '../../shared/search/retention.js';
import {
  type DocumentHead,
  documentVersion,
  type RunningSearch,
  readDocument,
  readOwner,
  writeDocument,
} from '../../shared/search/search-document.js';
import { readAskedTimes } from '../../shared/search/search-runs.js';
import { enforceBudget } from '../collect/protect/enforce-budget.js';
import { isNarrowed } from '../sources/source.js';
import type { PlannedSource } from './plan-collections.js';
import type { SearchRunContext } from './search-context.js';

/** A document to store, and the sources it was made from. */
type StoreDocumentOptions = {
  head: DocumentHead;
  ranked: Buffer;
  jobs: readonly string[];
  running: RunningSearch | null;
  planned: readonly PlannedSource[];
  stored: Stored;
};

/** Facts about a search's stored document: its owner, and whether the search is repeated. */
export type Stored = { owner: string | null; isRepeated: boolean };

/** Reads it; started before a document is assembled, it adds no delay. */
export async function readStored(context: SearchRunContext, job: SearchJob): Promise<Stored> {
  const [owner, isRepeated] = await Promise.all([readOwner(context.redis, job.key), wasRepeated(context, job)]);
  return { owner, isRepeated };
}

/** Whether the API that queued the search reads only documents of the previous release. */
const isForPreviousRelease = ({ documents }: Pick<SearchJob, 'documents'>): boolean =>
  (documents ?? 0) < documentVersion;

/** The records in documents of the previous release (0.2.0), which its API expects there. */
const recordsBefore = 100;

/** How many records a search's document should have. */
export const recordsFor = (job: Pick<SearchJob, 'documents'>): number =>
  isForPreviousRelease(job) ? recordsBefore : recordsKept;

/**
 * Writes a search's document. It is kept for RARE_SECONDS; a repeated or scheduled search is kept until its stale limit,
 * with the narrowed collections it was made from. A document counts towards its caller's budget until another caller
 * requests it.
 */
export async function storeDocument(
  context: SearchRunContext,
  job: SearchJob,
  document: StoreDocumentOptions,
): Promise<void> {
  const { redis, now, config, logger } = context;
  const { head, ranked, jobs, running, planned, stored } = document;
  const { isRepeated } = stored;
  const owner = ownerAfter(stored.owner, job.budget?.owner);
  const rareUntil = now().getTime() + config.RARE_SECONDS * 1000;
  const narrowed = planned.filter(({ narrow }) => isNarrowed(narrow)).map(({ key }) => key);
  const written = await writeDocument(redis, job.key, {
    head: isForPreviousRelease(job) ? forPreviousRelease(head) : head,
    jobs,
    ranked,
    running,
    subject: job.subject,
    retention: { until: isRepeated ? head.staleUntil : rareUntil, owner, narrowed },
  });
  const uses = narrowed.map(redisKeys.collection);
  await enforceBudget(context, { ...written, uses }, owner === nobody ? null : (job.budget ?? null));
  if (!isRepeated || head.state !== 'complete' || narrowed.length === 0) return;
  await keepRepeated(redis, written.key, owner).catch((err: unknown) =>
    logger.warn({ err, search: job.key }, 'search: could not extend the retention of its collections'),
  );
}

/** A document loses its owner when a second caller requests it; a refresh without a caller does not change the owner. */
function ownerAfter(previous: string | null, caller: string | undefined): string {
  if (caller === undefined || previous === null) return previous ?? caller ?? nobody;
  return previous === caller ? caller : nobody;
}

/** Whether a search is repeated: its complete document is still stored, or it was requested twice before it was written. */
async function wasRepeated({ redis, now }: SearchRunContext, job: SearchJob): Promise<boolean> {
  if (job.renewals !== undefined) return (await readAskedTimes(redis, job.key, now())) >= repeatedFrom;
  if (job.priority >= priorities.refresh) return true;
  const [previous, times] = await Promise.all([
    readDocument(redis, job.key, { from: 0, count: 0 }),
    readAskedTimes(redis, job.key, now()),
  ]);
  return times >= repeatedFrom || previous.head?.state === 'complete';
}

/** The head as the previous release (0.2.0, version 3) reads it; it passes records on unchanged. */
const forPreviousRelease = (head: DocumentHead): DocumentHead => ({ ...head, v: documentVersion - 1 });
