import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { type ListedSource, readListedSources, readSourceReadings } from '../../shared/schedule/listed-sources.js';
import { readResting } from '../../shared/search/collections/failing-hosts.js';

/**
 * `waiting`: never read; `failing`: the latest reading failed; `gone`: several readings over hours found nothing there;
 * `forbidden`: its owner forbids reading it; `reading`: a scheduled reading is in progress.
 */
export const sourceStates = ['failing', 'gone', 'forbidden', 'reading', 'waiting', 'ok', 'paused'] as const;
export type SourceState = (typeof sourceStates)[number];

/** A source with its state. Times are ISO 8601; `null` = unknown. */
export type SourceRow = {
  id: string;
  kind: string;
  what: string;
  site: string | null;
  state: SourceState;
  lastReadAt: string | null;
  nextReadAt: string | null;
  postings: number | null;
  opened: number | null;
  closed: number | null;
  /** Requests of the latest reading, and in total. */
  requests: number | null;
  requestsInAll: number;
  perMinute: number;
  tookMs: number | null;
  /** The error of the latest reading, since when it has failed, and until when it is paused. */
  detail: string | null;
  failingSince: string | null;
  restingUntil: string | null;
};

/** Reads the state of all sources. The size of the replies grows with the number of sources. */
export async function readSourceRows(redis: RedisConnection, now: Date): Promise<SourceRow[]> {
  const [sources, { readings, requests, failingSince, goneSince, forbiddenSince }, due, inFlight, resting] =
    await Promise.all([
      readListedSources(redis),
      readSourceReadings(redis),
      readTimes(redis, redisKeys.boardsDue),
      readTimes(redis, redisKeys.boardsInFlight),
      readResting(redis, now),
    ]);
  return sources.map((source): SourceRow => {
    const reading = readings.get(source.id);
    const since = failingSince.get(source.id);
    const key = source.key ?? '';
    const isReading = (inFlight.get(key) ?? 0) > now.getTime();
    return {
      id: source.id,
      kind: source.kind,
      what: source.what,
      site: source.site ?? null,
      perMinute: source.perMinute,
      state: stateOf(source, {
        isReading,
        isGone: goneSince.has(source.id),
        isForbidden: forbiddenSince.has(source.id),
        isFailing: since !== undefined,
        isRead: reading !== undefined,
      }),
      lastReadAt: time(reading?.at),
      nextReadAt: source.paused ? null : time(due.get(key)),
      postings: reading?.jobs ?? null,
      opened: reading?.opened ?? null,
      closed: reading?.closed ?? null,
      requests: reading?.requests ?? null,
      requestsInAll: requests.get(source.id) ?? 0,
      tookMs: reading?.tookMs ?? null,
      detail: reading?.detail ?? null,
      failingSince: time(since),
      restingUntil: resting.get(source.id)?.toISOString() ?? null,
    };
  });
}

const time = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

type Facts = { isReading: boolean; isGone: boolean; isForbidden: boolean; isFailing: boolean; isRead: boolean };

function stateOf({ paused }: ListedSource, { isReading, isGone, isForbidden, isFailing, isRead }: Facts): SourceState {
  if (paused) return 'paused';
  if (isReading) return 'reading';
  if (isGone) return 'gone';
  if (isForbidden) return 'forbidden';
  if (isFailing) return 'failing';
  return isRead ? 'ok' : 'waiting';
}

async function readTimes(redis: RedisConnection, key: string): Promise<Map<string, number>> {
  const row = await redis.zrangebyscore(key, '-inf', '+inf', 'WITHSCORES');
  return new Map(Array.from({ length: row.length / 2 }, (_, at) => [row[2 * at] ?? '', Number(row[2 * at + 1])]));
}

/** How a page of the table is selected. */
export type TableQuery = { state: SourceState | null; text: string; page: number };

/** Rows per page. */
export const rowsOnPage = 100;

/** One page of the matching rows, the counts by state, the number of pages, and the kinds of all sources. */
export function selectRows(rows: readonly SourceRow[], { state, text, page }: TableQuery) {
  const wanted = text.trim().toLowerCase();
  const matching = rows.filter(
    ({ id, kind, what }) => wanted === '' || `${id} ${kind} ${what}`.toLowerCase().includes(wanted),
  );
  const counts = Object.fromEntries(
    sourceStates.map((each) => [each, matching.filter((row) => row.state === each).length]),
  ) as Record<SourceState, number>;
  const chosen = state === null ? matching : matching.filter((row) => row.state === state);
  const pages = Math.max(1, Math.ceil(chosen.length / rowsOnPage));
  const at = Math.min(Math.max(1, page), pages);
  const kinds = new Map<string, { kind: string; inUse: number; paused: number }>();
  for (const { kind, state: current } of rows) {
    const counted = kinds.get(kind) ?? { kind, inUse: 0, paused: 0 };
    counted[current === 'paused' ? 'paused' : 'inUse'] += 1;
    kinds.set(kind, counted);
  }
  return {
    kinds: [...kinds.values()].sort((a, b) => (a.kind < b.kind ? -1 : 1)),
    total: chosen.length,
    counts,
    page: at,
    pages,
    sources: chosen.slice((at - 1) * rowsOnPage, at * rowsOnPage),
  };
}
