/** Runs work with its own signal, which aborts when the worker shuts down or when `lost` (the loss of the job's lock) does. */
export type JobAbortSignals = <Result>(
  lost: AbortSignal | undefined,
  work: (stop: AbortSignal) => Promise<Result>,
) => Promise<Result>;

/**
 * Derives the signals of single jobs from the signal of the process. Does not use `AbortSignal.any`, because Node 20 retains
 * some bytes of every derived signal for the lifetime of its source, here the lifetime of the process.
 */
export function createJobAbortSignals(shutdown: AbortSignal): JobAbortSignals {
  const running = new Set<AbortController>();
  shutdown.addEventListener('abort', () => {
    for (const each of running) each.abort(shutdown.reason);
  });
  return async (lost, work) => {
    const controller = new AbortController();
    const stop = () => controller.abort(lost?.reason);
    if (shutdown.aborted) controller.abort(shutdown.reason);
    running.add(controller);
    lost?.addEventListener('abort', stop);
    try {
      return await work(controller.signal);
    } finally {
      lost?.removeEventListener('abort', stop);
      running.delete(controller);
    }
  };
}
