import type { IncomingMessage } from 'node:http';
import { findIllFormed } from '../../shared/words/find-ill-formed.js';

/** Longer bodies are not read. */
const longestBody = 10_000;

/** The JSON of a request's body; `null` when it is too long, none, or has a text that is no well-formed Unicode. */
export async function readOperatorBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > longestBody) return null;
    parts.push(part);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(parts).toString());
    return findIllFormed(body) === null ? body : null;
  } catch {
    // The caller says what is expected.
    return null;
  }
}
