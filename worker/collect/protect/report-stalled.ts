import { collectJobSchema } from '../../../shared/queue/queues.js';
import { type CollectionAttempt, writeAttempt } from '../../../shared/search/collections/collection-store.js';
import { SourceError } from '../../sources/source.js';
import type { CollectContext } from '../crawl/collect-context.js';
import { readCooldown, reportFailure } from './source-cooldown.js';

/**
 * Reports a collection that crashed two workers and is not retried: its source cools down as after any failure, and the
 * searches that wait for it are notified at once.
 */
export async function reportStalled(
  { redis, config, logger, metrics, now }: Pick<CollectContext, 'redis' | 'config' | 'logger' | 'metrics' | 'now'>,
  payload: unknown,
): Promise<void> {
  const { key, source, requestId } = collectJobSchema.parse(payload);
  const at = now();
  const failure = new SourceError('stalled', 'The worker that read this source was lost twice');
  await reportFailure(redis, source, { failure, now: at });
  const cooldown = await readCooldown(redis, source, at);
  const until =
    cooldown.state === 'resting' ? `; it is left alone until ${cooldown.until.toISOString().slice(0, 19)}Z.` : '.';
  const detail = `${failure.message}${until}`;
  const attempt: CollectionAttempt = { at: at.getTime(), status: 'failed', jobs: 0, tookMs: 0, detail, ours: false };
  metrics.collection(source, attempt, failure.failure);
  logger.warn({ requestId, source, ...attempt, cause: failure.failure }, 'collect: stalled twice');
  await writeAttempt(redis, key, { attempt, keepMs: config.STALE_SECONDS * 1000 });
}
