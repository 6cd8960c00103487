/**
 * Why a source could not be read; `worker/collect/protect/source-cooldown.ts` derives the cooldown from it. `robots`: robots.txt could not
 * be read; `forbidden`: it does not allow reading.
 */
export type SourceFailure =
  | 'refused'
  | 'blocked'
  | 'rate-limited'
  | 'timeout'
  | 'unreachable'
  | 'certificate'
  | 'broken'
  | 'gone'
  | 'changed'
  | 'unsafe'
  | 'too-large'
  | 'unreadable'
  | 'stalled'
  | 'robots'
  | 'forbidden'
  | 'browser';

/** A failure of a source. `message` is the sentence that responses show in `sources[].detail`. */
export class SourceError extends Error {
  override readonly name = 'SourceError';

  constructor(
    readonly failure: SourceFailure,
    message: string,
    /** The source's own Retry-After, in seconds. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }
}

/** A whole reading has taken more CPU time than it may: nothing further of it is read. */
export class ReadingOverBudget extends SourceError {
  constructor(left: string) {
    super('unreadable', `Reading it took more processor time than its length allows; ${left} not read.`);
  }
}

/** The error for a response of unknown shape: says on one line what was expected and what was received. */
export function sourceChanged(expected: string, came: string): SourceError {
  return new SourceError('changed', `Expected ${expected}, got ${came.replace(/[\s\p{Cc}]+/gu, ' ').trim()}.`);
}
