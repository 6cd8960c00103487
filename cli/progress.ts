import { padText, truncate } from '../shared/cli/columns.js';
import { tidyText } from '../shared/words/text.js';
import type { Counts, Report } from './answer.js';
import type { SearchObserver } from './request-search.js';

// Terminal output: streams, and untrusted text made safe for them.

/** An output stream: standard output or standard error. */
export type Screen = {
  write(text: string): void;
  /** Whether it is a terminal rather than a file or a pipe. */
  isTerminal: boolean;
  /** Width in terminal columns; `null` = unlimited. */
  columns(): number | null;
  style: Style;
};

/** Text styles; each returns the text unchanged when colours are off. */
type Style = Record<'bold' | 'dim' | 'good' | 'bad', (text: string) => string>;

const codes: Record<keyof Style, string> = { bold: '1', dim: '2', good: '32', bad: '31' };

/** Wraps a stream. Colours are used only on a terminal, and not with NO_COLOR (no-color.org) or TERM=dumb. */
export function createScreen(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv): Screen {
  const isTerminal = stream.isTTY === true;
  const isPlain = !isTerminal || Boolean(environment.NO_COLOR) || environment.TERM === 'dumb';
  const paint = (code: string) => (text: string) => (isPlain ? text : `\u001b[${code}m${text}\u001b[0m`);
  return {
    write: (text) => void stream.write(text),
    isTerminal: isTerminal && environment.TERM !== 'dumb',
    columns: () => (isTerminal ? Math.max(20, stream.columns || 80) : null),
    style: { bold: paint(codes.bold), dim: paint(codes.dim), good: paint(codes.good), bad: paint(codes.bad) },
  };
}

/** Joiners that some scripts and emoji need; every other format character (Cf) is removed. */
const joiners = new Set(['\u200c', '\u200d']);

/**
 * Untrusted text made safe for a terminal: one line, without control characters (an escape sequence could move the
 * cursor, set the title or inject input) and without bidirectional formatting characters.
 */
export function plainText(text: string): string {
  return tidyText(text).replace(/\p{Cf}/gu, (mark) => (joiners.has(mark) ? mark : ''));
}

/** Equivalent JSON that is safe for a terminal: escapes control and format characters that JSON leaves unescaped. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\p{Cf}]/gu, (mark) =>
    Array.from({ length: mark.length }, (_, at) => `\\u${mark.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}

export type Progress = SearchObserver & {
  /** Removes the status line from the terminal and stops its timer. */
  clear(): void;
};

/** How often the status line is redrawn. */
const tickMs = 1000;

/** Pending sources that the status line names. */
const maxNamed = 3;

/**
 * Progress on standard error: one line per source when it reports and, on a terminal, a status line below them with the
 * number of sources that have reported.
 */
export function createProgress(screen: Screen, now: () => Date): Progress {
  const waiting = new Set<string>();
  const all = new Set<string>();
  let counts: Counts | null = null;
  let jobs = 0;
  let width = 10;
  let startedAt = 0;
  let timer: NodeJS.Timeout | undefined;

  const clearLine = (): void => {
    if (screen.isTerminal && timer !== undefined) screen.write('\r\u001b[K');
  };
  const draw = (): void => {
    if (!screen.isTerminal || timer === undefined) return;
    const seconds = Math.round((now().getTime() - startedAt) / 1000);
    const { total, pending } = counts ?? { total: all.size, pending: waiting.size };
    // If the response does not name every source, the names known are not those still pending.
    const line = statusLine({ total, pending, waiting: total > all.size ? [] : [...waiting], jobs, seconds });
    screen.write(`\r\u001b[K${screen.style.dim(truncate(line, (screen.columns() ?? 80) - 1))}`);
  };

  const record = ({ name, status }: Report): void => {
    const shown = plainText(name);
    width = Math.max(width, shown.length);
    all.add(shown);
    if (status === 'pending') waiting.add(shown);
    else waiting.delete(shown);
  };

  return {
    begin({ sources, sourceCounts }) {
      startedAt = now().getTime();
      counts = sourceCounts ?? null;
      for (const source of sources) record(source);
      timer = setInterval(draw, tickMs);
      draw();
    },
    report(source, latest) {
      record(source);
      counts = latest ?? counts;
      if (source.status === 'pending') return draw();
      clearLine();
      screen.write(`${reportLine(source, width, screen)}\n`);
      draw();
    },
    count(latest) {
      counts = latest;
      draw();
    },
    jobsSoFar(count) {
      jobs = count;
      draw();
    },
    clear() {
      clearLine();
      clearInterval(timer);
      timer = undefined;
    },
  };
}

function statusLine({ total, pending, waiting, jobs, seconds }: Status): string {
  const found = jobs === 0 ? '' : `, ${jobs} jobs so far`;
  const named = waiting.slice(0, maxNamed);
  const unnamed = waiting.length - named.length;
  const names = unnamed === 0 ? named.join(', ') : `${named.join(', ')} and ${unnamed} more`;
  return `${total - pending} of ${total} sources${found}, ${seconds} s${names === '' ? '' : `; waiting for ${names}`}`;
}

type Status = { total: number; pending: number; waiting: readonly string[]; jobs: number; seconds: number };

/** "ok  greenhouse  131 jobs  0.8 s", or the reason for the failure. */
function reportLine({ name, status, jobs, tookMs, detail }: Report, width: number, { style }: Screen): string {
  const isOk = status === 'ok';
  const mark = padText(plainText(status), 7);
  const counts = `${jobs} ${jobs === 1 ? 'job' : 'jobs'}  ${(tookMs / 1000).toFixed(1)} s`;
  const text = isOk ? counts : plainText(detail ?? 'no answer');
  return `${isOk ? style.good(mark) : style.bad(mark)}  ${padText(plainText(name), width)}  ${text}`;
}

/** Prints nothing. */
export const silent: Progress = { begin() {}, report() {}, count() {}, jobsSoFar() {}, clear() {} };
