import type { RedisConnection } from '../../shared/redis/redis.js';
import { type BoardFigures, readBoardFigures } from '../../shared/schedule/board-figures.js';

/** How far the boards on the schedule have been read. */
export type BoardFiguresCache = () => Promise<BoardFigures>;

/** How long a reading is used: reading thousands of boards takes milliseconds. */
const maxAgeMs = 1000;

/** Reads at most once within `maxAgeMs`, for all requests meanwhile; a failed reading is not reused. */
export function createBoardFiguresCache({
  redis,
  now,
}: {
  redis: RedisConnection;
  now: () => Date;
}): BoardFiguresCache {
  let cached: { at: number; figures: Promise<BoardFigures> } | null = null;
  return () => {
    const at = now().getTime();
    if (cached !== null && Math.abs(at - cached.at) < maxAgeMs) return cached.figures;
    const reading = { at, figures: readBoardFigures(redis, now()) };
    cached = reading;
    reading.figures.catch(() => {
      if (cached === reading) cached = null;
    });
    return reading.figures;
  };
}
