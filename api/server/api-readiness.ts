import type { Readiness } from '../../shared/admin/admin-app.js';
import { within } from '../../shared/process/with-timeout.js';
import { readWorkers } from '../../shared/queue/workers.js';
import type { AppContext } from '../context.js';

/** How long Redis may take before it counts as away. */
const redisMs = 1000;

/** An API process can do its work when Redis answers and a worker lives; without workers it only has what is held. */
export async function apiReadiness({ redis, now, shutdown }: AppContext): Promise<Readiness> {
  if (shutdown.leaving.aborted) return { ready: false, reasons: ['The process is leaving.'] };
  try {
    const workers = await within(redisMs, readWorkers(redis, now()));
    const alive = workers.some((worker) => worker.alive);
    return { ready: alive, reasons: alive ? [] : ['No worker is alive.'] };
  } catch (error) {
    return {
      ready: false,
      reasons: [`Redis does not answer: ${error instanceof Error ? error.message : String(error)}.`],
    };
  }
}
