import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BasicType } from 'hyparquet-writer';
import type { ExportLine } from '../../client/client.js';
import { jobColumns, jobCsvHead, jobCsvLine } from '../../shared/export/csv.js';
import type { ExportedJob } from '../../shared/export/export-chunk.js';
import type { ExportFiles, SavedExport } from './export-files.js';

/** Lines about a job by their kind, and how many jobs the file has now. */
export type Applied = { added: number; changed: number; closed: number; jobs: number };

type Change = Extract<ExportLine, { id: string }>;

/**
 * Applies the received part to the file, which is replaced as a whole: until then it is as it was before. Applying twice does what
 * applying once does.
 */
export async function applyChanges(
  files: ExportFiles,
  { whole, search }: Pick<SavedExport, 'whole' | 'search'>,
): Promise<Applied> {
  const isDescribed = (search.descriptions ?? '') !== '';
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
  if (files.format === 'csv') await replace(files.file, csvOf(files.jobs, isDescribed));
  if (files.format === 'parquet') await writeParquet(files, isDescribed);
  return applied;
}

async function* counted(jobs: AsyncIterable<string>, applied: Applied): AsyncGenerator<string> {
  for await (const job of jobs) {
    applied.jobs++;
    yield `${job}\n`;
  }
}

async function* csvOf(jobs: string, isDescribed: boolean): AsyncGenerator<string> {
  yield jobCsvHead(isDescribed);
  for await (const line of linesOf(jobs)) yield jobCsvLine(JSON.parse(line) as ExportedJob, isDescribed);
}

/** Columns of Parquet that are no text. */
const types: Readonly<Record<string, BasicType>> = {
  ...{ salaryMin: 'DOUBLE', salaryMax: 'DOUBLE', yearlyMin: 'DOUBLE', yearlyMax: 'DOUBLE' },
  ...{ postedAt: 'TIMESTAMP', validUntil: 'TIMESTAMP', firstSeenAt: 'TIMESTAMP', lastSeenAt: 'TIMESTAMP' },
  ...{ repostedAt: 'TIMESTAMP', reposted: 'INT32', sameElsewhere: 'INT32' },
};

/** Rows that are held in memory until they are written. */
const rowGroupSize = 20_000;

/** Writes the jobs as Parquet (Snappy) with the columns of CSV, which is put in its place when it is complete. */
async function writeParquet({ file, jobs }: ExportFiles, isDescribed: boolean): Promise<void> {
  const { fileWriter, parquetWriteRows } = await import('hyparquet-writer');
  const names = ['id', ...Object.keys(jobColumns), ...(isDescribed ? ['description'] : [])];
  const columns = names.map((name) => ({ name, type: types[name] ?? 'STRING' }) as const);
  await parquetWriteRows({ writer: fileWriter(`${file}.new`), rows: parquetRows(jobs), columns, rowGroupSize });
  await rename(`${file}.new`, file);
}

async function* parquetRows(jobs: string): AsyncGenerator<Record<string, string | number | Date | null>> {
  for await (const line of linesOf(jobs)) {
    const job = JSON.parse(line) as ExportedJob;
    const cells = Object.entries(jobColumns).map(([name, cell]) => {
      const value = cell(job);
      return [name, types[name] === 'TIMESTAMP' && value !== null ? new Date(value) : value];
    });
    // A row may have more members than the file has columns.
    yield { id: job.id, ...Object.fromEntries(cells), description: job.description ?? null };
  }
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
