/** Why a source could not be read, named by what happens next (`worker/collect/source-cooldown.ts` decides how long it rests). */
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

/** A source did not give what it was asked for. `message` is the sentence an answer shows in `sources[].detail`. */
export class SourceError extends Error {
  override readonly name = 'SourceError';

  constructor(
    readonly failure: SourceFailure,
    message: string,
    /** When the source itself asked to be left alone (Retry-After), in seconds. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }
}

/** An answer has a shape its kind does not know: says what was expected and what came, on one line. */
export function sourceChanged(expected: string, came: string): SourceError {
  return new SourceError('changed', `Expected ${expected}, got ${came.replace(/[\s\p{Cc}]+/gu, ' ').trim()}.`);
}
