/** Where the start command writes: lines, and on a terminal one status line below them. */
export type Terminal = {
  say(line: string): void;
  /** Replaces the status line; `null` removes it. Without a terminal nothing is written. */
  status(line: string | null): void;
  /** Width of the terminal in columns; `null` = it is none. */
  columns(): number | null;
};

const clearLine = '\r\u001b[K';

/**
 * The cursor stays at the start of the status line, so that a line which another process writes to the same terminal begins
 * at the left edge.
 */
export function createTerminal(stream: NodeJS.WriteStream, { TERM }: NodeJS.ProcessEnv): Terminal {
  const isTerminal = stream.isTTY === true && TERM !== 'dumb';
  let current: string | null = null;
  return {
    say(line) {
      stream.write(current === null ? `${line}\n` : `${clearLine}${line}\n${current}\r`);
    },
    status(line) {
      if (!isTerminal || (line === null && current === null)) return;
      current = line;
      stream.write(line === null ? clearLine : `${clearLine}${line}\r`);
    },
    columns: () => (isTerminal ? Math.max(20, stream.columns || 80) : null),
  };
}
