import { type FieldName, fieldNames } from '../shared/search/fields.js';
import { countsOf, type PrintedProblem } from './answer.js';
import { CliError } from './cli-error.js';
import { fieldOptions, timeOptions } from './options.js';

/** Advice for the user of the command, in addition to the sentence of the problem. */
const advice: Readonly<Record<string, string>> = {
  'invalid-key': 'The key comes from JOB_SEARCH_KEY; unset it to search without a key.',
  'key-required': 'Set JOB_SEARCH_KEY to a key; "job-search key create --plan pro --name me" creates one.',
  'rate-limited': 'Set JOB_SEARCH_KEY to a key with a larger plan.',
  'search-timeout': 'The search continues: repeat the command in a moment to get its answer.',
};

/** Sources that are named. */
const maxSources = 10;

/** A problem of the service as lines for the user: what was sent, what is allowed, the likely intent. */
export function explainProblem(problem: PrintedProblem, query: Partial<Record<string, string>>): CliError {
  const { code, status, title, detail, errors, sources, requestId, retryAfterSeconds } = problem;
  const lines = [title];
  for (const { pointer, detail: sentence, allowed } of errors) {
    lines.push(`  ${nameOf(pointer, query)}: ${sentence}`);
    if (Array.isArray(allowed)) lines.push(`      allowed: ${allowed.join(', ')}`);
    else if (allowed !== undefined) lines.push(`      allowed: ${allowed.min} to ${allowed.max}`);
  }
  if (errors.length === 0 && detail !== '') lines.push(detail);
  const named = sources.slice(0, maxSources);
  for (const source of named) lines.push(`  ${source.name}: ${source.detail ?? source.status}`);
  const unnamed = countsOf(problem).total - named.length;
  if (unnamed > 0) lines.push(`  and ${unnamed} more sources`);
  const tip = advice[code];
  if (tip !== undefined) lines.push(tip);
  if (status >= 500 && requestId !== '') lines.push(`Request id in the log of the service: ${requestId}.`);
  const isUsage = status === 400 || status === 413 || status === 415;
  return new CliError(isUsage ? 'usage' : 'service', lines, retryAfterSeconds ?? null);
}

/** The options of what a watch has besides its search. */
const watchOptions: Readonly<Record<string, string>> = { ...timeOptions, url: 'url' };

/** The option of a field, with the value that was sent; the fields of a watch are those of its search, its address and its rhythm. */
function nameOf(pointer: string, query: Partial<Record<string, string>>): string {
  const name = decodeURIComponent(pointer.replace(/^#\/?(?:search\/)?/, ''));
  const isField = (text: string): text is FieldName => (fieldNames as readonly string[]).includes(text);
  const option = isField(name) ? fieldOptions[name][0] : watchOptions[name];
  if (option === undefined) return name === '' ? 'request' : name;
  return `--${option} "${query[name] ?? ''}"`;
}
