import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import {
  type CollectionHead,
  readCollectionStates,
  writeCollection,
} from '../../shared/search/collections/collection-store.js';
import { confirmSeconds } from '../../worker/openings/compare-listing.js';
import { trackOpenings } from '../../worker/openings/track-openings.js';
import { startRedis } from '../lib/start-redis.js';
import { createChance } from '../soak/chance.js';
import { jobOf, type SimulatedBoard, simulateListings } from './simulated-listings.js';

/** What a simulated day of readings shows. */
export type OpeningsDay = {
  readings: number;
  /** Readings that were compared; the others said the same as the one before. */
  compared: number;
  doubted: number;
  closed: number;
  /** Openings that were closed while they were open in truth. */
  closedWrongly: number;
  /** Open in truth and listed before, but in the collection no longer. */
  lost: number;
  /** Minutes from the truth to the closing, of each closed opening. */
  delays: number[];
  /** CPU of comparing and storing the record, in µs for each posting listed. */
  microseconds: number;
  /** Bytes of the records in Redis for each opening. */
  bytes: number;
};

const minute = 60;
const every = 10 * minute;

/** A board in the simulation, and what is known of it. */
type Watched = {
  board: SimulatedBoard;
  nextAt: number;
  changedAt: number;
  /** The reading before, to tell one that says the same. */
  last: string;
  head: CollectionHead | null;
  /** Openings of its collection, and when those that closed in truth did. */
  held: Set<string>;
  endedAt: Map<string, number>;
};

/** Reads boards every ten minutes for so many hours of a simulated clock, on a real Redis. */
export async function simulateOpenings(options: { boards: number; hours: number }): Promise<OpeningsDay> {
  const stage = await startRedis();
  try {
    const chance = createChance(5);
    const start = Math.floor(Date.now() / 1000);
    const watched = simulateListings(options.boards, chance).map(
      (board): Watched => ({
        ...{ board, nextAt: start + Math.floor(chance() * every), changedAt: start, last: '', head: null },
        ...{ held: new Set<string>(), endedAt: new Map<string, number>() },
      }),
    );
    const day = emptyDay();
    let [spent, listed] = [0, 0];
    for (let now = start; now < start + options.hours * 60 * minute; now += minute)
      for (const each of watched) {
        if (each.nextAt > now) continue;
        const took = await read(stage.redis, each, { now, day });
        spent += took.microseconds;
        listed += took.listed;
      }
    const sizes = await Promise.all(watched.map(({ board }) => stage.redis.strlen(redisKeys.openings(board.id))));
    const open = watched.reduce((sum, { held }) => sum + held.size, 0);
    return { ...day, microseconds: spent / listed, bytes: sizes.reduce((sum, size) => sum + size, 0) / open };
  } finally {
    await stage.stop();
  }
}

const emptyDay = (): OpeningsDay => ({
  ...{ readings: 0, compared: 0, doubted: 0, closed: 0, closedWrongly: 0, lost: 0, delays: [] },
  ...{ microseconds: 0, bytes: 0 },
});

/** One reading of a board; returns the CPU time of comparing it and the postings it listed. */
async function read(
  redis: RedisConnection,
  each: Watched,
  { now, day }: { now: number; day: OpeningsDay },
): Promise<{ microseconds: number; listed: number }> {
  const { board } = each;
  const before = new Set(board.openings);
  board.change((now - each.changedAt) / 3600);
  each.changedAt = now;
  for (const own of before) if (!board.openings.has(own)) each.endedAt.set(own, now);
  const { openings, completeness } = board.list();
  day.readings += 1;
  each.nextAt = now + every;
  const said = `${completeness} ${openings.join(' ')}`;
  if (said === each.last && completeness === 'whole' && each.head !== null && (each.head.kept ?? 0) === 0)
    return { microseconds: 0, listed: 0 };
  each.last = said;
  day.compared += 1;
  const key = `c-${board.id}`;
  const jobs = openings.map((own) => jobOf(board.id, own));
  const used = process.cpuUsage();
  const tracked = await trackOpenings(
    { redis },
    {
      ...{
        source: board.id,
        key,
        head: each.head,
        jobs,
        absence: board.absence,
        completeness,
        withheld: 0,
        stated: new Set<string>(),
        unread: new Set<string>(),
        at: now,
      },
      limits: { staleSeconds: 86_400, room: 5000 },
    },
  );
  const version = `v${now}`;
  await tracked.commit(version);
  const { user, system } = process.cpuUsage(used);
  const { kept } = tracked.counts;
  const at = now * 1000;
  const head: CollectionHead = {
    ...{ v: 1, source: board.id, version, collectedAt: at, freshUntil: at, staleUntil: at + 86_400_000 },
    ...{ jobs: tracked.jobs.length, detail: null, kept },
  };
  const attempt = { at, status: 'ok' as const, jobs: head.jobs, tookMs: 0, detail: null, ours: false };
  await writeCollection(redis, key, { head, attempt, jobs: tracked.jobs, unlisted: tracked.unlisted });
  each.head = (await readCollectionStates(redis, [key]))[0]?.head ?? head;
  if (tracked.doubt !== null) {
    day.doubted += 1;
    each.nextAt = now + confirmSeconds + minute;
  }
  judge(each, new Set(tracked.jobs.map(({ job }) => job.title.slice('Opening '.length))), { now, day });
  day.closed += tracked.counts.closed;
  return { microseconds: user + system, listed: openings.length };
}

/** Compares the collection with the truth. */
function judge(each: Watched, held: Set<string>, { now, day }: { now: number; day: OpeningsDay }): void {
  const { board, endedAt } = each;
  for (const own of each.held) {
    if (held.has(own)) continue;
    if (board.openings.has(own)) {
      day.closedWrongly += 1;
      day.lost += 1;
    } else day.delays.push((now - (endedAt.get(own) ?? now)) / minute);
    endedAt.delete(own);
  }
  each.held = held;
}
