import type { BoardFigures } from '../shared/schedule/board-figures.js';
import { describeSeconds } from '../shared/words/describe-seconds.js';
import { createReadingProgress, describeReading, type ReadingProgress } from './reading-progress.js';
import type { Terminal } from './terminal.js';

/** Shows how the boards are read for the first time. */
export type BoardDisplay = {
  /** Takes the latest progress. */
  update(boards: BoardFigures): void;
  /** From now on the progress is shown: the startup message comes first. */
  begin(): void;
  /** Removes what is shown; nothing is shown after it. */
  end(): void;
};

/** With fewer boards left at the start, they are read before anybody looks. */
const fewBoards = 25;

/** Without a terminal: the least time between two lines. */
const lineMs = 10_000;

const barWidth = 20;

/**
 * On a terminal a bar that is updated in place, else a line every ten seconds while something changes. The last line says
 * how long it took; after it nothing is written, however often the boards are read again.
 */
export function createBoardDisplay(terminal: Terminal, now: () => number = () => performance.now()): BoardDisplay {
  const progressOf = createReadingProgress();
  let state: 'waiting' | 'shown' | 'over' = 'waiting';
  let latest: ReadingProgress | null = null;
  let startedAt: number | null = null;
  let line = { text: '', at: Number.NEGATIVE_INFINITY };

  const show = (progress: ReadingProgress): void => {
    const at = now();
    const columns = terminal.columns();
    if (progress.done === progress.boards.total) {
      state = 'over';
      terminal.status(null);
      const took = describeSeconds((at - (startedAt ?? at)) / 1000);
      terminal.say(
        `Boards    ${describeReading({ ...progress, perMinute: null, secondsLeft: null }).join(', ')}; took ${took}`,
      );
    } else if (columns !== null) terminal.status(barOf(progress, columns));
    else {
      const { boards, done } = progress;
      const text = `${done} ${boards.postings} ${boards.failing}`;
      if (at - line.at < lineMs || text === line.text) return;
      line = { text, at };
      terminal.say(`Boards    ${describeReading(progress).join(', ')}`);
    }
  };

  return {
    update(boards) {
      if (state === 'over') return;
      const at = now();
      latest = progressOf(boards, at);
      if (startedAt === null && boards.total - latest.done < fewBoards) state = 'over';
      startedAt ??= at;
      if (state === 'shown') show(latest);
    },
    begin() {
      if (state !== 'waiting') return;
      state = 'shown';
      if (latest !== null) show(latest);
    },
    end() {
      state = 'over';
      terminal.status(null);
    },
  };
}

/** "[=====>    ] 1,234 of 5,000 boards read, …", as many parts as fit. */
function barOf(progress: ReadingProgress, columns: number): string {
  const filled = Math.floor((progress.done / progress.boards.total) * barWidth);
  let text = `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}]`;
  for (const [index, part] of describeReading(progress).entries()) {
    const longer = `${text}${index === 0 ? ' ' : ', '}${part}`;
    // The last column stays free: some terminals wrap when it is written.
    if (longer.length >= columns) break;
    text = longer;
  }
  return text.slice(0, columns - 1);
}
