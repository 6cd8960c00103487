/** Runs work with a signal of its own, which aborts when the worker shuts down or when `lost` (the job's lock) does. */
export type JobAbortSignals = <Result>(
  lost: AbortSignal | undefined,
  work: (stop: AbortSignal) => Promise<Result>,
) => Promise<Result>;

/**
 * Derives the signals of single jobs from the one of the process. Not `AbortSignal.any`: Node 20 keeps some bytes of every
 * derived signal for as long as its source lives, here as long as the process.
 */
export function createJobAbortSignals(shutdown: AbortSignal): JobAbortSignals {
  const running = new Set<AbortController>();
  shutdown.addEventListener('abort', () => {
    for (const each of running) each.abort(shutdown.reason);
  });
  return async (lost, work) => {
    const own = new AbortController();
    const stop = () => own.abort(lost?.reason);
    if (shutdown.aborted) own.abort(shutdown.reason);
    running.add(own);
    lost?.addEventListener('abort', stop);
    try {
      return await work(own.signal);
    } finally {
      lost?.removeEventListener('abort', stop);
      running.delete(own);
    }
  };
}
