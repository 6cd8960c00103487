import { z } from 'zod';
import { ClientError, ProblemError, type Sending } from '../client/client.js';
import { type FieldName, fieldNames } from '../shared/search/fields.js';
import { countsOf, type PrintedProblem, problemSchema } from './answer.js';
import { CliError } from './cli-error.js';
import { fieldOptions, timeOptions } from './options.js';

// Explains why a call failed and suggests a remedy.

/** The address of the service, and the API key to use. */
export type ServiceAddress = Pick<Sending, 'url' | 'key'>;

/**
 * A failed call of the client as an error message of the command; errors not caused by the service are returned
 * unchanged. `sent`: the values of options, by their fields.
 */
export function explainFailure(
  error: unknown,
  service: ServiceAddress,
  sent: Parameters<typeof explainProblem>[1] = {},
): unknown {
  if (error instanceof z.ZodError) return notTheService(service);
  if (error instanceof ProblemError) {
    const read = problemSchema.safeParse(error.problem);
    return read.success ? explainProblem(read.data, sent) : notTheService(service);
  }
  if (!(error instanceof ClientError)) return error;
  if (error.kind === 'body') return notTheService(service);
  return error.kind === 'network' ? noService(service, error.cause) : new CliError('service', [error.message]);
}

/** The error of a request that reached no service. */
const noService = ({ url }: ServiceAddress, cause: unknown): CliError =>
  new CliError('service', [
    `No service responds at ${url} (${causeOf(cause)}).`,
    `Start it with: npx job-search start. If it runs elsewhere, set JOB_SEARCH_URL=http://host:port`,
  ]);

/** The error of an answer that this service would not give. */
const notTheService = ({ url }: ServiceAddress): CliError =>
  new CliError('service', [
    `The server at ${url} does not respond like this search service.`,
    'Set the address of the service: JOB_SEARCH_URL=http://host:port',
  ]);

/** The cause, such as ECONNREFUSED; the message of fetch itself is only "fetch failed". */
export function causeOf(error: unknown): string {
  const { cause = error } = Object(error) as { cause?: unknown };
  const { code, message } = Object(cause) as { code?: unknown; message?: unknown };
  return String(code ?? message ?? cause);
}

/** Advice for the user of the command, in addition to the sentence of the problem. */
const advice: Readonly<Record<string, string>> = {
  'invalid-key': 'The key comes from JOB_SEARCH_KEY; unset it to search without a key.',
  'key-required': 'Set JOB_SEARCH_KEY to a key; "job-search key create --plan pro --name me" creates one.',
  'rate-limited': 'Set JOB_SEARCH_KEY to a key with a larger plan.',
  'search-timeout': 'The search continues: repeat the command in a moment to get its answer.',
};

/** Sources named. */
const maxSources = 10;

/** A problem of the service as lines for the user: the value sent, the allowed ones, the likely intent. */
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

/** The options for members of a watch other than its search. */
const watchOptions: Readonly<Record<string, string>> = { ...timeOptions, url: 'url' };

/** The option of a field, with the value sent; a watch's fields are its search's, its address and its rhythm. */
function nameOf(pointer: string, query: Partial<Record<string, string>>): string {
  const name = decodeURIComponent(pointer.replace(/^#\/?(?:search\/)?/, ''));
  const isField = (text: string): text is FieldName => (fieldNames as readonly string[]).includes(text);
  const option = isField(name) ? fieldOptions[name][0] : watchOptions[name];
  if (option === undefined) return name === '' ? 'request' : name;
  return `--${option} "${query[name] ?? ''}"`;
}
