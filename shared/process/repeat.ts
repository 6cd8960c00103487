import pTimeout from 'p-timeout';

/**
 * Repeats work at an interval in milliseconds, never concurrently: while Redis is unavailable, one attempt waits for
 * it. `failed` receives the errors of the work. Returns a function that ends it and waits for work in progress.
 */
export function repeat(
  everyMs: number,
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= work()
      .then(() => undefined, failed)
      .finally(() => {
        running = null;
      });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** The promise's outcome, or an error after `limitMs`; the work itself continues and its outcome is ignored. */
export const within = <Result>(limitMs: number, work: Promise<Result>): Promise<Result> =>
  pTimeout(work, { milliseconds: limitMs, message: `no answer within ${limitMs} ms` });
