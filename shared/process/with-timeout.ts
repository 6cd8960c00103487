/** The promise's outcome, or an error after `limitMs`; the work itself continues and its outcome is ignored. */
export async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, timeUp]);
  } finally {
    clearTimeout(timer);
    // After the timeout a rejection is ignored.
    work.catch(() => undefined);
  }
}
