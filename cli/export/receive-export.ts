import { open, rm } from 'node:fs/promises';
import type { Client, ExportLine, ExportRequest } from '../../client/client.js';
import { type ExportFiles, type SavedExport, saveState } from './export-files.js';

/** What an export says of itself at its beginning, and how many jobs have come. */
export type ExportObserver = {
  begin(line: Extract<ExportLine, { change: 'begin' }>): void;
  received(jobs: number): void;
};

/** Characters that are written at once. */
const batchLength = 1_000_000;

/** Receives the rest of a round into the part; resolves to the state behind its last line. Each cursor is saved as it comes. */
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
  // A cursor stands for the search, but not for the form in which its jobs are sent.
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
        // What was received behind the last cursor comes again.
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
  /** Writes what is held back; resolves to the length in bytes. */
  flush(): Promise<number>;
  /** Forgets what was added behind this length. */
  returnTo(bytes: number): void;
  /** Removes what an earlier attempt wrote further on. */
  cut(): Promise<void>;
  close(): Promise<void>;
};

/** Opens the part for writing behind its first `bytes`. */
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
