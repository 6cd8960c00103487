import { CommandError } from '../../shared/cli/arguments.js';
import { alignColumns } from '../../shared/cli/columns.js';
import { readConfig } from '../../shared/config.js';
import { createLogger, hideInLog } from '../../shared/logger.js';
import { connectRedis, redisReady } from '../../shared/redis/redis.js';
import { readSourceReadings } from '../../shared/schedule/listed-sources.js';
import { didYouMean } from '../../shared/words/did-you-mean.js';
import { many } from '../catalogue/board-entries.js';
import { pauseEntries, type WrittenEntry } from '../sources/config/edit-sources-file.js';
import { redactAll } from '../sources/config/load-sources.js';
import type { Source } from '../sources/source.js';
import { openFile, print, saveFile } from './open-tools.js';

/**
 * Lists the sources of a file: id, kind, a description, and whether they are paused. If a service is running, also
 * which are failing or gone, and since when.
 */
export async function listCommand(file: string): Promise<number> {
  const { sources } = await openFile(file);
  const states = await readStates(sources);
  const rows = sources.map(({ id, kind, settings, isPaused, redact }) => {
    const { id: _id, kind: _kind, ...shown } = settings;
    const what = redact(
      Object.entries(shown)
        .filter(([name, value]) => kind.defaults?.[name as keyof typeof kind.defaults] !== value)
        .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join(', '),
    );
    return [id, kind.kind, isPaused === true ? 'paused' : (states.get(id) ?? ''), what.slice(0, 100)];
  });
  for (const line of alignColumns([['source', 'kind', '', 'settings'], ...rows])) print(line);
  print(`${sources.length} sources in ${file}.`);
  return 0;
}

/** How long the command waits for Redis: listing the file is useful without a service. */
const redisMs = 1000;

/** A running service's failing or gone sources; empty without one. */
async function readStates(sources: readonly Source[]): Promise<Map<string, string>> {
  const config = readConfig();
  const logger = createLogger('silent', 'sources');
  hideInLog(logger, redactAll(sources));
  const redis = connectRedis(config, 'working', logger);
  try {
    await redisReady(redis, redisMs);
    const { failingSince, goneSince } = await readSourceReadings(redis);
    const words = (rows: ReadonlyMap<string, number>, word: string): [string, string][] =>
      [...rows].map(([id, at]) => [id, `${word} since ${new Date(at).toISOString().slice(0, 10)}`]);
    return new Map([...words(failingSince, 'failing'), ...words(goneSince, 'gone')]);
  } catch {
    // No service runs on this Redis, or it cannot be reached.
    return new Map();
  } finally {
    redis.disconnect();
  }
}

/** Removes a source from a file. */
export async function removeCommand(id: string, file: string): Promise<number> {
  const { entries } = await openFile(file);
  refuseUnknown(id, entries);
  await saveFile(
    file,
    entries.filter((entry) => entry.id !== id),
  );
  print(`Removed "${id}" from ${file}.`);
  return 0;
}

/** The sources to pause or resume: one by its id, those of a kind, or all. */
export type PausedSources = { id: string } | { kind: string } | 'all';

/** Pauses sources, or resumes them: a paused one stays in the file and is neither read nor searched. */
export async function pauseCommand(which: PausedSources, file: string, isPaused: boolean): Promise<number> {
  const { entries } = await openFile(file);
  const isChosen = (entry: WrittenEntry): boolean =>
    which === 'all' || ('id' in which ? entry.id === which.id : entry.kind === which.kind);
  if (which !== 'all' && 'id' in which) refuseUnknown(which.id, entries);
  else if (!entries.some(isChosen)) throw new CommandError(`There is no such source in ${file}.`);
  const { entries: left, changed } = pauseEntries(entries, { isPaused, isChosen });
  await saveFile(file, left);
  const what = which !== 'all' && 'id' in which ? `"${which.id}"` : many(changed, 'source');
  print(`${isPaused ? 'Paused' : 'Resumed'} ${what} in ${file}.`);
  return 0;
}

function refuseUnknown(id: string, entries: readonly { id: string }[]): void {
  const ids = entries.map((entry) => entry.id);
  if (ids.includes(id)) return;
  const near = didYouMean(id, ids);
  throw new CommandError(`There is no source "${id}".${near === null ? '' : ` Did you mean "${near}"?`}`);
}
