/** An escaped backslash, a pair of escaped surrogates, or one without its other half. */
const escapes =
  /\\\\|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(?<unpaired>\\u[dD][89a-fA-F][\da-fA-F]{2})/g;

/**
 * Parses third-party JSON. Escapes may state half of a surrogate pair (RFC 8259 §8.2), which no address can contain and
 * no encoding can express: like an invalid byte it becomes U+FFFD. The text itself must be well-formed. Throws like
 * `JSON.parse`.
 */
export function parseForeignJson(text: string): unknown {
  const isSuspect = /\\u[dD][89a-fA-F]/.test(text);
  return JSON.parse(isSuspect ? text.replace(escapes, (all, unpaired?: string) => (unpaired ? '\\ufffd' : all)) : text);
}
