/**
 * Repeats work at an interval in milliseconds, never twice at once: while Redis is unavailable, one attempt waits for it and no
 * others queue up behind it. `failed` receives the errors of the work. Returns the function that ends it and waits for work that runs.
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
