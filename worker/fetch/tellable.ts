import type { Redact } from '../../shared/secrets/redact.js';

/** Characters of a sentence about a source at most. */
const longest = 600;

/** An address as it may be told: neither its query nor its fragment, nor a name or password. */
export function originAndPath({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}

/**
 * A sentence about a source as anybody may read it: its addresses without query, fragment, name and password, nothing that
 * came from its settings, and not longer than a few lines.
 */
export function tellable(sentence: string, redact: Redact): string {
  const told = redact(withoutQueries(redact(sentence.slice(0, 10 * longest))));
  return told.length > longest ? `${told.slice(0, longest)}…` : told;
}

/** Text whose addresses end where their query or fragment begins. */
export function withoutQueries(text: string): string {
  return text.replace(/https?:(?:\/\/|\\\/\\\/)[^\s"'<>]+/gi, (address) => {
    const end = address.search(/[?#]/);
    const kept = end === -1 ? address : address.slice(0, end);
    const start = kept.search(/[/\\]/);
    const behind = kept.slice(start).search(/[^/\\]/);
    if (behind === -1) return kept;
    const slash = start + behind;
    const path = kept.slice(slash).search(/[/\\]/);
    const authority = path === -1 ? kept.slice(slash) : kept.slice(slash, slash + path);
    const at = authority.lastIndexOf('@');
    return `${kept.slice(0, slash)}${kept.slice(slash + at + 1)}`;
  });
}

/** Says how many postings their owners do not want kept. */
export function withheldSentence(count: number): string {
  const were = count === 1 ? '1 posting was' : `${count} postings were`;
  return `${were} left out, marked noindex or noarchive by the owner.`;
}

/** An error of ours on its way to the log, the trace and the queue: the same error, its texts hidden where they must be. */
export function redactError(error: unknown, redact: Redact): unknown {
  if (!(error instanceof Error)) return error;
  const hide = (text: string): string => withoutQueries(redact(text));
  const { message, stack, cause } = error;
  for (const [name, value] of Object.entries(error))
    if (typeof value === 'string') Reflect.set(error, name, hide(value));
  error.message = hide(message);
  if (stack !== undefined) error.stack = hide(stack);
  if (cause !== undefined) error.cause = redactError(cause, redact);
  return error;
}
