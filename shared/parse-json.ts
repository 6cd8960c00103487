/**
 * Parses an operator's text; throws an error that explains the mistake (RFC 8259), without the excerpt that the engine
 * quotes: it may be a key.
 */
export function parseJson(text: string, origin: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${origin} is not valid JSON: ${reason.replace(/, \.{0,3}"[\s\S]*$/, '')}`);
  }
}
