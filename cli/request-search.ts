import { z } from 'zod';
import { ClientError, createClient } from '../client/client.js';
import {
  answerSchema,
  type Counts,
  countsSchema,
  type PrintedAnswer,
  type Report,
  type ReportedSources,
  reportSchema,
} from './answer.js';
import { CliError } from './cli-error.js';
import { causeOf, explainFailure, type ServiceAddress } from './explain-failure.js';

export type RequestedFields = Partial<Record<string, string>>;

/** Callbacks during a search: its sources, each report of a source, the counts of all, and the jobs found so far. */
export type SearchObserver = {
  begin(sources: ReportedSources): void;
  report(source: Report, counts?: Counts): void;
  count(counts: Counts): void;
  jobsSoFar(total: number): void;
};

export type SearchRequestOptions = {
  query: RequestedFields;
  waitSeconds: number;
  signal: AbortSignal;
  observer: SearchObserver;
};

/** Seconds that an answer may come after the service's own time limit. */
const graceSeconds = 60;

const sourcesSchema = z.object({ sources: z.array(reportSchema), sourceCounts: countsSchema.optional() });

/** Searches with the streaming API and returns the answer. Throws a CliError for any other outcome; an abort is rethrown. */
export async function requestSearch(
  service: ServiceAddress,
  { query, waitSeconds, signal, observer }: SearchRequestOptions,
): Promise<PrintedAnswer> {
  const client = createClient({ ...service, retries: 0, timeoutSeconds: waitSeconds + graceSeconds });
  let hasAnswered = false;
  const onResponse = (): void => {
    hasAnswered = true;
  };
  try {
    for await (const event of client.live(query, { signal, waitSeconds, onResponse })) {
      if (event.event === 'search') observer.begin(sourcesSchema.parse(event));
      else if (event.event === 'source')
        observer.report(reportSchema.parse(event.source), countsSchema.optional().parse(event.sourceCounts));
      else if (event.event === 'progress') observer.count(countsSchema.parse(event.sourceCounts));
      else {
        // The answer stays as received, with unknown members and in its own order, as `--json` prints it.
        answerSchema.parse(event.answer);
        if (event.event === 'result') return event.answer as PrintedAnswer;
        observer.jobsSoFar(event.answer.page.total);
      }
    }
  } catch (error) {
    if (signal.aborted) throw error;
    const isLost = error instanceof ClientError && (error.kind === 'incomplete' || error.kind === 'network');
    throw isLost && hasAnswered ? interrupted(service, error) : explainFailure(error, service, query);
  }
  throw new Error('A search ended without its result and without an error.');
}

function interrupted({ url }: ServiceAddress, { kind, cause }: ClientError): CliError {
  return new CliError('service', [
    `The connection to ${url} was lost before the answer arrived (${kind === 'incomplete' ? 'the stream ended' : causeOf(cause)}).`,
    'The search continues on the service: repeat the command in a moment to get its answer.',
  ]);
}
