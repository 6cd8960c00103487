/**
 * Why a call failed: the service refused it (`problem`, always a `ProblemError`), it could not be reached (`network`), an
 * attempt took longer than `timeoutSeconds` (`timeout`), the answer redirects elsewhere (`redirect`), its body is not what the
 * service sends (`body`), or a stream ended before its result (`incomplete`).
 */
export type FailureKind = 'problem' | 'network' | 'timeout' | 'redirect' | 'body' | 'incomplete';

/** Every failure of a call, except an abort by your own signal and mistakes in the arguments. `cause` is the original error. */
export class ClientError extends Error {
  override readonly name: string = 'ClientError';

  constructor(
    readonly kind: FailureKind,
    message: string,
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
  }
}
