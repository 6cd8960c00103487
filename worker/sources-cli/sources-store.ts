import { CommandError } from '../../shared/cli/command-error.js';
import { environmentValue } from '../../shared/config.js';
import { readWrittenEntries, type WrittenEntry, writeEntries } from '../sources/config/edit-sources-file.js';
import { readSourcesFile } from '../sources/config/sources-file.js';
import type { Source } from '../sources/source.js';

/** A sources file that a command edits: its entries as written, and as sources. */
export type OpenedFile = { file: string; entries: WrittenEntry[]; sources: Source[] };

/** Values of the environment that are not set stand for themselves: a file is edited where its keys need not be known. */
const lenient = (name: string): string => environmentValue(name) || `unset-${name.toLowerCase()}@example.invalid`;

/** Reads the file; one that does not exist is empty. Throws a CommandError for an invalid one. */
export async function openFile(file: string): Promise<OpenedFile> {
  try {
    const entries = await readWrittenEntries(file);
    const sources = entries.length === 0 ? [] : readSourcesFile(JSON.stringify({ sources: entries }), file, lenient);
    return { file, entries, sources };
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** Writes entries after checking them like the service does at its start. */
export async function saveFile(file: string, entries: readonly WrittenEntry[]): Promise<void> {
  if (entries.length === 0) throw new CommandError('A sources file needs at least one source: remove the file itself.');
  try {
    readSourcesFile(JSON.stringify({ sources: entries }), file, lenient);
    await writeEntries(file, entries);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}
