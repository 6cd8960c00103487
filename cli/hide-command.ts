import { createClient } from '../client/client.js';
import { CliError, exits } from './cli-error.js';
import { explainFailure } from './explain-failure.js';
import { parseOptions } from './options.js';
import { runCommand, serviceFrom } from './run-command.js';

const usage = 'Usage: job-search hide JOB_ID… | job-search hide --list | job-search unhide JOB_ID…';

const help = [
  usage,
  '',
  'Leaves jobs out of the searches with your key (JOB_SEARCH_KEY), by their ids from a search, or shows them again.',
  '',
  '  --list   Print the ids of hidden jobs, most recently hidden first.',
  '',
  'Exit codes: 0 done; 2 an option is invalid; 3 the service does not respond or refuses.',
  '',
].join('\n');

/** The commands `hide` and `unhide`, the first of `args`; resolves to the exit code (`exits`). */
export const main = ([name = '', ...args]: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> =>
  runCommand(environment, async ({ out, signal }) => {
    const types = { list: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
    const { values, words } = parseOptions(args, types, name);
    if (values.has('help')) {
      out.write(help);
      return exits.found.code;
    }
    if ((words.length === 0) !== values.has('list')) throw new CliError('usage', [usage]);
    const service = serviceFrom(environment);
    const client = createClient(service);
    try {
      if (values.has('list')) for (const { id } of (await client.hiddenJobs({ signal })).jobs) out.write(`${id}\n`);
      for (const id of words)
        await (name === 'unhide' ? client.unhideJob(id, { signal }) : client.hideJob(id, { signal }));
    } catch (error) {
      throw explainFailure(error, service);
    }
    return exits.found.code;
  });
