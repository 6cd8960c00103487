import { z } from 'zod';
import { type Client, createClient } from '../client/client.js';
import { printedJobSchema } from './answer.js';
import { CliError, exits } from './cli-error.js';
import { explainFailure } from './explain-failure.js';
import { jobsTable } from './jobs-table.js';
import { parseOptions } from './options.js';
import { plainJson, plainText } from './progress.js';
import { type CommandTools, runCommand, serviceFrom } from './run-command.js';

const answerSchema = z.looseObject({
  jobs: z.array(printedJobSchema),
  partial: z.boolean(),
  // Only of a company.
  name: z.string().optional(),
  total: z.number().optional(),
  closed: z.array(z.looseObject({ title: z.string(), closedAt: z.string() })).optional(),
});
type Answer = z.infer<typeof answerSchema>;

type Shown = {
  usage: string;
  about: string;
  /** Requests what the command's words name; `null` = they name nothing. */
  ask(client: Client, words: readonly string[], signal: AbortSignal): Promise<unknown> | null;
};

const shown: Readonly<Record<'similar' | 'company', Shown>> = {
  similar: {
    usage: 'job-search similar JOB_ID [--json]',
    about: 'Lists openings of other companies that resemble a job, by its id from a search. Counts as a search.',
    ask: (client, [id, ...surplus], signal) =>
      id === undefined || surplus.length > 0 ? null : client.similar(id, { signal }),
  },
  company: {
    usage: 'job-search company NAME [--json]',
    about: 'Lists the newest openings of a company, and recently closed ones. Counts as a search.',
    ask(client, words, signal) {
      return words.length === 0 ? null : client.company(words.join(' '), { signal });
    },
  },
};

/** The commands `similar` and `company`, the first of `args`; resolves to the exit code (`exits`). */
export const main = ([name = '', ...args]: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> =>
  runCommand(environment, (tools) => show(name === 'similar' ? 'similar' : 'company', args, environment, tools));

async function show(
  name: keyof typeof shown,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  { out, err, signal }: CommandTools,
): Promise<number> {
  const { usage, about, ask } = shown[name];
  const types = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
  const { values, words } = parseOptions(args, types, name);
  if (values.has('help')) {
    const codes =
      'Exit codes: 0 some were found; 1 none; 2 an option is invalid; 3 the service does not respond or refuses.';
    out.write([`Usage: ${usage}`, '', about, '', '  --json   Print the body of the answer.', '', codes, ''].join('\n'));
    return exits.found.code;
  }
  const service = serviceFrom(environment);
  const client = createClient(service);
  const asked = ask(client, words, signal);
  if (asked === null) throw new CliError('usage', [`Usage: ${usage}`]);
  const answer = await asked
    .then((body) => answerSchema.parse(body))
    .catch((error: unknown) => {
      throw explainFailure(error, service);
    });
  if (values.has('json')) out.write(`${plainJson(answer)}\n`);
  else {
    out.write(jobsTable(answer.jobs, { screen: out, now: new Date(), from: 1 }));
    for (const line of summaryOf(answer)) err.write(`${plainText(line)}\n`);
  }
  return exits[answer.jobs.length > 0 ? 'found' : 'nothing'].code;
}

function summaryOf({ jobs, name, total, closed = [], partial }: Answer): string[] {
  const count =
    name === undefined || total === undefined
      ? `${jobs.length === 0 ? 'No' : jobs.length} similar jobs are stored.`
      : `${name}: ${total} ${total === 1 ? 'opening' : 'openings'}${jobs.length < total ? `, the newest ${jobs.length} shown` : ''}.`;
  return [
    count,
    ...closed.map(({ title, closedAt }) => `Closed on ${closedAt.slice(0, 10)}: ${title}`),
    ...(partial ? ['Not all postings could be searched: some may be missing.'] : []),
  ];
}
