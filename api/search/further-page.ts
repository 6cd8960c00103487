import { RedisFullError } from '../../shared/redis/redis-errors.js';
import type { LackingRecords } from '../../shared/search/further-records.js';
import type { DocumentHead, DocumentPage } from '../../shared/search/search-document.js';
import type { AppContext, RequestContext } from '../context.js';
import { queueUnreachable } from '../middleware/problems.js';
import { enforceAdmission, type Patience, searchRefused } from './enforce-admission.js';
import { runForCaller, takeSlot } from './run-for-caller.js';
import { furtherJob } from './search-job.js';

/** A page of a document that is held. */
export type KnownPage = DocumentPage & { head: DocumentHead };

/** How often a document may be replaced while a page of it is made. */
const mostTries = 3;

/**
 * The page with all its records: those beyond the first of a document are made by a worker when a page needs them. `late` =
 * they were not made in the caller's time, or the document was dropped meanwhile; `gone` = the client hung up.
 */
export async function furtherPage(
  context: AppContext,
  ctx: RequestContext,
  { page, patience }: { page: KnownPage; patience: Patience },
): Promise<KnownPage | 'late' | 'gone'> {
  let known = page;
  for (let tries = 0; tries < mostTries && known.lacks !== undefined; tries++) {
    const outcome = await make(context, ctx, { lacks: known.lacks, head: known.head, patience });
    if (outcome !== 'settled') return outcome === 'patience over' ? 'late' : 'gone';
    const { head, ...rest } = await context.coalescedReads(ctx);
    if (head === null) return 'late';
    known = { ...rest, head };
  }
  return known.lacks === undefined ? known : 'late';
}

async function make(
  context: AppContext,
  ctx: RequestContext,
  { lacks, head, patience }: { lacks: LackingRecords; head: DocumentHead; patience: Patience },
): Promise<'settled' | 'patience over' | 'gone'> {
  const job = furtherJob(ctx, lacks);
  const refusal = await enforceAdmission(context, job, patience);
  if (refusal !== null) throw searchRefused(context, refusal, patience);
  const place = await takeSlot(context, ctx, job);
  const { outcome } = await runForCaller(context, ctx, { job, place, former: head, seconds: patience.seconds });
  if (outcome === 'full') throw new RedisFullError('A worker found Redis full.');
  if (outcome === 'unavailable') throw queueUnreachable(new Error(`Further records of ${job.key} met no Redis.`));
  if (outcome === 'broken') throw new Error(`Further records of ${job.key} broke; the worker's log has the cause.`);
  return outcome;
}
