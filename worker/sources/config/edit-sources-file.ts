import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { parseJson } from '../../../shared/parse-json.js';

/** An entry of a sources file as written, with names of the environment in place of keys. */
export type WrittenEntry = { id: string } & Record<string, unknown>;

/** The entries of a sources file as written; `[]` when there is no file yet. Throws for any other content. */
export async function readWrittenEntries(file: string): Promise<WrittenEntry[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return [];
  const data = parseJson(text, file) as { sources?: unknown } | null;
  if (typeof data !== 'object' || !Array.isArray(data?.sources)) throw new Error(`${file} must be {"sources": [ … ]}.`);
  return data.sources as WrittenEntry[];
}

/** The entries with the chosen ones paused, or in use again, and how many were changed. */
export function pauseEntries(
  entries: readonly WrittenEntry[],
  { isPaused, isChosen }: { isPaused: boolean; isChosen: (entry: WrittenEntry) => boolean },
): { entries: WrittenEntry[]; changed: number } {
  let changed = 0;
  const left = entries.map((entry) => {
    if (!isChosen(entry) || (entry.paused === true) === isPaused) return entry;
    changed += 1;
    const { paused: _former, ...rest } = entry;
    return isPaused ? { ...rest, paused: true } : rest;
  });
  return { entries: left, changed };
}

/**
 * Writes the entries of a sources file, so that a reader sees the file before or after, never a part of it. A file
 * mounted by itself cannot be replaced and is written in place.
 */
export async function writeEntries(file: string, entries: readonly WrittenEntry[]): Promise<void> {
  const lines = entries.map((entry) => `    ${JSON.stringify(entry)}`);
  const text = `{\n  "sources": [\n${lines.join(',\n')}\n  ]\n}\n`;
  const beside = `${file}.${randomBytes(4).toString('hex')}.tmp`;
  const mode = await stat(file).then(
    ({ mode: own }) => own & 0o777,
    () => 0o644,
  );
  try {
    const handle = await open(beside, 'wx', mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!['EBUSY', 'EXDEV', 'EACCES', 'EROFS', 'EPERM'].includes(code)) throw error;
    await writeFile(file, text);
  }
}
