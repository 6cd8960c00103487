import { fieldNames, fields, type SearchField } from '../shared/search/fields.js';
import { exits } from './cli-error.js';
import { fieldOptions, otherOptions } from './options.js';

/** The text of `--help` of `search` or `watch`: every option with its accepted values, from the tables that validate them. */
export function help(isWatch: boolean): string {
  const searching = fieldNames.flatMap((name) => [
    `  ${fieldOptions[name].map((option) => `--${option}`).join(', ')} ${valueFor(fields[name])}`,
    ...[fields[name].summary, ...wordsOf(fields[name])].map((line) => `      ${line}`),
  ]);
  const others = Object.entries(otherOptions)
    .filter(([name]) => !(isWatch && name === 'watch'))
    .flatMap(([name, { value, about }]) => [`  --${name}${value === null ? '' : ` ${value}`}`, `      ${about}`]);
  return [
    ...(isWatch ? watchUsage : ['Usage: job-search search "typescript" --location Berlin --remote hybrid', '']),
    'Arguments without an option are the keyword. Case, spaces and punctuation of values do not matter.',
    '',
    'What to search for:',
    ...searching,
    '',
    'Output and waiting:',
    ...others,
    '',
    'Environment:',
    '  JOB_SEARCH_URL   address of the service (http://127.0.0.1:3000)',
    '  JOB_SEARCH_KEY   an API key',
    '  NO_COLOR         no colours',
    '',
    `Exit codes: ${Object.values(exits)
      .map(({ code, about }) => `${code} ${about}`)
      .join('; ')}.`,
    '',
  ].join('\n');
}

const watchUsage = [
  'Usage: job-search watch [MINUTES] "typescript" --location Berlin --remote hybrid',
  '',
  'Repeats the search every so many minutes (5) and prints only new jobs, until it is interrupted. Each page counts as a search.',
  '"job-search watches" has the service send new jobs to an address instead, while no command runs.',
  '',
];

function valueFor({ allowed, minimum }: SearchField): string {
  if (allowed !== undefined) return 'value';
  return minimum === undefined ? 'text' : 'number';
}

function wordsOf({ allowed, understood, minimum, maximum, default: usual }: SearchField): string[] {
  const lines: string[] = [];
  for (const word of allowed ?? []) {
    const spellings = understood?.[word] ?? [];
    lines.push(`- ${word}${spellings.length > 0 ? ` (also: ${spellings.join(', ')})` : ''}`);
  }
  if (minimum !== undefined) lines.push(`From ${minimum} to ${maximum}.`);
  if (usual !== '') lines.push(`Default: ${usual}.`);
  return lines;
}
