import { createInterface } from 'node:readline/promises';
import { CommandError } from '../../shared/cli/arguments.js';
import { environmentValue, readConfig } from '../../shared/config.js';
import { createLogger, hideInLog } from '../../shared/logger.js';
import { connectRedis, redisReady } from '../../shared/redis/redis.js';
import { checkSource } from '../collect/check-sources.js';
import { createPageAccess, type PageAccess } from '../collect/crawl/page-access.js';
import type { SourceEntry } from '../recognise/entry.js';
import { readWrittenEntries, type WrittenEntry, writeEntries } from '../sources/config/edit-sources-file.js';
import { redactAll } from '../sources/config/load-sources.js';
import { readSourcesFile } from '../sources/config/sources-file.js';
import type { Source } from '../sources/source.js';
import { createThreadPool, type ThreadPool, threadFile } from '../threads/thread-pool.js';

// Shared by the commands: pages, the sources file, output, and concurrent work.

/** Dependencies for reading pages from a command. */
export type Tools = { access: PageAccess; threads: ThreadPool };

/** Runs work with access to pages, sharing pace and robots.txt with a running service through Redis. */
export async function withTools<Result>(
  sources: readonly Source[],
  work: (tools: Tools) => Promise<Result>,
): Promise<Result> {
  const config = readConfig();
  const logger = createLogger('error', 'sources');
  hideInLog(logger, redactAll(sources));
  const redis = connectRedis(config, 'working', logger);
  await redisReady(redis, 5000);
  const access = createPageAccess({ config, logger, redis });
  const threads = createThreadPool({ threads: config.THREADS, file: threadFile(), logger });
  try {
    return await work({ access, threads });
  } finally {
    await threads.close();
    await access.close();
    redis.disconnect();
  }
}

/** Third-party text on a terminal: an escape sequence could move the cursor or set the title. */
const stripControl = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');

/** Writes lines, above the progress if shown; removes control characters from third-party text. */
export const print = (text: string): void => {
  showProgress(null);
  for (const line of text.split('\n')) process.stdout.write(`${line.replace(/[^\t\P{Cc}]|\p{Cf}/gu, ' ')}\n`);
};

/** Shows progress in place on a terminal; `null` removes it. Elsewhere writes nothing. */
function showProgress(done: number | null, all = 0, what = ''): void {
  if (!process.stderr.isTTY) return;
  if (done === null) process.stderr.write('\r\u001b[K');
  else process.stderr.write(`\r${bar(done, all)} ${stripControl(what).slice(0, 40)}\u001b[K`);
}

function bar(done: number, all: number): string {
  const full = all === 0 ? 0 : Math.round((done / all) * 20);
  return `[${'#'.repeat(full)}${'.'.repeat(20 - full)}] ${done}/${all}`;
}

/** Asks for confirmation on a terminal; without one, or with `assume`, it is given. */
export async function confirm(question: string, assume: boolean): Promise<boolean> {
  if (assume || !process.stdin.isTTY || !process.stdout.isTTY) return true;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^(?:y|yes|)$/i.test((await lines.question(`${question} [Y/n] `)).trim());
  } finally {
    lines.close();
  }
}

/** A sources file that a command edits: its entries as written, and as sources. */
export type OpenedFile = { file: string; entries: WrittenEntry[]; sources: Source[] };

/** Unset environment variables stand for themselves: a file may be edited without its keys. */
const lenient = (name: string): string => environmentValue(name) || `unset-${name.toLowerCase()}@example.invalid`;

/** Reads the file; one that does not exist is empty. Throws a CommandError for an invalid one. */
export async function openFile(file: string): Promise<OpenedFile> {
  return forPeople(async () => {
    const entries = await readWrittenEntries(file);
    const sources = entries.length === 0 ? [] : readSourcesFile(JSON.stringify({ sources: entries }), file, lenient);
    return { file, entries, sources };
  });
}

/** Writes entries after checking them like the service does at its start. */
export async function saveFile(file: string, entries: readonly WrittenEntry[]): Promise<void> {
  if (entries.length === 0) throw new CommandError('A sources file needs at least one source: remove the file itself.');
  await forPeople(async () => {
    readSourcesFile(JSON.stringify({ sources: entries }), file, lenient);
    await writeEntries(file, entries);
  });
}

/** Runs work that fails because of a mistake in a file; throws its message as a CommandError. */
export async function forPeople<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** The result of testing an entry: a sentence, and whether it may be written. */
export type Trial = { works: boolean; sentence: string };

/** Reads a few postings of an entry as the service will. */
export async function tryEntry(entry: SourceEntry, tools: Tools): Promise<Trial> {
  let source: ReturnType<typeof readSourcesFile>[number] | undefined;
  try {
    [source] = readSourcesFile(JSON.stringify({ sources: [entry] }), 'the entry');
  } catch (error) {
    // The operator's key is not in the environment yet: the entry is correct, but cannot be tested.
    const message = error instanceof Error ? error.message : String(error);
    if (!/is not set in the environment/.test(message)) throw error;
    return { works: true, sentence: `Not tried: ${message.slice(message.indexOf('sources[0]') + 11)}` };
  }
  if (source === undefined) return { works: false, sentence: 'The entry is empty.' };
  const { postings, more, trouble } = await checkSource(source, { ...tools, now: new Date() });
  if (postings > 0)
    return {
      works: true,
      sentence: `${postings}${more ? ' or more' : ''} ${postings === 1 && !more ? 'posting' : 'postings'}.`,
    };
  const isEmpty = trouble === 'It was read and has no postings.';
  return { works: isEmpty, sentence: trouble ?? 'It was read and has no postings.' };
}

/** `perHost` and `atOnce`: items processed concurrently, per host and in total. */
type HostLimits<Item> = {
  atOnce: number;
  perHost: number;
  hostOf: (item: Item) => string;
  /** The item's name in the progress. */
  nameOf: (item: Item) => string;
};

/**
 * Processes all items, several at once, in order as far as each host's limit allows, and shows the progress. Rejects
 * with the first error.
 */
export async function forEachByHost<Item>(
  items: readonly Item[],
  { atOnce, perHost, hostOf, nameOf }: HostLimits<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = new Map<string, Item[]>();
  for (const item of items) {
    const queue = waiting.get(hostOf(item)) ?? [];
    queue.push(item);
    waiting.set(hostOf(item), queue);
  }
  const lanes = [...waiting.values()].flatMap((queue) =>
    Array.from({ length: Math.min(perHost, queue.length) }, () => queue),
  );
  let done = 0;
  const takeLanes = async (): Promise<void> => {
    for (let queue = lanes.shift(); queue !== undefined; queue = lanes.shift())
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
        await work(item);
        done += 1;
        showProgress(done, items.length, nameOf(item));
      }
  };
  showProgress(done, items.length);
  await Promise.all(Array.from({ length: Math.min(atOnce, lanes.length) }, takeLanes));
  showProgress(null);
}
