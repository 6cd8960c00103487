import { RedisFullError } from '../../shared/redis/redis-errors.js';
import type { LackingRecords } from '../../shared/search/further-records.js';
import type { DocumentHead } from '../../shared/search/search-document.js';
import { engineUnreachable, queueUnreachable } from '../middleware/problems.js';
import { type ExistingPage, readDocumentPage } from './answer/answer.js';
import { acquireSlot, runForCaller } from './run-for-caller.js';
import type { SearchContext, SearchRequest } from './search-context.js';
import { enforceAdmission, furtherJob, searchRefused, type WaitPreference } from './search-job.js';

/** How often a document may be replaced while one of its pages is made. */
const maxTries = 3;

/**
 * The page with all its records, or with its facets: records beyond the first of a document are made by a worker when a page needs them.
 * `timeout` = they were not made in the caller's time, or the document was dropped meanwhile; `disconnected` = the client
 * closed its connection.
 */
export async function completePage(
  context: SearchContext,
  ctx: SearchRequest,
  { page, wait }: { page: ExistingPage; wait: WaitPreference },
): Promise<ExistingPage | 'timeout' | 'disconnected'> {
  let known = page;
  for (let tries = 0; tries < maxTries && known.lacks !== undefined; tries++) {
    const outcome = await makeRecords(context, ctx, { lacks: known.lacks, head: known.head, wait });
    if (outcome !== 'settled') return outcome;
    const { head, ...read } = await readDocumentPage(context.redis, ctx.state);
    if (head === null) return 'timeout';
    known = { ...read, head };
  }
  return known.lacks === undefined ? known : 'timeout';
}

async function makeRecords(
  context: SearchContext,
  ctx: SearchRequest,
  { lacks, head, wait }: { lacks: LackingRecords; head: DocumentHead; wait: WaitPreference },
): Promise<'settled' | 'timeout' | 'disconnected'> {
  const job = furtherJob(ctx.state, lacks);
  const refusal = await enforceAdmission(context, job, wait);
  if (refusal !== null) throw searchRefused(context, refusal, wait);
  const slot = await acquireSlot(context, ctx, job);
  const { outcome } = await runForCaller(context, ctx, { job, slot, former: head, seconds: wait.seconds });
  if (outcome === 'full') throw new RedisFullError('A worker found Redis full.');
  if (outcome === 'engine') throw engineUnreachable();
  if (outcome === 'unavailable')
    throw queueUnreachable(new Error(`The run for further records of ${job.key} could not use Redis.`));
  if (outcome === 'broken')
    throw new Error(`The run for further records of ${job.key} failed; the worker's log has the cause.`);
  return outcome;
}
