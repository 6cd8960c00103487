/** Standard output as a logger's destination that survives a full disk, with a count of lost lines. */
import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import type { Registry } from 'prom-client';

/** Lines are written once this many characters are buffered, or after this many milliseconds. */
const enough = 16_000;
const latestMs = 100;

/** Maximum characters buffered for an output that accepts nothing. */
const mostWaiting = 4_000_000;

/** How long to wait before writing to a full pipe again, in milliseconds. */
const againMs = 50;

let dropped = 0;

/** Log lines that this process could not write so far: the disk was full, or nothing read its output. */
export const droppedLogLines = (): number => dropped;

/**
 * Standard output as a logger's destination that writes many lines at once, which is far cheaper. Lines that cannot be
 * written are dropped and counted, so that a full disk never stops the service. (Pino's own destination keeps them, and
 * retries for ever at the end.) The rest is written at exit. Open it once per process.
 */
export function bufferStdout(fd = 1): DestinationStream {
  let lines = '';
  let writing: Buffer | null = null;
  let timer: NodeJS.Timeout | undefined;

  const drop = (text: string): void => {
    dropped += text.split('\n').length - 1;
  };
  const handOn = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (writing !== null || lines === '') return;
    writing = Buffer.from(lines);
    lines = '';
    writeOn();
  };
  const writeOn = (): void => {
    if (writing === null) return;
    const bytes = writing;
    write(fd, bytes, (error, count) => {
      if (error?.code === 'EAGAIN') return void setTimeout(writeOn, againMs).unref();
      if (error !== null) drop(bytes.toString());
      writing = error === null && count < bytes.length ? bytes.subarray(count) : null;
      if (writing !== null) writeOn();
      else handOn();
    });
  };
  process.on('exit', () => {
    // Bytes being written have already been passed to the system.
    const rest = Buffer.from(lines);
    try {
      for (let at = 0; at < rest.length; ) at += writeSync(fd, rest, at);
    } catch {
      // The receiver has gone.
    }
  });
  return {
    write(line) {
      if (lines.length + line.length > mostWaiting) return drop(line);
      lines += line;
      if (lines.length >= enough) handOn();
      else timer ??= setTimeout(handOn, latestMs).unref();
    },
  };
}

/** Registers the count of log lines that this process could not write. */
export function registerDroppedLogLines({ Counter }: typeof import('prom-client'), registers: Registry[]): void {
  let counted = 0;
  new Counter({
    name: 'job_search_log_lines_dropped_total',
    help: 'Log lines that could not be written: the log’s disk was full, or nothing read the output.',
    registers,
    collect() {
      const dropped = droppedLogLines();
      this.inc(dropped - counted);
      counted = dropped;
    },
  });
}
