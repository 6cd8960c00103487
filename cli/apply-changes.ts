import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ExportLine } from '../client/client.js';
import { jobCsvHead, jobCsvLine } from '../shared/export/csv.js';
import type { ExportedJob } from '../shared/export/export-line.js';
import type { ExportFiles, ExportState } from './export-files.js';

/** Lines about a job by their kind, and how many jobs the file has now. */
export type Applied = { added: number; changed: number; closed: number; jobs: number };

type Change = Extract<ExportLine, { id: string }>;

/**
 * Applies the received part to the file, which is replaced as a whole: until then it is as it was before. Applying twice does what
 * applying once does.
 */
export async function applyChanges(files: ExportFiles, { whole }: Pick<ExportState, 'whole'>): Promise<Applied> {
  const applied: Applied = { added: 0, changed: 0, closed: 0, jobs: 0 };
  const changedIds = new Set<string>();
  for await (const { change, id } of changesIn(files.part)) {
    applied[change]++;
    changedIds.add(id);
  }
  async function* jobs(): AsyncGenerator<string> {
    if (!whole)
      for await (const line of linesOf(files.jobs))
        if (!changedIds.has((JSON.parse(line) as { id: string }).id)) yield line;
    for await (const line of changesIn(files.part)) if ('job' in line) yield JSON.stringify(line.job);
  }
  await replace(files.jobs, counted(jobs(), applied));
  if (files.format === 'csv') await replace(files.file, csvOf(files.jobs));
  return applied;
}

async function* counted(jobs: AsyncIterable<string>, applied: Applied): AsyncGenerator<string> {
  for await (const job of jobs) {
    applied.jobs++;
    yield `${job}\n`;
  }
}

async function* csvOf(jobs: string): AsyncGenerator<string> {
  yield jobCsvHead;
  for await (const line of linesOf(jobs)) yield jobCsvLine(JSON.parse(line) as ExportedJob);
}

async function* changesIn(part: string): AsyncGenerator<Change> {
  for await (const line of linesOf(part)) yield JSON.parse(line) as Change;
}

/** The lines of a file of JSON. `node:readline` would also divide them at U+2028 inside a text. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const text of createReadStream(path, 'utf8')) {
    const lines = (rest + String(text)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Writes a file beside its place and then puts it there. */
async function replace(path: string, texts: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(texts), createWriteStream(`${path}.new`));
  await rename(`${path}.new`, path);
}
