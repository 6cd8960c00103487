import { collectJobSchema } from '../../shared/queue/queues.js';
import { type CollectionAttempt, writeAttempt } from '../../shared/search/collection-store.js';
import { SourceError } from '../sources/source-errors.js';
import type { CollectTools } from './collect.js';
import { readCooldown, reportFailure } from './source-cooldown.js';

/**
 * Notes that a collection lost both workers that took it, and is not handed on: its source cools down like any that fails, and the searches that
 * wait for it learn so at once.
 */
export async function noteStalled(
  { redis, config, logger, metrics, now }: Pick<CollectTools, 'redis' | 'config' | 'logger' | 'metrics' | 'now'>,
  payload: unknown,
): Promise<void> {
  const { key, source, requestId } = collectJobSchema.parse(payload);
  const at = now();
  const failure = new SourceError('stalled', 'The worker that read this source was lost twice');
  await reportFailure(redis, source, { failure, now: at });
  const rest = await readCooldown(redis, source, at);
  const until = rest.state === 'resting' ? `; it is left alone until ${rest.until.toISOString().slice(0, 19)}Z.` : '.';
  const detail = `${failure.message}${until}`;
  const attempt: CollectionAttempt = { at: at.getTime(), status: 'failed', jobs: 0, tookMs: 0, detail, ours: false };
  metrics.collection(source, attempt, failure.failure);
  logger.warn({ requestId, source, ...attempt, cause: failure.failure }, 'collect: stalled twice');
  await writeAttempt(redis, key, { attempt, keepMs: config.STALE_SECONDS * 1000 });
}
