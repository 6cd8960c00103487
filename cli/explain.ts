import { type FieldName, fieldNames } from '../shared/search/fields.js';
import type { ProblemBody } from './answer.js';
import { Trouble } from './cli-error.js';
import { fieldOptions } from './options.js';

/** What a person can do about a problem besides what its sentence says. */
const cures: Readonly<Record<string, string>> = {
  'invalid-key': 'JOB_SEARCH_KEY holds the key that was sent; unset it to search without one.',
  'rate-limited': 'A key with a larger plan goes into JOB_SEARCH_KEY.',
  'search-timeout': 'The search goes on: the same command in a moment finds its answer.',
};

/** A problem of the service as a person reads it: what came, what is allowed, what was meant. */
export function explain(problem: ProblemBody, query: Partial<Record<string, string>>): Trouble {
  const { code, status, title, detail, errors, sources, requestId, retryAfterSeconds } = problem;
  const lines = [title];
  for (const { pointer, detail: sentence, allowed } of errors) {
    lines.push(`  ${nameOf(pointer, query)}: ${sentence}`);
    if (Array.isArray(allowed)) lines.push(`      allowed: ${allowed.join(', ')}`);
    else if (allowed !== undefined) lines.push(`      allowed: ${allowed.min} to ${allowed.max}`);
  }
  if (errors.length === 0 && detail !== '') lines.push(detail);
  for (const source of sources) lines.push(`  ${source.name}: ${source.detail ?? source.status}`);
  const cure = cures[code];
  if (cure !== undefined) lines.push(cure);
  if (status >= 500 && requestId !== '') lines.push(`The service's log has it under the request id ${requestId}.`);
  const isOurs = status === 400 || status === 413 || status === 415;
  return new Trouble(isOurs ? 'usage' : 'service', lines, retryAfterSeconds ?? null);
}

/** A field by the option it was given by, with what came. */
function nameOf(pointer: string, query: Partial<Record<string, string>>): string {
  const name = decodeURIComponent(pointer.replace(/^#\/?/, ''));
  const isField = (text: string): text is FieldName => (fieldNames as readonly string[]).includes(text);
  if (!isField(name)) return name === '' ? 'request' : name;
  return `--${fieldOptions[name][0]} "${query[name] ?? ''}"`;
}
