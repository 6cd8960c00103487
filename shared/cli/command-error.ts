/** A command that cannot be carried out as given; the message says why and what to do instead. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
