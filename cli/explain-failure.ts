import { z } from 'zod';
import { ClientError, ProblemError, type Sending } from '../client/client.js';
import { problemSchema } from './answer.js';
import { CliError } from './cli-error.js';
import { explainProblem } from './explain-problem.js';

/** The address of the service, and the API key to use. */
export type ServiceAddress = Pick<Sending, 'url' | 'key'>;

/**
 * Why a call of the client failed, as the command says it; what is no failure of the service stays as it is. `sent`: the values of
 * options, by the fields they are for.
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

/** The error of an answer that this service does not give. */
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
