import { createInterface } from 'node:readline/promises';

/** Text of others on a terminal: an escape sequence could move the cursor or set the title. */
const stripControl = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');

/** Writes a line; texts of others are stripped of control characters. */
export const print = (text: string): void => {
  for (const line of text.split('\n')) process.stdout.write(`${line.replace(/[^\t\P{Cc}]|\p{Cf}/gu, ' ')}\n`);
};

/** Shows progress in place on a terminal; `null` removes it. Elsewhere nothing is written. */
export function showProgress(done: number | null, all = 0, what = ''): void {
  if (!process.stderr.isTTY) return;
  if (done === null) process.stderr.write('\r\u001b[K');
  else process.stderr.write(`\r${bar(done, all)} ${stripControl(what).slice(0, 40)}\u001b[K`);
}

function bar(done: number, all: number): string {
  const full = all === 0 ? 0 : Math.round((done / all) * 20);
  return `[${'#'.repeat(full)}${'.'.repeat(20 - full)}] ${done}/${all}`;
}

/** Asks for consent on a terminal; without one, or with `assume`, it is given. */
export async function confirm(question: string, assume: boolean): Promise<boolean> {
  if (assume || !process.stdin.isTTY || !process.stdout.isTTY) return true;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^(?:y|yes|)$/i.test((await lines.question(`${question} [Y/n] `)).trim());
  } finally {
    lines.close();
  }
}
