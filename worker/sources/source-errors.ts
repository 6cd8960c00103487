/** Why a source could not be read, named by what happens next (`worker/collect/source-cooldown.ts` decides the cooldown). */
export type SourceFailure =
  | 'refused'
  | 'blocked'
  | 'rate-limited'
  | 'timeout'
  | 'unreachable'
  | 'broken'
  | 'gone'
  | 'changed'
  | 'unsafe'
  | 'too-large'
  | 'unreadable'
  | 'stalled'
  | 'robots'
  | 'browser';

/** A source failed. `message` is the sentence that answers show in `sources[].detail`. */
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

/** The error for a response of unknown shape: what was expected and what came, on one line. */
export function sourceChanged(expected: string, came: string): SourceError {
  return new SourceError('changed', `Expected ${expected}, got ${came.replace(/[\s\p{Cc}]+/gu, ' ').trim()}.`);
}
