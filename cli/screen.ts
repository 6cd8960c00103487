/** Where lines go: standard output or standard error. */
export type Screen = {
  write(text: string): void;
  /** A person looks at it; otherwise it is a file or another program. */
  isTerminal: boolean;
  /** Cells a line has; `null` when nothing limits it. */
  columns(): number | null;
  style: Style;
};

/** How words stand out; without colours they stay as they are. */
export type Style = Record<'bold' | 'dim' | 'good' | 'bad', (text: string) => string>;

const codes: Record<keyof Style, string> = { bold: '1', dim: '2', good: '32', bad: '31' };

/** A screen over a stream. Colours only on a terminal, and not where NO_COLOR (no-color.org) or TERM=dumb forbid them. */
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
