import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { CommandError, parseArguments } from '../../shared/cli/arguments.js';
import { readConfig } from '../../shared/config.js';
import { readVersion } from '../../shared/project-file.js';
import { withServiceRedis } from '../../shared/redis/command-redis.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { endLine, headLine, type Row } from './backup-file.js';
import { restoreBackup } from './restore-backup.js';
import { readContents } from './write-backup.js';

const usage = `Usage:
  npx job-search backup FILE       copy what cannot be collected again (API keys, watches, openings, statistics);
                                   - writes to standard output. The service may go on running.
  npx job-search restore FILE      write such a copy into an empty Redis, before the service is started on it
      --force                      into one that is not empty: replaces all API keys, watches, openings and statistics`;

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

async function run(args: readonly string[]): Promise<void> {
  const { values, words } = parseArguments(args, { force: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } });
  const [command, file, ...surplus] = words;
  if (values.has('help')) return void process.stdout.write(`${usage}\n`);
  if (file === undefined || surplus.length > 0) throw new CommandError(`Name one file.\n\n${usage}`);
  const force = values.get('force') === true;
  await withServiceRedis(readConfig(), 'working', async (redis) => {
    const counts = createCounts();
    if (command === 'backup') {
      await writeFile(redis, file, counts.add);
      tell(`${file === '-' ? 'Written' : `${file} has`}: ${counts.sentence()}.`);
    } else {
      const { at, release } = await restoreBackup(redis, file, { force, use: counts.add });
      tell(`Restored: ${counts.sentence()}, as they were at ${at} (release ${release}).`);
    }
  });
}

/** Writes a backup to a temporary file and renames it once it is complete. Only its owner can read it: watches have secrets. */
async function writeFile(redis: RedisConnection, file: string, use: (row: Row) => void): Promise<void> {
  if (file === '-') return writeTo(redis, process.stdout, use);
  const unfinished = `${file}.${process.pid}.unfinished`;
  const output = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
  await once(output, 'open');
  try {
    await writeTo(redis, output, use);
    await rename(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

async function writeTo(redis: RedisConnection, output: Writable, use: (row: Row) => void): Promise<void> {
  await pipeline(linesOf(redis, use), createGzip(), output);
}

async function* linesOf(redis: RedisConnection, use: (row: Row) => void): AsyncGenerator<string> {
  const now = new Date();
  yield `${headLine(readVersion(), now)}\n`;
  let rows = 0;
  for await (const row of readContents(redis, now)) {
    yield `${JSON.stringify(row)}\n`;
    use(row);
    rows++;
  }
  yield `${endLine(rows)}\n`;
}

/** Counts the items an operator knows: keys, watches, boards, closed openings, places. */
function createCounts() {
  const found = { keys: 0, watches: 0, boards: 0, closed: 0, statistics: 0, accounts: 0 };
  return {
    add({ part, key, value }: Row): void {
      if (key === redisKeys.apiKeys) found.keys += value.length;
      else if (key === redisKeys.watches) found.watches += value.length / 2;
      else if (part === 'openings') found.boards++;
      // The other hashes only index their addresses.
      else if (part === 'closed') found.closed += key.endsWith(':closed') ? 1 : 0;
      else if (part === 'statistics' || part === 'accounts') found[part]++;
    },
    sentence: (): string =>
      `${found.keys} API keys, ${found.watches} watches, the openings of ${found.boards} boards, ${found.closed} closed openings, ${found.statistics} tables of statistics, ${found.accounts} accounts`,
  };
}

/** Entry point of `npx job-search backup` and `… restore`. Exit codes: 0 = done, 2 = an invalid command, file or no Redis. */
try {
  await run(process.argv.slice(2));
} catch (error) {
  tell(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
