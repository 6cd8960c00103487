import { bucketCount, spanOf } from '../../shared/export/buckets.js';
import { csvCursor, csvHead } from '../../shared/export/csv.js';
import { type Cursor, writeCursor } from '../../shared/export/cursor.js';
import type { ExportChunk } from '../../shared/export/export-chunk.js';
import type { ExportFormat } from '../../shared/export/export-job.js';

/** One response: where it begins, and how its chunks are made. */
export type ExportStream = {
  begin: Cursor;
  /** What its cursors are signed with. */
  secret: string | null;
  format: ExportFormat;
  /** How many openings match, about: from it follows how many buckets the first chunks are. */
  total: number;
  /** Whether later rounds can send changes. */
  followed: boolean;
  /** Whether lines have descriptions: a column of CSV. */
  isDescribed: boolean;
  /** Members of the first line, besides how many openings match. */
  about: Record<string, unknown>;
  makeChunk(from: number, to: number): Promise<ExportChunk>;
};

/** Chunks that are made while one is read: a worker begins the second as soon as it has made the first. */
const ahead = 2;

/**
 * The text of an export. While a chunk is read by the client, the next two are made, and no more: a client that reads slowly
 * holds at most three. After each chunk comes a cursor; the last line says that the export is complete. The first line of a
 * round waits for the first chunk, which counts what the round is made of: the search before it may have read older boards.
 */
export async function* streamExport(stream: ExportStream): AsyncGenerator<Buffer | string> {
  const { begin, secret, format, followed, about, isDescribed } = stream;
  const lines = linesOf(format, isDescribed);
  let total = stream.total;
  let changes = 0;
  const start = (from: number) => {
    const to = Math.min(bucketCount, from + spanOf(total));
    const chunk = stream.makeChunk(from, to);
    // It is awaited below, unless the client leaves before.
    chunk.catch(() => undefined);
    return { chunk, to };
  };
  const chunks: ReturnType<typeof start>[] = [];
  let from = begin.bucket;
  const startMore = (): void => {
    while (chunks.length < ahead && from < bucketCount) {
      const chunk = start(from);
      chunks.push(chunk);
      from = chunk.to;
    }
  };
  startMore();
  const counted = begin.bucket === 0 ? { total: (await chunks[0]?.chunk)?.total } : {};
  yield lines.begin({ ...counted, ...about, round: begin.round, cursor: writeCursor(begin, secret) });
  for (let next = chunks.shift(); next !== undefined; next = chunks.shift()) {
    const made = await next.chunk;
    total = made.total;
    changes += made.changes;
    startMore();
    if (made.text.length > 0) yield made.text;
    if (chunks.length > 0) yield lines.cursor(writeCursor({ ...begin, bucket: next.to }, secret));
  }
  const after = followed ? writeCursor({ ...begin, round: begin.round + 1, bucket: 0 }, secret) : null;
  yield lines.end({ changes, cursor: after });
}

type Lines = {
  begin(about: Record<string, unknown>): string;
  cursor(cursor: string): string;
  end(end: { changes: number; cursor: string | null }): string;
};

const jsonLine = (value: object): string => `${JSON.stringify(value)}\n`;

const linesOf = (format: ExportFormat, isDescribed: boolean): Lines =>
  format === 'csv'
    ? {
        begin: () => csvHead(isDescribed),
        cursor: (cursor) => csvCursor('cursor', cursor, isDescribed),
        end: ({ cursor }) => csvCursor('end', cursor, isDescribed),
      }
    : {
        begin: (about) => jsonLine({ change: 'begin', ...about }),
        cursor: (cursor) => jsonLine({ change: 'cursor', cursor }),
        end: (end) => jsonLine({ change: 'end', ...end }),
      };
