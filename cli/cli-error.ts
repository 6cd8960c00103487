/** The exit codes of the command and their meaning. */
export const exits = {
  found: { code: 0, about: 'jobs were found' },
  nothing: { code: 1, about: 'no job matches, or none that was looked up is open' },
  usage: { code: 2, about: 'an option or a value is invalid' },
  service: { code: 3, about: 'the service does not respond or cannot search now' },
  broken: { code: 70, about: 'the command itself failed' },
  interrupted: { code: 130, about: 'interrupted by Ctrl-C' },
} as const satisfies Record<string, { code: number; about: string }>;
export type Exit = keyof typeof exits;

/** Ends the command, or one round of a watch; `lines` are for the user, the first says what happened. */
export class CliError extends Error {
  override readonly name = 'CliError';

  constructor(
    readonly exit: Exit,
    readonly lines: readonly string[],
    /** Seconds after which a retry may succeed; `null` = unknown. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(lines.join('\n'));
  }
}
