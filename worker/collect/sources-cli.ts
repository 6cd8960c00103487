import { readFile, writeFile } from 'node:fs/promises';
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

/** The operator's tool: `sources check FILE`, `sources kinds`, `sources document`. */
const usage = `Usage:
  npm run sources -- check FILE    try every source of a sources file
  npm run sources -- kinds         the kinds of source and their settings
  npm run sources -- document      write docs/sources.md`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function check(file: string): Promise<void> {
  const config = readConfig();
  const sources = await sourcesOf(file);
  const logger = createLogger('error', 'sources');
  hideInLog(logger, redactAll(sources));
  const redis = connectRedis(config, 'working', logger);
  await redisReady(redis, 5000);
  const reach = createPageAccess({ config, logger, redis });
  const gazetteer = loadGazetteer();
  const width = Math.max(6, ...sources.map(({ id }) => id.length));
  let troubled = 0;
  try {
    say(`${'source'.padEnd(width)}  postings  ${checkedFacts.map((fact) => fact.padStart(9)).join(' ')}   seconds`);
    for (const [index, source] of sources.entries()) {
      if (process.stderr.isTTY) process.stderr.write(`\r${bar(index, sources.length)} ${source.id}\u001b[K`);
      const checked = await checkSource(source, { tools: reach, gazetteer, now: new Date() });
      if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
      say(row(checked, width));
      if (checked.trouble !== null) {
        say(`${' '.repeat(width)}  ${checked.trouble}`);
        if (checked.postings === 0) troubled += 1;
      }
    }
    say(`${sources.length - troubled} of ${sources.length} sources gave postings.`);
  } finally {
    await reach.close();
    redis.disconnect();
  }
  if (troubled > 0) process.exitCode = 1;
}

/** What is wrong with the operator's file is theirs to mend: a sentence, not a stack. */
async function sourcesOf(file: string): Promise<Source[]> {
  try {
    return readSourcesFile(await readFile(file, 'utf8'), file);
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    process.stderr.write(
      `${isAbsent ? `There is no file ${file}.` : error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(2);
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
    say(`${kind.kind}: ${kind.summary}`);
    for (const { name, required, fallback, about } of settingsOf(kind))
      say(`    ${name}${required ? ' (needed)' : ''}${fallback === null ? '' : ` = ${fallback}`}: ${about}`);
  }
  say('Every kind also takes:');
  for (const { name, about } of commonRows()) say(`    ${name}: ${about}`);
}

const [command, file] = process.argv.slice(2);
if (command === 'check' && file !== undefined) await check(file);
else if (command === 'kinds') kinds();
else if (command === 'document') await writeFile(projectFile('docs/sources.md'), sourcesDocument(sourceKinds));
else {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
}
