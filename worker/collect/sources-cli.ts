import { readFile, writeFile } from 'node:fs/promises';
import { CommandError } from '../../shared/cli/command-error.js';
import { parseArguments, readCommandName } from '../../shared/cli/parse-arguments.js';
import { readConfig } from '../../shared/config.js';
import { createLogger, hideInLog } from '../../shared/logger.js';
import { projectFile } from '../../shared/project-file.js';
import { connectRedis, redisReady } from '../../shared/redis/redis.js';
import { loadGazetteer } from '../gazetteer/gazetteer.js';
import { commonRows, settingsOf, sourcesDocument } from '../sources/config/describe-kinds.js';
import { redactAll } from '../sources/config/load-sources.js';
import { readSourcesFile } from '../sources/config/sources-file.js';
import { sourceKinds } from '../sources/kinds/source-kinds.js';
import type { Source } from '../sources/source.js';
import { type Checked, checkedFacts, checkSource } from './check-sources.js';
import { createPageAccess } from './page-access.js';

/** The help text. */
const usage = `Usage:
  npm run sources -- check FILE    test every source in a sources file
  npm run sources -- kinds         list the kinds of source and their settings
  npm run sources -- document      write docs/sources.md`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function check(file: string): Promise<void> {
  const config = readConfig();
  const sources = await sourcesOf(file);
  const logger = createLogger('error', 'sources');
  hideInLog(logger, redactAll(sources));
  const redis = connectRedis(config, 'working', logger);
  await redisReady(redis, 5000);
  const access = createPageAccess({ config, logger, redis });
  const gazetteer = loadGazetteer();
  const width = Math.max(6, ...sources.map(({ id }) => id.length));
  let failed = 0;
  try {
    print(`${'source'.padEnd(width)}  postings  ${checkedFacts.map((fact) => fact.padStart(9)).join(' ')}   seconds`);
    for (const [index, source] of sources.entries()) {
      if (process.stderr.isTTY) process.stderr.write(`\r${bar(index, sources.length)} ${source.id}\u001b[K`);
      const checked = await checkSource(source, { tools: access, gazetteer, now: new Date() });
      if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
      print(row(checked, width));
      if (checked.trouble !== null) {
        print(`${' '.repeat(width)}  ${checked.trouble}`);
        if (checked.postings === 0) failed += 1;
      }
    }
    print(`${sources.length - failed} of ${sources.length} sources returned postings.`);
  } finally {
    await access.close();
    redis.disconnect();
  }
  if (failed > 0) process.exitCode = 1;
}

/** The sources of a file. Throws a CommandError for a missing or invalid file, so that no stack trace is printed. */
async function sourcesOf(file: string): Promise<Source[]> {
  try {
    return readSourcesFile(await readFile(file, 'utf8'), file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new CommandError(`There is no file ${file}.`);
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

function bar(done: number, all: number): string {
  const full = Math.round((done / all) * 20);
  return `[${'#'.repeat(full)}${'.'.repeat(20 - full)}] ${done}/${all}`;
}

function row({ id, postings, more, filled, tookMs }: Checked, width: number): string {
  const facts = checkedFacts.map((fact) => (postings === 0 ? '–' : `${filled[fact]} %`).padStart(9)).join(' ');
  return `${id.padEnd(width)}  ${`${postings}${more ? '+' : ''}`.padStart(8)}  ${facts}   ${(tookMs / 1000).toFixed(1)}`;
}

function kinds(): void {
  for (const kind of sourceKinds) {
    print(`${kind.kind}: ${kind.summary}`);
    for (const { name, required, fallback, about } of settingsOf(kind))
      print(`    ${name}${required ? ' (required)' : ''}${fallback === null ? '' : ` = ${fallback}`}: ${about}`);
  }
  print('Every kind also accepts:');
  for (const { name, about } of commonRows()) print(`    ${name}: ${about}`);
}

/** Entry point of `npm run sources`. Exit codes: 0 = done, 1 = a source returned no postings, 2 = an invalid command or file. */
try {
  const { values, words } = parseArguments(process.argv.slice(2), { help: { type: 'boolean', short: 'h' } });
  const { command, subject } = readCommandName(words, ['check', 'kinds', 'document']);
  if (values.has('help')) print(usage);
  else if (command === 'check' && subject !== undefined) await check(subject);
  else if (command === 'kinds') kinds();
  else if (command === 'document') await writeFile(projectFile('docs/sources.md'), sourcesDocument(sourceKinds));
  else throw new CommandError(usage);
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
