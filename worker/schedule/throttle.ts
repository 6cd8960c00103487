/** Work that is wanted again and again, but needs to be done only once for any number of wishes. */
export type Throttle = {
  /** Has the work done soon: at once when none ran lately, else after a pause. */
  trigger(): void;
  /** Ends the pause and waits for work that runs; later triggers do nothing. */
  close(): Promise<void>;
};

/** `pauseMs`: how long to pause after work that took so many milliseconds. `failed` receives the errors of the work. */
type ThrottleOptions = { pauseMs: (tookMs: number) => number; failed: (error: unknown) => void };

/** Creates a throttle of `work`, which runs one at a time. */
export function createThrottle(work: () => Promise<void>, { pauseMs, failed }: ThrottleOptions): Throttle {
  let isWanted = false;
  let isClosed = false;
  let running: Promise<void> | null = null;
  let pause: NodeJS.Timeout | null = null;

  const start = (): void => {
    isWanted = false;
    const began = performance.now();
    running = work()
      .catch(failed)
      .finally(() => {
        running = null;
        if (isClosed) return;
        pause = setTimeout(
          () => {
            pause = null;
            if (isWanted) start();
          },
          pauseMs(performance.now() - began),
        );
        pause.unref();
      });
  };
  return {
    trigger() {
      isWanted = true;
      if (!isClosed && running === null && pause === null) start();
    },
    async close() {
      isClosed = true;
      if (pause !== null) clearTimeout(pause);
      await running;
    },
  };
}
