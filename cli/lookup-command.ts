import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { type Client, createClient, type LookupRequest } from '../client/client.js';
import { alignColumns } from '../shared/cli/columns.js';
import { longestLookedUp, lookupAnswerSchema, mostLookedUp } from '../shared/search/lookup.js';
import { CliError, exits } from './cli-error.js';
import { explainFailure, type ServiceAddress } from './explain-failure.js';
import { parseOptions } from './options.js';
import { plainJson, plainText } from './progress.js';
import { type CommandTools, runCommand, serviceFrom } from './run-command.js';

/** The lookup command. `args` are those after its name; resolves to the exit code (`exits`). */
export const main = (args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> =>
  runCommand(environment, (tools) => lookUp(args, serviceFrom(environment), tools));

async function lookUp(args: readonly string[], service: ServiceAddress, tools: CommandTools): Promise<number> {
  const { out, err, signal } = tools;
  const { values, words } = parseOptions(args, types, 'lookup');
  if (values.has('help')) {
    out.write(help);
    return exits.found.code;
  }
  const [file, ...surplus] = words;
  if (file === undefined || surplus.length > 0)
    throw new CliError('usage', ['Name one file: job-search lookup applications.txt ("-" reads standard input).']);
  const { named, skipped } = await readNames(await readInput(file), /\.csv$/i.test(file));
  if (named.length === 0) throw new CliError('usage', [`No line of ${file} has an address or the id of a job.`]);
  const client = createClient(service);
  let open = 0;
  for (const request of requestsOf(named)) {
    const { jobs, partial } = await ask(client, { request, service, signal });
    for (const job of jobs) if (job.state === 'open') open += 1;
    out.write(values.has('json') ? jobs.map((job) => `${plainJson(job)}\n`).join('') : tableOf(jobs));
    if (partial) err.write('Not all postings could be searched: unknown ones may still be stored.\n');
  }
  if (skipped > 0) err.write(`${skipped} lines without an address or the id of a job were left out.\n`);
  return exits[open > 0 ? 'found' : 'nothing'].code;
}

const types = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

const help = [
  'Usage: job-search lookup FILE [--json]',
  '',
  'Says of each posting in a file whether it is open, closed (since when) or unknown to the service. The first address or id of each line',
  'counts, so that a list of links or a CSV file will do; "-" reads standard input. A hundred of them count as one search.',
  '',
  '  --json   One answer a line as JSON.',
  '',
  'Exit codes: 0 some are open; 1 none is; 2 the file has none; 3 the service does not respond or refuses.',
  '',
].join('\n');

async function readInput(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CliError('usage', [`${file} cannot be read (${String((error as NodeJS.ErrnoException).code)}).`]);
  }
}

type Named = { url: string } | { id: string };

/** The first address or id of each line of a text, or of each row of a CSV file. */
async function readNames(content: string, isCsv: boolean): Promise<{ named: Named[]; skipped: number }> {
  const named: Named[] = [];
  let skipped = 0;
  for (const words of isCsv ? await cellsOf(content) : content.split('\n').map((line) => line.split(/[\s"'<>|;]+/))) {
    const found = words.map(nameIn).find((each) => each !== null);
    if (found !== undefined) named.push(found);
    else if (words.some((word) => word !== '')) skipped += 1;
  }
  return { named, skipped };
}

async function cellsOf(content: string): Promise<string[][]> {
  const { default: Papa } = await import('papaparse');
  return Papa.parse<string[]>(content.replace(/^\ufeff/, '')).data;
}

function nameIn(word: string): Named | null {
  const text = word.trim();
  if (/^job_[0-9A-Za-z]{16}$/.test(text)) return { id: text };
  return /^https?:\/\/./i.test(text) && text.length <= longestLookedUp && URL.canParse(text) ? { url: text } : null;
}

/** Characters of a request, below the service's limit. */
const mostCharacters = 50_000;

/** The requests for a list, in its order, each with as many entries as allowed. */
function* requestsOf(named: readonly Named[]): Generator<Named[]> {
  let [some, characters]: [Named[], number] = [[], 0];
  for (const each of named) {
    const more = Object.values(each)[0]?.length ?? 0;
    if (some.length === mostLookedUp || characters + more > mostCharacters) {
      yield some;
      [some, characters] = [[], 0];
    }
    some.push(each);
    characters += more;
  }
  yield some;
}

type Asking = { request: readonly Named[]; service: ServiceAddress; signal: AbortSignal };
type Answer = z.infer<typeof answerSchema>;
const answerSchema = lookupAnswerSchema
  .loose()
  .extend({ jobs: z.array(lookupAnswerSchema.shape.jobs.element.loose()) });

/** Looks up some of them; the answer is in the order of the file. */
async function ask(client: Client, { request, service, signal }: Asking): Promise<Answer> {
  const urls = request.flatMap((each) => ('url' in each ? [each.url] : []));
  const ids = request.flatMap((each) => ('id' in each ? [each.id] : []));
  const sent: LookupRequest = { urls, ids };
  try {
    const answer = answerSchema.parse(await client.lookup(sent, { signal }));
    const [ofUrls, ofIds] = [answer.jobs.slice(0, urls.length), answer.jobs.slice(urls.length)].map((list) =>
      list.values(),
    );
    const jobs = request.flatMap((each) => ('url' in each ? ofUrls : ofIds)?.next().value ?? []);
    return { ...answer, jobs };
  } catch (error) {
    throw explainFailure(error, service);
  }
}

/** The answers as lines: the state, its date, the job, and the id or address. */
function tableOf(jobs: Answer['jobs']): string {
  const rows = jobs.map(({ asked, state, closedAt, title, company }) =>
    [state, closedAt?.slice(0, 10) ?? '', [title, company].filter((each) => each !== null).join(', '), asked].map(
      (cell) => plainText(cell),
    ),
  );
  return alignColumns(rows)
    .map((line) => `${line}\n`)
    .join('');
}
