import { alignColumns } from '../../shared/cli/align-columns.js';
import { CommandError } from '../../shared/cli/command-error.js';
import { didYouMean } from '../../shared/words/did-you-mean.js';
import { print } from './output.js';
import { openFile, saveFile } from './sources-store.js';

/** Lists the sources of a file: id, kind, what they read, and whether they are paused. */
export async function listCommand(file: string): Promise<number> {
  const { sources } = await openFile(file);
  const rows = sources.map(({ id, kind, settings, isPaused, redact }) => {
    const { id: _id, kind: _kind, ...own } = settings;
    const what = redact(
      Object.entries({ ...own })
        .filter(([name, value]) => kind.defaults?.[name as keyof typeof kind.defaults] !== value)
        .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join(', '),
    );
    return [id, kind.kind, isPaused === true ? 'paused' : '', what.slice(0, 100)];
  });
  for (const line of alignColumns([['source', 'kind', '', 'settings'], ...rows])) print(line);
  print(`${sources.length} sources in ${file}.`);
  return 0;
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

/** Pauses a source, or resumes it: a paused one stays in the file and is neither read nor searched. */
export async function pauseCommand(id: string, file: string, isPaused: boolean): Promise<number> {
  const { entries } = await openFile(file);
  refuseUnknown(id, entries);
  await saveFile(
    file,
    entries.map((entry) => {
      if (entry.id !== id) return entry;
      const { paused: _former, ...rest } = entry;
      return isPaused ? { ...rest, paused: true } : rest;
    }),
  );
  print(`${isPaused ? 'Paused' : 'Resumed'} "${id}" in ${file}.`);
  return 0;
}

function refuseUnknown(id: string, entries: readonly { id: string }[]): void {
  const ids = entries.map((entry) => entry.id);
  if (ids.includes(id)) return;
  const near = didYouMean(id, ids);
  throw new CommandError(`There is no source "${id}".${near === null ? '' : ` Did you mean "${near}"?`}`);
}
