import type { ExportLine, ExportRequest } from './bodies.js';
import { ClientError } from './errors.js';
import { type CallOptions, call, pause, type Sending } from './send.js';

/** A longer line cannot come from the service, whose descriptions are shorter. */
const maxLineLength = 4_000_000;

/** Failures after which the rest is requested again. */
const continuable: ReadonlySet<string> = new Set(['network', 'timeout', 'incomplete']);

/**
 * The lines of an export. A broken connection is resumed after the last cursor: another `begin` line follows, and the
 * lines after that cursor are repeated. Throws after `retries` failures without a cursor between them.
 */
export async function* exportLines(
  sending: Sending,
  request: ExportRequest,
  options: CallOptions,
): AsyncGenerator<ExportLine, void, undefined> {
  const { signal } = options;
  const { retries = 3 } = sending;
  let from = request;
  for (let failures = 0; ; failures++) {
    try {
      for await (const line of readLines(sending, from, options)) {
        if ('cursor' in line && line.cursor !== null) from = behind(line.cursor, request);
        if (line.change === 'cursor') failures = 0;
        yield line;
        if (line.change === 'end') return;
      }
      throw new ClientError('incomplete', 'The export ended before its last line.');
    } catch (error) {
      const goesOn = error instanceof ClientError && continuable.has(error.kind);
      if (!goesOn || signal?.aborted || failures >= retries) throw error;
    }
    await pause(1000 * 2 ** failures, signal);
  }
}

/** The request for the lines after a cursor, which determines the search, but not the form of its descriptions. */
const behind = (cursor: string, { descriptions }: ExportRequest): ExportRequest => ({
  cursor,
  ...(descriptions && { descriptions }),
});

/** The lines of one response. */
async function* readLines(
  sending: Sending,
  request: ExportRequest,
  options: CallOptions,
): AsyncGenerator<ExportLine, void, undefined> {
  const { signal } = options;
  const headers = { accept: 'application/x-ndjson' };
  const response = await call(sending, { method: 'POST', path: '/api/jobs/export', headers, body: request }, options);
  if (response.body === null) throw new ClientError('body', 'The answer has no body.');
  const decoder = new TextDecoder();
  let rest = '';
  const chunks = response.body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await chunks.next().catch((error: unknown) => {
        if (signal?.aborted) throw signal.reason;
        throw new ClientError('network', 'The connection broke before the end of the export.', { cause: error });
      });
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > maxLineLength) throw new ClientError('body', 'A line of the export is too long.');
      for (const line of lines) if (line !== '') yield parseLine(line);
    }
  } finally {
    // Leaving the loop closes the connection.
    await chunks.return?.();
  }
}

function parseLine(line: string): ExportLine {
  try {
    return JSON.parse(line) as ExportLine;
  } catch (error) {
    throw new ClientError('body', 'A line of the export is not valid JSON.', { cause: error });
  }
}
