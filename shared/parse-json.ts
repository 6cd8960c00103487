/** The value of a text that an operator wrote; throws an error that says where it stands and what is wrong with it (RFC 8259). */
export function parseJson(text: string, origin: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${origin} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
