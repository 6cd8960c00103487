import { parseArgs } from 'node:util';

/** An option of a command: without a default it is off (boolean) or left out (string). */
export type Flag =
  | { readonly type: 'string'; readonly default?: string; readonly what: string }
  | { readonly type: 'boolean'; readonly default?: boolean; readonly what: string };

type Values<T extends Record<string, Flag>> = {
  [Name in keyof T]: T[Name] extends { type: 'boolean' }
    ? boolean
    : T[Name] extends { default: string }
      ? string
      : string | undefined;
};

/** A command line that is not as the command takes it; the message says what came and what is allowed. */
export class FlagError extends Error {}

/** The options of a command line by its table; `null` = help was asked for. Throws FlagError for what the table lacks. */
export function parseFlags<const T extends Record<string, Flag>>(flags: T, args: readonly string[]): Values<T> | null {
  const options: Record<string, Flag | { type: 'boolean'; short: string }> = {
    ...flags,
    help: { type: 'boolean', short: 'h' },
  };
  try {
    const values: Record<string, unknown> = parseArgs({ args: [...args], options, allowNegative: true }).values;
    if (values.help === true) return null;
    const off = Object.keys(flags).filter((name) => flags[name]?.type === 'boolean');
    return { ...Object.fromEntries(off.map((name) => [name, false])), ...values } as Values<T>;
  } catch (error) {
    throw new FlagError(error instanceof Error ? error.message : String(error));
  }
}

/** How the command is called, from the same table. */
export function usageOf(command: string, flags: Readonly<Record<string, Flag>>): string {
  const shown = Object.entries(flags).map(([name, flag]) => [
    flag.type === 'boolean' ? (flag.default === true ? `--no-${name}` : `--${name}`) : `--${name} VALUE`,
    flag.type === 'string' && flag.default !== undefined && flag.default !== ''
      ? `${flag.what} (${flag.default})`
      : flag.what,
  ]);
  const width = Math.max(0, ...shown.map(([flag = '']) => flag.length));
  return [`Usage: ${command}`, ...shown.map(([flag = '', what]) => `  ${flag.padEnd(width)}  ${what}`)].join('\n');
}

/** The options of this process' command line; prints the usage and ends it for `--help` (0) and for a mistake (2). */
export function readFlags<const T extends Record<string, Flag>>(command: string, flags: T): Values<T> {
  try {
    const values = parseFlags(flags, process.argv.slice(2));
    if (values !== null) return values;
    process.stdout.write(`${usageOf(command, flags)}\n`);
  } catch (error) {
    if (!(error instanceof FlagError)) throw error;
    process.stderr.write(`${error.message}\n${usageOf(command, flags)}\n`);
    process.exit(2);
  }
  process.exit(0);
}
