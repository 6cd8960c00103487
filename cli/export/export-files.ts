import { existsSync, statSync } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Client, ExportLine, ExportRequest } from '../../client/client.js';
import { CliError } from '../cli-error.js';

// The files of an export, and a round received into them.

/** The formats of a file by the end of its name. */
export const fileFormats = { '.ndjson': 'ndjson', '.jsonl': 'ndjson', '.csv': 'csv', '.parquet': 'parquet' } as const;
type FileFormat = (typeof fileFormats)[keyof typeof fileFormats];

/** The files of an export: the requested one, and its companions. */
export type ExportFiles = {
  file: string;
  format: FileFormat;
  /** The progress of the export. */
  state: string;
  /** The received part of the current round: one change per line. */
  part: string;
  /** The jobs, one per line; the file itself if that is its format. */
  jobs: string;
};

/**
 * The progress of an export. `collecting`: `bytes` of the part precede the cursor; `received`: the part is complete but
 * not applied; `done`: the file is complete, and the cursor leads to later changes (`null`: there are none).
 */
const stateSchema = z.object({
  version: z.literal(1),
  search: z.record(z.string(), z.string()),
  phase: z.enum(['collecting', 'received', 'done']),
  /** Whether the round sends all jobs rather than changes. */
  whole: z.boolean(),
  cursor: z.string().nullable(),
  bytes: z.int().min(0),
});
export type SavedExport = z.infer<typeof stateSchema>;

/** The files of an export. */
export function exportFiles({ file, format }: Pick<ExportFiles, 'file' | 'format'>): ExportFiles {
  const jobs = format === 'ndjson' ? file : `${file}.ndjson`;
  return { file, format, state: `${file}.cursor`, part: `${file}.part`, jobs };
}

/** A new export of a search. */
export const newState = (search: Record<string, string>): SavedExport => ({
  version: 1,
  search,
  phase: 'collecting',
  whole: true,
  cursor: null,
  bytes: 0,
});

/**
 * Where to continue: from the state file, or with a new export. Throws a CliError when the file was not made by an
 * export, or by one of another search.
 */
export async function readState(files: ExportFiles, search: Record<string, string>): Promise<SavedExport> {
  if (!existsSync(files.state)) {
    const inTheWay = [files.file, files.jobs].find((path) => existsSync(path));
    if (inTheWay === undefined) return newState(search);
    throw new CliError('usage', [
      `${inTheWay} exists and is not an export that can be continued. Name another file, or remove it.`,
    ]);
  }
  const state = parse(files, await readFile(files.state, 'utf8'));
  if (Object.keys(search).length > 0 && !isSame(search, state.search))
    throw new CliError('usage', [
      `${files.file} has the jobs of another search: ${JSON.stringify(state.search)}.`,
      `Name another file, or remove ${files.state} and ${files.file}.`,
    ]);
  if (state.phase === 'collecting') return isWhole(files.part, state.bytes) ? state : newState(state.search);
  if (state.phase === 'received') return state;
  const follows = state.cursor !== null && existsSync(files.jobs);
  return follows ? { ...state, phase: 'collecting', whole: false, bytes: 0 } : newState(state.search);
}

/** Writes the progress of the export atomically. */
export async function saveState(files: ExportFiles, state: SavedExport): Promise<void> {
  await writeFile(`${files.state}.new`, `${JSON.stringify(state, null, 2)}\n`);
  await rename(`${files.state}.new`, files.state);
}

/** Marks the export as complete. */
export async function finish(files: ExportFiles, state: SavedExport): Promise<void> {
  await saveState(files, { ...state, phase: 'done', bytes: 0 });
  await rm(files.part, { force: true });
}

function parse({ state }: ExportFiles, text: string): SavedExport {
  try {
    return stateSchema.parse(JSON.parse(text));
  } catch {
    throw new CliError('usage', [`${state} was not written by this command. Remove it to begin again.`]);
  }
}

const isSame = (one: Record<string, string>, other: Record<string, string>): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

/** Whether the part still matches the state: a machine that lost power may have written only the state. */
const isWhole = (part: string, bytes: number): boolean =>
  bytes === 0 || (existsSync(part) && statSync(part).size >= bytes);

/** Receives the head of an export, and the number of jobs so far. */
export type ExportObserver = {
  begin(line: Extract<ExportLine, { change: 'begin' }>): void;
  received(jobs: number): void;
};

/** Characters written at once. */
const batchLength = 1_000_000;

/** Receives the rest of a round into the part; resolves to the state after it. Saves each cursor as it arrives. */
export async function receiveExport(
  client: Client,
  {
    files,
    state: from,
    signal,
    observer,
  }: { files: ExportFiles; state: SavedExport; signal: AbortSignal; observer: ExportObserver },
): Promise<SavedExport> {
  let state = from;
  let jobs = 0;
  const part = await openPart(files.part, state.bytes);
  const { descriptions } = state.search as ExportRequest;
  // A cursor determines the search, but not the format of its jobs.
  const request: ExportRequest =
    state.cursor === null ? state.search : { cursor: state.cursor, ...(descriptions && { descriptions }) };
  try {
    for await (const line of client.exportLines(request, { signal })) {
      if ('id' in line) {
        jobs++;
        await part.add(line);
        continue;
      }
      if (line.change === 'begin') {
        // Everything received after the last cursor is sent again.
        part.returnTo(state.bytes);
        observer.begin(line);
      }
      const bytes = line.change === 'begin' ? state.bytes : await part.flush();
      state = { ...state, cursor: line.cursor, bytes, phase: line.change === 'end' ? 'received' : 'collecting' };
      if (line.change === 'end') await part.cut();
      await saveState(files, state);
      observer.received(jobs);
    }
    return state;
  } finally {
    await part.close();
    if (state.phase === 'collecting' && state.cursor === null) await rm(files.part);
  }
}

type Part = {
  add(line: ExportLine): Promise<void>;
  /** Writes the buffer; resolves to the length in bytes. */
  flush(): Promise<number>;
  /** Discards everything added beyond this length. */
  returnTo(bytes: number): void;
  /** Removes later data written by an earlier attempt. */
  cut(): Promise<void>;
  close(): Promise<void>;
};

/** Opens the part to write after its first `bytes`. */
async function openPart(path: string, bytes: number): Promise<Part> {
  const handle = await open(path, bytes === 0 ? 'w' : 'r+');
  let at = bytes;
  let held = '';
  const flush = async (): Promise<number> => {
    const text = Buffer.from(held);
    held = '';
    for (let done = 0; done < text.length; ) {
      const { bytesWritten } = await handle.write(text, done, text.length - done, at + done);
      done += bytesWritten;
    }
    at += text.length;
    return at;
  };
  return {
    flush,
    async add(line) {
      held += `${JSON.stringify(line)}\n`;
      if (held.length > batchLength) await flush();
    },
    returnTo(length) {
      at = length;
      held = '';
    },
    cut: () => handle.truncate(at),
    close: () => handle.close(),
  };
}
