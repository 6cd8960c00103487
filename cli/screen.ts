import { tidyText } from '../shared/words/text.js';

// What is written to a terminal: its streams, and untrusted text made safe for it.

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
export type Style = Record<'bold' | 'dim' | 'good' | 'bad', (text: string) => string>;

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

/** Equivalent JSON that is safe for a terminal: control and format characters that JSON leaves as they are are escaped. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\p{Cf}]/gu, (mark) =>
    Array.from({ length: mark.length }, (_, at) => `\\u${mark.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}
