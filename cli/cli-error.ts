/** How the command ends: the only table of exit codes. */
export const exits = {
  found: { code: 0, about: 'jobs were found' },
  nothing: { code: 1, about: 'nothing matches' },
  usage: { code: 2, about: 'an option or a value is not right' },
  service: { code: 3, about: 'the service does not answer or cannot search now' },
  broken: { code: 70, about: 'the command itself broke' },
  interrupted: { code: 130, about: 'ended by Ctrl-C' },
} as const satisfies Record<string, { code: number; about: string }>;
export type Exit = keyof typeof exits;

/** What ends the command or one look of a watch: sentences for a person, the first being what happened. */
export class Trouble extends Error {
  override readonly name = 'Trouble';

  constructor(
    readonly exit: Exit,
    readonly lines: readonly string[],
    /** When asking again makes sense, in seconds; `null` = unknown. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(lines.join('\n'));
  }
}
