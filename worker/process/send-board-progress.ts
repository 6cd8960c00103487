import type { Logger } from '../../shared/logger.js';
import { attemptedBoards, type BoardFigures } from '../../shared/schedule/board-figures.js';

/** Interval between two messages to the parent, in milliseconds. */
const sendMs = 1000;

/**
 * Reports to the parent process how far the boards have been read, until each of the `total` scheduled boards was
 * attempted once. Does nothing without a parent that listens. Returns a function that stops it.
 */
export function sendBoardProgress(
  read: () => Promise<BoardFigures>,
  { total, logger }: { total: number; logger: Logger },
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = process.send === undefined || total === 0;
  const send = async (): Promise<void> => {
    try {
      const boards = await read();
      if (stopped || !process.connected) return;
      // Their number is wrong until the schedule includes every board.
      if (boards.total >= total) process.send?.({ boards });
      if (boards.total >= total && attemptedBoards(boards) === boards.total) return;
    } catch (err) {
      logger.debug({ err }, 'boards: progress not read');
    }
    if (!stopped) timer = setTimeout(() => void send(), sendMs);
  };
  if (!stopped) void send();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
