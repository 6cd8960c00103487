import { type Redact, withoutQueries } from '../../../shared/secrets/redact.js';

/** Redacts secrets in the texts of an error, in place, before it reaches the log, the trace or the queue. */
export function redactError(error: unknown, redact: Redact): unknown {
  if (!(error instanceof Error)) return error;
  const hide = (text: string): string => withoutQueries(redact(text));
  const { message, stack, cause } = error;
  for (const [name, value] of Object.entries(error))
    if (typeof value === 'string') Reflect.set(error, name, hide(value));
  error.message = hide(message);
  if (stack !== undefined) error.stack = hide(stack);
  if (cause !== undefined) error.cause = redactError(cause, redact);
  return error;
}
