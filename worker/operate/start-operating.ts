import { storeSourceOutcome, takeSourceRequest } from '../../shared/admin/source-requests.js';
import type { Logger } from '../../shared/logger.js';
import { carryOut, type OperateContext } from './carry-out.js';

/** How often requests are looked for; operators send few. */
const lookMs = 500;

/** Takes operators' requests, one at a time, until it is stopped. */
export function startOperating(context: OperateContext & { logger: Logger; now: () => Date }): {
  stop(): Promise<void>;
} {
  const { redis, logger, now } = context;
  let running: Promise<void> | null = null;

  const look = async (): Promise<void> => {
    const waiting = await takeSourceRequest(redis, now());
    if (waiting === null) return;
    const { id, request } = waiting;
    try {
      const outcome = await carryOut(context, request);
      await storeSourceOutcome(redis, id, outcome);
      const kind = 'kind' in request ? { kind: request.kind } : {};
      logger.info(
        { action: request.action, source: outcome.source, ...kind, state: outcome.state, outcome: outcome.sentence },
        'sources: request of an operator',
      );
    } catch (err) {
      logger.error({ err, action: request.action }, 'sources: a request of an operator failed');
      const sentence = 'The worker failed at it; its log says why.';
      await storeSourceOutcome(redis, id, { state: 'refused', sentence, source: null, entry: null });
    }
  };
  const timer = setInterval(() => {
    if (running !== null || redis.status !== 'ready') return;
    running = look()
      .catch((err: unknown) => logger.debug({ err }, 'sources: requests could not be read'))
      .finally(() => {
        running = null;
      });
  }, lookMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
