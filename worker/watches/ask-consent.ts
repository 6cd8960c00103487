import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { findAsking, forgetAsked, tellUnasked } from '../../shared/watches/mail-consent.js';
import { type ConsentJob, consentBody, reportTest } from '../../shared/watches/test-delivery.js';
import type { createAttempt } from './attempt-delivery.js';

type Context = {
  redis: RedisConnection;
  logger: Pick<Logger, 'info'>;
  attempt: ReturnType<typeof createAttempt>;
  now: () => Date;
};

/**
 * Creates the step that asks an address for its consent by a mail with a link; returns whether that is over, accepted or not. The mail
 * is the same at each try. `retryAt`: when the next one is (epoch ms), `null` = this is the last.
 */
export function createAskConsent({ redis, logger, attempt, now }: Context) {
  return async function askConsent(job: ConsentJob, retryAt: number | null): Promise<boolean> {
    const asking = await findAsking(redis, job);
    if (asking === null) return true;
    const { asked, watch } = asking;
    const { id, link, until } = job;
    const body = consentBody(watch.id, link, now());
    const failure =
      now().getTime() >= until
        ? { reason: 'No worker sent it in time.', isFinal: true }
        : (await attempt(watch, { id, type: 'watch.confirm', body })).failure;
    const isRetried = failure !== null && retryAt !== null && failure.isFinal !== true && failure.isRefused !== true;
    await reportTest(redis, { id, accepted: failure === null, reason: failure?.reason ?? null, isRetried });
    if (failure === null) return true;
    const { reason } = failure;
    logger.info({ watch: watch.id, reason, isRetried }, 'watches: consent not asked for');
    if (!isRetried) await forgetAsked(redis, asked);
    await tellUnasked(redis, watch, { reason, retryAt: isRetried ? retryAt : null });
    return !isRetried;
  };
}
