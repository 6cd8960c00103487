/** Shows the progress of the first reading of the boards on the terminal. */
import { attemptedBoards, type BoardFigures } from '../shared/schedule/board-figures.js';
import { describeSeconds } from '../shared/words/describe-seconds.js';

/** Output of the start command: lines, and on a terminal one status line below them. */
type Terminal = {
  say(line: string): void;
  /** Replaces the status line; `null` removes it. Without a terminal, does nothing. */
  status(line: string | null): void;
  /** Width of the terminal in columns; `null` = not a terminal. */
  columns(): number | null;
};

const clearLine = '\r\u001b[K';

/**
 * The cursor stays at the start of the status line, so that lines of other processes on the same terminal begin at the
 * left edge.
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

/** How far the first reading of all boards is. */
type ReadingProgress = {
  boards: BoardFigures;
  /** Boards attempted at least once. */
  done: number;
  /** Boards per minute, recently, and the time left; `null` = unknown. */
  perMinute: number | null;
  secondsLeft: number | null;
};

/** The speed is that of the last minute: at a constant pace the time left is right, and it follows a change. */
const windowMs = 60_000;

/** Below this (milliseconds) the difference between two samples is meaningless. */
const leastMs = 3000;

/** Derives the progress from samples of the figures; `at` is a monotonic time in milliseconds. */
export function createReadingProgress(): (boards: BoardFigures, at: number) => ReadingProgress {
  let samples: { at: number; done: number }[] = [];
  return (boards, at) => {
    const done = attemptedBoards(boards);
    // Fewer than before: Redis was emptied, and the reading starts over.
    samples = [...samples.filter((sample) => at - sample.at <= windowMs && sample.done <= done), { at, done }];
    const first = samples[0] ?? { at, done };
    const ms = at - first.at;
    const perMinute = ms < leastMs ? null : ((done - first.done) / ms) * 60_000;
    const secondsLeft = perMinute === null || perMinute === 0 ? null : ((boards.total - done) / perMinute) * 60;
    return { boards, done, perMinute, secondsLeft };
  };
}

const count = new Intl.NumberFormat('en');

/** The progress as the parts of a line, the most important first. */
export function describeReading({ boards, perMinute, secondsLeft }: ReadingProgress): string[] {
  const { total, neverRead, postings, failing } = boards;
  return [
    `${count.format(total - neverRead)} of ${count.format(total)} boards read`,
    ...(secondsLeft === null ? [] : [`${describeSeconds(secondsLeft)} left`]),
    `${count.format(postings)} postings`,
    ...(failing === 0 ? [] : [`${count.format(failing)} failing`]),
    ...(perMinute === null ? [] : [`${count.format(Math.round(perMinute))} boards a minute`]),
  ];
}

type BoardDisplay = {
  /** Takes the latest progress. */
  update(boards: BoardFigures): void;
  /** From now on the progress is shown: the startup message precedes it. */
  begin(): void;
  /** Removes the display for good. */
  end(): void;
};

/** With fewer boards left at the start, they are read before anyone looks. */
const fewBoards = 25;

/** Without a terminal: the least time between two lines. */
const lineMs = 10_000;

const barWidth = 20;

/**
 * A bar updated in place on a terminal, otherwise a line every ten seconds while something changes. The last line
 * states the duration; after it nothing is written, however often the boards are read again.
 */
export function createBoardDisplay(terminal: Terminal, now: () => number = () => performance.now()): BoardDisplay {
  const progressOf = createReadingProgress();
  let state: 'waiting' | 'shown' | 'over' = 'waiting';
  let latest: ReadingProgress | null = null;
  let startedAt: number | null = null;
  let line = { text: '', at: Number.NEGATIVE_INFINITY };

  const show = (progress: ReadingProgress, at: number): void => {
    const { boards, done } = progress;
    const columns = terminal.columns();
    if (done === boards.total) {
      state = 'over';
      terminal.status(null);
      const parts = describeReading({ ...progress, perMinute: null, secondsLeft: null });
      terminal.say(`Boards    ${parts.join(', ')}; took ${describeSeconds((at - (startedAt ?? at)) / 1000)}`);
    } else if (columns !== null) terminal.status(barOf(progress, columns));
    else {
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
      if (state === 'shown') show(latest, at);
    },
    begin() {
      if (state !== 'waiting') return;
      state = 'shown';
      if (latest !== null) show(latest, now());
    },
    end() {
      state = 'over';
      terminal.status(null);
    },
  };
}

/** "[#####-----] 1,234 of 5,000 boards read, …", as many parts as fit. */
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
