import { parseArgs } from 'node:util';
import { type FieldName, fieldNames } from '../shared/search/fields.js';
import { didYouMean } from '../shared/words/did-you-mean.js';
import { Trouble } from './cli-error.js';

/** How each field of a search is called on the command line; the first name is the one shown. */
export const fieldOptions: Record<FieldName, readonly [string, ...string[]]> = {
  keyword: ['keyword'],
  location: ['location'],
  dateSincePosted: ['posted', 'date-since-posted'],
  salary: ['salary'],
  jobType: ['type', 'job-type'],
  remoteFilter: ['remote', 'remote-filter'],
  experienceLevel: ['level', 'experience-level'],
  sortBy: ['sort', 'sort-by'],
  limit: ['limit'],
  page: ['page'],
};

/** The other options: what stands for their value, if they take one, and what they do. */
export const otherOptions = {
  json: { value: null, about: 'Print JSON alone: the answer, or with --watch one new job a line.' },
  watch: { value: '[minutes]', about: 'Look again every so many minutes (5) and print new jobs only.' },
  wait: { value: 'seconds', about: 'How long the service may collect (60).' },
  quiet: { value: null, about: 'No progress on standard error.' },
  help: { value: null, about: 'Print this.' },
} as const satisfies Record<string, { value: string | null; about: string }>;
type OtherOption = keyof typeof otherOptions;

export type Options = {
  help: boolean;
  query: Partial<Record<FieldName, string>>;
  json: boolean;
  quiet: boolean;
  waitSeconds: number;
  /** Minutes between two looks; `null` = one look. */
  watchMinutes: number | null;
};

const usualWaitSeconds = 60;
const usualWatchMinutes = 5;
const fieldOf = new Map(fieldNames.flatMap((field) => fieldOptions[field].map((name) => [name, field] as const)));
const isOther = (name: string): name is OtherOption => Object.hasOwn(otherOptions, name);
const takesValue = (name: string): boolean => fieldOf.has(name) || (isOther(name) && otherOptions[name].value !== null);

/** Reads the command line; words without an option are the keyword. Throws a `Trouble` that says what to write instead. */
export function readOptions(args: readonly string[]): Options {
  const known = [...fieldOf.keys(), ...Object.keys(otherOptions)];
  const { tokens } = parseArgs({
    args: giveWatchItsValue(args),
    strict: false,
    tokens: true,
    options: {
      ...Object.fromEntries(known.map((name) => [name, { type: takesValue(name) ? 'string' : 'boolean' } as const])),
      help: { type: 'boolean', short: 'h' },
    },
  });
  const words: string[] = [];
  const values = new Map<string, string>();
  const query: Options['query'] = {};
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const value = givenValue(token);
    const field = fieldOf.get(token.name);
    if (field === undefined) values.set(token.name, value);
    else query[field] = value;
  }
  if (words.length > 0 && query.keyword !== undefined)
    throw usage(`Give the keyword once: as "${words.join(' ')}" or by --keyword.`);
  if (words.length > 0) query.keyword = words.join(' ');
  return withLimits({ query, values });
}

type Token = { name: string; rawName: string; value?: string | undefined; inlineValue?: boolean | undefined };

function givenValue({ name, rawName, value, inlineValue }: Token): string {
  if (!fieldOf.has(name) && !isOther(name)) throw unknownOption(rawName);
  if (!takesValue(name)) {
    if (value !== undefined) throw usage(`${rawName} takes no value.`);
    return '';
  }
  if (value === undefined || (inlineValue !== true && value.startsWith('-')))
    throw usage(`${rawName} needs a value. Write ${rawName}=… for one that begins with a dash.`);
  return value;
}

function withLimits({ query, values }: { query: Options['query']; values: Map<string, string> }): Options {
  const minutes = values.get('watch');
  const watchMinutes = minutes === undefined ? null : numberIn('--watch', minutes, { least: 0.01, most: 1440 });
  if (watchMinutes !== null && (query.limit ?? query.page) !== undefined)
    throw usage('--watch looks at every page: leave --limit and --page out.');
  return {
    help: values.has('help'),
    query,
    json: values.has('json'),
    quiet: values.has('quiet'),
    waitSeconds: numberIn('--wait', values.get('wait') ?? String(usualWaitSeconds), { least: 1, most: 600 }),
    watchMinutes,
  };
}

function numberIn(option: string, text: string, { least, most }: { least: number; most: number }): number {
  const value = /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw usage(`${option} takes a number from ${least} to ${most}, not "${text}".`);
}

/** `--watch` may stand alone: it takes what follows only when that is a number. */
function giveWatchItsValue(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    if (arg === '--watch') return /^\d/.test(args[index + 1] ?? '') ? [arg] : [`--watch=${usualWatchMinutes}`];
    return [arg];
  });
}

function unknownOption(rawName: string): Trouble {
  const near = didYouMean(rawName.replace(/^-+/, ''), [...fieldOf.keys(), ...Object.keys(otherOptions)]);
  const hint = near === null ? '' : ` Did you mean --${near}?`;
  const dash = rawName.startsWith('--') ? '' : ' A keyword that leaves a word out goes in quotes: "nurse -night".';
  return usage(`There is no option ${rawName}.${hint}${dash}`);
}

function usage(sentence: string): Trouble {
  return new Trouble('usage', [sentence, 'npm run search -- --help lists every option.']);
}
