import type { RedisConnection } from '../redis/redis.js';
import { type BoardHoldings, readBoardHoldings } from './board-holdings.js';
import { type BoardProgress, readBoardProgress } from './board-progress.js';

/** All figures of the boards on the schedule. */
export type BoardFigures = BoardProgress & BoardHoldings;

/** Reads all figures in one round trip. */
export async function readBoardFigures(redis: RedisConnection, now: Date): Promise<BoardFigures> {
  const [progress, holdings] = await Promise.all([readBoardProgress(redis, now), readBoardHoldings(redis, now)]);
  return { ...progress, ...holdings };
}

/** Boards that were read, or could not be, at least once. */
export const attemptedBoards = ({ total, neverRead, unreadable }: BoardFigures): number =>
  total - Math.max(0, neverRead - unreadable);
