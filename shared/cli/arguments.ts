import { parseArgs } from 'node:util';
import { didYouMean } from '../words/did-you-mean.js';

/** A command that cannot be executed as given; the message gives the reason and a remedy. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/**
 * The command-line parser of all our commands, on top of `node:util`. citty 0.2.2 wraps the same parser, but accepts unknown
 * options, missing values and surplus arguments without an error, has no optional values, and adds 3–10 ms to each start.
 */

/** The argument of an option; `short` is its one-letter form. */
export type OptionType = { type: 'string' | 'boolean'; short?: string };

/** Options by name (booleans are `true`, or `false` after `--no-NAME`), and the arguments that are not options. */
export type Arguments = { values: Map<string, string | boolean>; words: string[] };

type Token = { name: string; rawName: string; value?: string | undefined; inlineValue?: boolean | undefined };

/** Parses a command line. Throws a CommandError that names the option at fault and the known option nearest to it. */
export function parseArguments(args: readonly string[], options: Readonly<Record<string, OptionType>>): Arguments {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const parsed: Arguments = { values: new Map(), words: [] };
  for (const token of tokens) {
    if (token.kind === 'positional') parsed.words.push(token.value);
    if (token.kind === 'option') parsed.values.set(...readOption(token, options));
  }
  return parsed;
}

function readOption(token: Token, options: Readonly<Record<string, OptionType>>): [string, string | boolean] {
  const { name, rawName, value, inlineValue } = token;
  const typeOf = (key: string): string | undefined => (Object.hasOwn(options, key) ? options[key]?.type : undefined);
  const type = typeOf(name);
  if (type === undefined && rawName.startsWith('--no-') && typeOf(name.slice(3)) === 'boolean')
    return [name.slice(3), false];
  if (type === undefined)
    throw new CommandError(`There is no option ${rawName}.${suggestion(name, Object.keys(options), '--')}`);
  if (type === 'boolean') {
    if (value !== undefined) throw new CommandError(`${rawName} takes no value.`);
    return [name, true];
  }
  if (value === undefined || (inlineValue !== true && value.startsWith('-')))
    throw new CommandError(`${rawName} needs a value. If the value starts with a dash, write ${rawName}=VALUE.`);
  return [name, value];
}

/** The command and its one argument. Throws a CommandError for an unknown command or a surplus argument. */
export function readCommandName<Name extends string>(
  [command, subject, ...surplus]: readonly string[],
  names: readonly Name[],
): { command: Name | undefined; subject: string | undefined } {
  const found = names.find((name) => name === command);
  if (command !== undefined && found === undefined)
    throw new CommandError(
      `There is no command "${command.slice(0, 60)}".${suggestion(command, names, '')} Commands: ${names.join(', ')}.`,
    );
  if (surplus.length > 0)
    throw new CommandError(`Unexpected argument "${surplus[0]}". Put quotes around a value of several words.`);
  return { command: found, subject };
}

function suggestion(came: string, known: readonly string[], prefix: string): string {
  const near = didYouMean(came, known);
  return near === null ? '' : ` Did you mean ${prefix}${near}?`;
}

/** An option of a command. Without a default, a boolean is false and a string is undefined. */
type Flag =
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
  const optionTypes: Record<string, OptionType> = {
    help: { type: 'boolean', short: 'h' },
    ...Object.fromEntries(types),
  };
  const defaults = all.flatMap(([name, { type, default: usual }]): [string, string | boolean][] => {
    const value = usual ?? (type === 'boolean' ? false : undefined);
    return value === undefined ? [] : [[name, value]];
  });
  const { values, words } = parseArguments(args, optionTypes);
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
