/** Gives a piece of work a signal of its own, which aborts when the worker leaves or when `lost` does. */
export type JobAbortSignals = <Result>(
  lost: AbortSignal | undefined,
  work: (stop: AbortSignal) => Promise<Result>,
) => Promise<Result>;

/**
 * Signals for single jobs under one for all. Not `AbortSignal.any`, of whose every signal Node 20 keeps some bytes for as
 * long as the oldest source lives: here that is the process.
 */
export function createJobAbortSignals(leaving: AbortSignal): JobAbortSignals {
  const running = new Set<AbortController>();
  leaving.addEventListener('abort', () => {
    for (const each of running) each.abort(leaving.reason);
  });
  return async (lost, work) => {
    const own = new AbortController();
    const stop = () => own.abort(lost?.reason);
    if (leaving.aborted) own.abort(leaving.reason);
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
