import { z } from 'zod';
import { ClientError, ProblemError } from '../client/client.js';
import { problemSchema } from './answer.js';
import { CliError } from './cli-error.js';
import { explainProblem } from './explain-problem.js';
import { noService, notTheService, type ServiceAddress } from './request-search.js';

/** Why a call of the client failed, as the command says it; what is no failure of the service stays as it is. */
export function explainFailure(error: unknown, service: ServiceAddress): unknown {
  if (error instanceof z.ZodError) return notTheService(service);
  if (error instanceof ProblemError) {
    const read = problemSchema.safeParse(error.problem);
    return read.success ? explainProblem(read.data, {}) : notTheService(service);
  }
  if (!(error instanceof ClientError)) return error;
  if (error.kind === 'body') return notTheService(service);
  return error.kind === 'network' ? noService(service, error.cause) : new CliError('service', [error.message]);
}
