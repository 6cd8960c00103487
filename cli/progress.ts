import type { Report } from './answer.js';
import type { Follower } from './ask.js';
import type { Screen } from './screen.js';
import { plainText } from './strip-control.js';
import { cut, pad } from './width.js';

export type Progress = Follower & {
  /** Takes the line that is rewritten off the terminal and stops its clock. */
  clear(): void;
};

/** How often the clock of the waiting line moves. */
const tickMs = 1000;

/**
 * Progress by source on standard error: a line as each source reports, and on a terminal a last line, rewritten, that
 * says what is waited for.
 */
export function createProgress(screen: Screen, now: () => Date): Progress {
  const waiting = new Set<string>();
  const all = new Set<string>();
  let total = 0;
  let width = 10;
  let startedAt = 0;
  let timer: NodeJS.Timeout | undefined;

  const wipe = (): void => {
    if (screen.isTerminal && timer !== undefined) screen.write('\r\u001b[K');
  };
  const draw = (): void => {
    if (!screen.isTerminal || timer === undefined) return;
    const seconds = Math.round((now().getTime() - startedAt) / 1000);
    const line = waitingLine({ all: all.size, waiting: [...waiting], total, seconds });
    screen.write(`\r\u001b[K${screen.style.dim(cut(line, (screen.columns() ?? 80) - 1))}`);
  };

  const note = ({ name, status }: Report): void => {
    const shown = plainText(name);
    width = Math.max(width, shown.length);
    all.add(shown);
    if (status === 'pending') waiting.add(shown);
    else waiting.delete(shown);
  };

  return {
    begin(sources) {
      startedAt = now().getTime();
      for (const source of sources) note(source);
      timer = setInterval(draw, tickMs);
      draw();
    },
    report(source) {
      note(source);
      if (source.status === 'pending') return draw();
      wipe();
      screen.write(`${reportLine(source, width, screen)}\n`);
      draw();
    },
    jobsSoFar(count) {
      total = count;
      draw();
    },
    clear() {
      wipe();
      clearInterval(timer);
      timer = undefined;
    },
  };
}

function waitingLine({ all, waiting, total, seconds }: Standing): string {
  const found = total === 0 ? '' : `, ${total} jobs so far`;
  const rest = waiting.length === 0 ? '' : `; waiting for ${waiting.join(', ')}`;
  return `${all - waiting.length} of ${all} sources${found}, ${seconds} s${rest}`;
}

type Standing = { all: number; waiting: readonly string[]; total: number; seconds: number };

/** "ok  greenhouse  131 jobs  0.8 s", or what was wrong instead. */
function reportLine({ name, status, jobs, tookMs, detail }: Report, width: number, { style }: Screen): string {
  const isWell = status === 'ok';
  const mark = pad(plainText(status), 7);
  const said = `${jobs} ${jobs === 1 ? 'job' : 'jobs'}  ${(tookMs / 1000).toFixed(1)} s`;
  const more = isWell ? said : plainText(detail ?? 'no answer');
  return `${isWell ? style.good(mark) : style.bad(mark)}  ${pad(plainText(name), width)}  ${more}`;
}

/** A follower that tells nobody. */
export const silent: Progress = { begin() {}, report() {}, jobsSoFar() {}, clear() {} };
