/** The outcome of a piece of work, or an error once `limitMs` is over; the work itself goes on unheard. */
export async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, timeUp]);
  } finally {
    clearTimeout(timer);
    // Who no longer waits does not want to hear how it failed.
    work.catch(() => undefined);
  }
}
