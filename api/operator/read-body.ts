import type { IncomingMessage } from 'node:http';

/** Longer bodies are not read. */
const longestBody = 10_000;

/** The JSON of a request's body; `null` when it is too long or none. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > longestBody) return null;
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString()) as unknown;
  } catch {
    // The caller says what is expected.
    return null;
  }
}
