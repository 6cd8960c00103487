import { addOnce, type CollectJob } from '../../shared/queue/queues.js';
import { announce } from '../../shared/redis/listener.js';
import { isRedisUnavailable } from '../../shared/redis/redis-errors.js';
import { redisChannels } from '../../shared/redis/redis-keys.js';
import {
  type CollectionAttempt,
  type CollectionState,
  isFresh,
  readCollectionStates,
} from '../../shared/search/collections/collection-store.js';
import { createByteBudget } from '../process/byte-budget.js';
import { hostOf } from '../sources/fresh-times.js';
import type { Source, SourceFailure } from '../sources/source.js';
import { analyseAgain } from './analyse-again.js';
import type { CollectContext } from './crawl/collect-context.js';
import { NeedsBrowser } from './crawl/crawl-page.js';
import { redactError } from './finish/report-detail.js';
import { failedAttempt, recordAttempt } from './protect/record-attempt.js';
import { acquireHost, type Cooldown, readCooldown, tryAcquireProbe } from './protect/source-cooldown.js';
import { readAgain } from './read-again.js';

/** Collects one source; every outcome is written as an attempt, so that the searches waiting for it never time out. */
export const createCollectSource =
  (context: CollectContext) =>
  async (job: CollectJob, stop: AbortSignal): Promise<void> => {
    const { sources } = context.catalogue?.current() ?? context;
    const source = sources.find(({ id }) => id === job.source);
    const startedAt = context.now().getTime();
    // The system clock may change during the run, so durations use the monotonic clock.
    const began = performance.now();
    if (source === undefined) {
      const detail = `The worker that took this job has no source "${job.source}" in its sources file.`;
      return recordAttempt(context, job, { attempt: failedAttempt(startedAt, detail), cause: 'unknown-source' });
    }
    const [[state = noState], cooldown] = await Promise.all([
      readCollectionStates(context.redis, [job.key]),
      readCooldown(context.redis, source.id, new Date(startedAt)),
    ]);
    const account = (context.memory ?? unbounded).open();
    try {
      const turn = context.threads.turn();
      const held = await analyseAgain(context, job, { source, state, turn, account, stop });
      if (isFresh(state, startedAt, job.newerThan))
        return await announce(context.redis, redisChannels.collections, { key: job.key, state: 'ok' });
      const resting = await whyResting(context, { source, cooldown, startedAt, host: hostOf(source) });
      if (resting !== null) {
        context.metrics.collection(source.id, resting, null);
        return await recordAttempt(context, job, { attempt: resting, cause: null });
      }
      await readAgain(context, job, { source, held, began, stop, turn, account });
    } catch (error) {
      if (error instanceof NeedsBrowser) return moveToBrowserQueue(context, job, startedAt);
      if (isRedisUnavailable(error)) context.metrics.writeFailed('collection');
      // Written before it is thrown: otherwise a bug would make the source be fetched again every second.
      if (!stop.aborted)
        await recordOurFault(context, job, { attempt: failedAttempt(startedAt, ourFault), cause: null });
      throw redactError(error, source.redact);
    } finally {
      account.close();
    }
  };

const noState: CollectionState = { head: null, attempt: null };

/** For tools and tests. */
const unbounded = createByteBudget(Number.POSITIVE_INFINITY);

const ourFault = 'Something broke on our side while the source was read; the log has the cause.';
const noBrowser = 'The page must be rendered, but Chromium was not found. Set CHROMIUM_PATH.';

/** The attempt to report while a source cools down; `null` when this worker may send requests to it. */
async function whyResting(
  { redis }: CollectContext,
  { source, cooldown, startedAt, host }: { source: Source; cooldown: Cooldown; startedAt: number; host: string },
): Promise<CollectionAttempt | null> {
  // After a cooldown exactly one worker may probe, as Redis decides; without a cooldown there is nothing to decide.
  const now = new Date(startedAt);
  const sourceCooldown = cooldown.state === 'expired' ? await tryAcquireProbe(redis, source.id, now) : cooldown;
  const current =
    sourceCooldown.state === 'resting' ? sourceCooldown : await acquireHost(redis, host, { source: source.id, now });
  if (current.state !== 'resting') return null;
  const { detail, isForbidden } = current;
  const attempt = { at: startedAt, status: 'resting', jobs: 0, tookMs: 0, detail, ours: false } as const;
  return isForbidden ? { ...attempt, forbidden: true } : attempt;
}

/** Moves a collection whose pages must be rendered to a worker with a browser. */
async function moveToBrowserQueue(context: CollectContext, job: CollectJob, startedAt: number): Promise<void> {
  context.logger.info({ requestId: job.requestId, source: job.source }, 'collect: needs a browser');
  if (context.browserQueue === null) {
    context.metrics.browserPage('browser');
    await recordOurFault(context, job, { attempt: failedAttempt(startedAt, noBrowser), cause: 'browser' });
  } else await addOnce(context.browserQueue, job);
}

/** Writes and counts an attempt that failed through no fault of the source, so that it gets no cooldown. */
function recordOurFault(
  context: CollectContext,
  job: CollectJob,
  { attempt, cause }: { attempt: CollectionAttempt; cause: SourceFailure | null },
): Promise<void> {
  context.metrics.collection(job.source, attempt, cause);
  return recordAttempt(context, job, { attempt });
}
