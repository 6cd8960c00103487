import pTimeout from 'p-timeout';

/** The promise's outcome, or an error after `limitMs`; the work itself continues and its outcome is ignored. */
export const within = <Result>(limitMs: number, work: Promise<Result>): Promise<Result> =>
  pTimeout(work, { milliseconds: limitMs, message: `no answer within ${limitMs} ms` });
