import { padText, truncate } from '../shared/cli/text-width.js';
import type { Report } from './answer.js';
import type { SearchObserver } from './request-search.js';
import type { Screen } from './screen.js';
import { plainText } from './strip-control.js';

export type Progress = SearchObserver & {
  /** Removes the status line from the terminal and stops its timer. */
  clear(): void;
};

/** How often the status line is redrawn. */
const tickMs = 1000;

/**
 * Progress on standard error: one line per source when it reports and, on a terminal, a status line below them with the
 * sources still pending.
 */
export function createProgress(screen: Screen, now: () => Date): Progress {
  const waiting = new Set<string>();
  const all = new Set<string>();
  let total = 0;
  let width = 10;
  let startedAt = 0;
  let timer: NodeJS.Timeout | undefined;

  const clearLine = (): void => {
    if (screen.isTerminal && timer !== undefined) screen.write('\r\u001b[K');
  };
  const draw = (): void => {
    if (!screen.isTerminal || timer === undefined) return;
    const seconds = Math.round((now().getTime() - startedAt) / 1000);
    const line = statusLine({ all: all.size, waiting: [...waiting], total, seconds });
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
    begin(sources) {
      startedAt = now().getTime();
      for (const source of sources) record(source);
      timer = setInterval(draw, tickMs);
      draw();
    },
    report(source) {
      record(source);
      if (source.status === 'pending') return draw();
      clearLine();
      screen.write(`${reportLine(source, width, screen)}\n`);
      draw();
    },
    jobsSoFar(count) {
      total = count;
      draw();
    },
    clear() {
      clearLine();
      clearInterval(timer);
      timer = undefined;
    },
  };
}

function statusLine({ all, waiting, total, seconds }: Status): string {
  const found = total === 0 ? '' : `, ${total} jobs so far`;
  const pending = waiting.length === 0 ? '' : `; waiting for ${waiting.join(', ')}`;
  return `${all - waiting.length} of ${all} sources${found}, ${seconds} s${pending}`;
}

type Status = { all: number; waiting: readonly string[]; total: number; seconds: number };

/** "ok  greenhouse  131 jobs  0.8 s", or the reason why it failed. */
function reportLine({ name, status, jobs, tookMs, detail }: Report, width: number, { style }: Screen): string {
  const isOk = status === 'ok';
  const mark = padText(plainText(status), 7);
  const counts = `${jobs} ${jobs === 1 ? 'job' : 'jobs'}  ${(tookMs / 1000).toFixed(1)} s`;
  const text = isOk ? counts : plainText(detail ?? 'no answer');
  return `${isOk ? style.good(mark) : style.bad(mark)}  ${padText(plainText(name), width)}  ${text}`;
}

/** Prints nothing. */
export const silent: Progress = { begin() {}, report() {}, jobsSoFar() {}, clear() {} };
