import { outliveOutput } from './outlive-output.js';

/** Mistakes of the program, not of its settings: their stack is printed too. */
const programErrors = [TypeError, ReferenceError, RangeError, SyntaxError];

/**
 * Runs the start of a process. When it rejects, prints the reason on standard error, without a stack, and exits with 1:
 * what keeps a service from starting is mostly a setting, and the message says which.
 */
export async function explainStart(start: () => Promise<void>): Promise<void> {
  outliveOutput();
  try {
    await start();
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exit(1);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return programErrors.some((kind) => error instanceof kind) ? (error.stack ?? error.message) : error.message;
}
