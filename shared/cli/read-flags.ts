import { CommandError } from './command-error.js';
import { type OptionType, parseArguments } from './parse-arguments.js';

/** An option of a command. Without a default, a boolean is false and a string is undefined. */
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

/** Parses the options of a command by its table; `null` = help was requested. Throws a CommandError for invalid options. */
export function parseFlags<const T extends Record<string, Flag>>(flags: T, args: readonly string[]): Values<T> | null {
  const all = Object.entries(flags);
  const types = all.map(([name, { type }]): [string, OptionType] => [name, { type }]);
  const options: Record<string, OptionType> = { help: { type: 'boolean', short: 'h' }, ...Object.fromEntries(types) };
  const defaults = all.flatMap(([name, { type, default: usual }]): [string, string | boolean][] => {
    const value = usual ?? (type === 'boolean' ? false : undefined);
    return value === undefined ? [] : [[name, value]];
  });
  const { values, words } = parseArguments(args, options);
  if (values.has('help')) return null;
  if (words.length > 0) throw new CommandError(`Unexpected argument "${words[0]}".`);
  return Object.fromEntries([...defaults, ...values]) as Values<T>;
}

/** The help text of a command, from the same table. */
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

/** Options of this process. Prints the help text and exits for `--help` (code 0) and for an invalid option (code 2). */
export function readFlags<const T extends Record<string, Flag>>(command: string, flags: T): Values<T> {
  try {
    const values = parseFlags(flags, process.argv.slice(2));
    if (values !== null) return values;
    process.stdout.write(`${usageOf(command, flags)}\n`);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`${error.message}\n${usageOf(command, flags)}\n`);
    process.exit(2);
  }
  process.exit(0);
}
