import { CliError, exits } from './cli-error.js';
import type { ServiceAddress } from './explain-failure.js';
import { createScreen, plainText, type Screen } from './progress.js';

/** A command's output streams, and a signal that aborts when it should stop. */
export type CommandTools = { out: Screen; err: Screen; signal: AbortSignal };

/**
 * Runs a command until it ends, is interrupted, or the reader of its output closes the pipe; resolves to the exit code. A CliError
 * is printed as its lines, any other error with its stack.
 */
export async function runCommand(
  environment: NodeJS.ProcessEnv,
  work: (tools: CommandTools) => Promise<number>,
): Promise<number> {
  const out = createScreen(process.stdout, environment);
  const err = createScreen(process.stderr, environment);
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  const forget = stopWithPipe(stop);
  try {
    return await work({ out, err, signal: stop.signal });
  } catch (error) {
    if (stop.signal.aborted) return exits.interrupted.code;
    if (!(error instanceof CliError)) {
      err.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      return exits.broken.code;
    }
    for (const line of errorLines(error)) err.write(`${line}\n`);
    return exits[error.exit].code;
  } finally {
    forget();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal);
  }
}

/** The commands that end when the reader of a pipe closes it (`job-search search … | head`); `null` before the first one. */
let piped: Set<AbortController> | null = null;

/** Stops a command when the pipe closes, until the returned function is called. The stream keeps one listener. */
function stopWithPipe(stop: AbortController): () => void {
  if (piped === null) {
    const running = new Set<AbortController>();
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      for (const each of running) each.abort();
    });
    piped = running;
  }
  const running = piped.add(stop);
  return () => void running.delete(stop);
}

/** The service from the environment variables. Throws a CliError for an invalid address or key. */
export function serviceFrom({ JOB_SEARCH_URL, JOB_SEARCH_KEY, PORT }: NodeJS.ProcessEnv): ServiceAddress {
  const url = (JOB_SEARCH_URL || `http://127.0.0.1:${PORT || 3000}`).replace(/(?<!\/)\/+$/, '');
  if (!URL.canParse(url) || !/^https?:\/\/[^/?#]/.test(url))
    throw new CliError('usage', [`JOB_SEARCH_URL is "${plainText(url)}"; write it as http://host:port.`]);
  // A header value cannot contain other characters. The message must not print the key.
  if (JOB_SEARCH_KEY && !/^[\x21-\x7e]+$/.test(JOB_SEARCH_KEY))
    throw new CliError('usage', ['JOB_SEARCH_KEY contains a space or another character that no key contains.']);
  return JOB_SEARCH_KEY ? { url, key: JOB_SEARCH_KEY } : { url };
}

/** The lines of an error, without control characters: they may quote an unknown server. */
export function errorLines({ lines, retryAfterSeconds }: CliError): string[] {
  const plain = lines.map((line) => (/^ */.exec(line)?.[0] ?? '') + plainText(line));
  const again =
    retryAfterSeconds === null || /\bseconds\b/.test(lines.join(' ')) ? [] : [`Try again in ${retryAfterSeconds} s.`];
  return [...plain, ...again];
}
