import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** The address of the service and the key to use. */
export type McpService = { url: string; key: string | null };

/** A longer line is not a message of the protocol: the service takes 64 kB. */
const maxLineLength = 100_000;

/** The codes of JSON-RPC 2.0 for a message that cannot be read or passed on. */
const codes = { parse: -32_700, internal: -32_603 };

/**
 * Passes messages of the Model Context Protocol on to the service, for clients that start programs: a message per line
 * on standard input, an answer per line on standard output. Resolves when all input is answered.
 */
export async function serveMcp({ url, key }: McpService, { input, output }: McpStreams): Promise<void> {
  const answer = async (line: string): Promise<void> => {
    const text = await passOn({ url, key }, line);
    if (text !== null) output.write(`${text}\n`);
  };
  const running = new Set<Promise<void>>();
  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue;
    const run = answer(line).finally(() => running.delete(run));
    running.add(run);
  }
  await Promise.all(running);
}

type McpStreams = { input: Readable; output: Writable };

/** The answer to a message as one line; `null` for a notification, which has none. */
async function passOn({ url, key }: McpService, line: string): Promise<string | null> {
  const id = idOf(line);
  if (id === undefined) return failure(null, codes.parse, 'This is not a JSON-RPC message.');
  const headers = { 'Content-Type': 'application/json', ...(key === null ? {} : { Authorization: `Bearer ${key}` }) };
  try {
    const response = await fetch(`${url}/mcp`, { method: 'POST', headers, body: line });
    const text = (await response.text()).trim();
    if (text === '' || id === null) return null;
    const body = JSON.parse(text) as { jsonrpc?: string; detail?: string };
    return body.jsonrpc === undefined
      ? failure(id, codes.internal, body.detail ?? `The service answered ${response.status}.`)
      : JSON.stringify(body);
  } catch {
    return id === null
      ? null
      : failure(id, codes.internal, `job-search cannot be reached at ${url}. Start it with: npx job-search start`);
  }
}

type Id = string | number | null;

/** The id of a message; `null` for a notification, `undefined` for anything else. */
function idOf(line: string): Id | undefined {
  if (line.length > maxLineLength) return undefined;
  try {
    const message: unknown = JSON.parse(line);
    if (typeof message !== 'object' || message === null || Array.isArray(message)) return undefined;
    const { id } = message as { id?: unknown };
    return typeof id === 'string' || typeof id === 'number' ? id : null;
  } catch {
    return undefined;
  }
}

const failure = (id: Id, code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
