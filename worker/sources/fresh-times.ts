import { boardKey, isWholeBoard } from './collection-key.js';
import { paceOf, type Source } from './source.js';

/** The part of a host's pace for scheduled readings of its boards; the rest is for searches and repetitions. */
const usedPace = 0.8;

/** A full board, from its host's perspective. */
export type Board = {
  key: string;
  source: Source;
  /** Host and port of its first request. */
  host: string;
  /** Seconds between two requests at its pace. */
  requestSeconds: number;
  /** Readings on its host that may be in flight: running ones, and those due within `aheadSeconds`. */
  atOnce: number;
};

/** How far ahead readings are queued, to use up a host's pace. */
const aheadSeconds = 2;

/** The cost of a board's latest reading. */
export type ReadingCost = { requests: number; tookMs: number };

/** How long collections count as fresh. */
export type FreshTimes = {
  readonly boards: readonly Board[];
  /** Applies a changed sources file; keeps the costs of remaining boards. */
  update(sources: readonly Source[]): void;
  /** The board whose collection has this key. */
  boardOf(key: string): Board | undefined;
  /**
   * How long a collection of this source counts as fresh, in seconds: as its settings or its kind say; otherwise
   * FRESH_SECONDS, or for a full board as long as its host's pace needs to read all boards on that host, if longer.
   */
  secondsOf(source: Source): number;
  /** The share of its host's pace that a board and its neighbours use when each is read once per fresh time. */
  loadOf(source: Source): number;
  /**
   * Records the cost of a board's latest reading; until then it counts as one request. Readings that wait longer than
   * the pace explains (a robots.txt crawl delay, a slow host) count with their time.
   */
  noteCost(key: string, cost: ReadingCost): void;
};

/** Creates the fresh times of a sources file. `freshSeconds` is FRESH_SECONDS. */
export function createFreshTimes(sources: readonly Source[], freshSeconds: number): FreshTimes {
  let boards: Board[] = [];
  let byKey = new Map<string, Board>();
  const seconds = new Map<string, number>();
  /** Seconds for one reading of all boards on a host at its pace. */
  const roundSeconds = new Map<string, number>();
  const add = (host: string, more: number) => roundSeconds.set(host, (roundSeconds.get(host) ?? 0) + more);
  const update = (current: readonly Source[]): void => {
    boards = current.filter(isWholeBoard).map(boardOn);
    byKey = new Map(boards.map((board) => [board.key, board]));
    for (const key of seconds.keys()) if (!byKey.has(key)) seconds.delete(key);
    roundSeconds.clear();
    for (const { key, host, requestSeconds } of boards) add(host, seconds.get(key) ?? requestSeconds);
  };
  update(sources);

  const secondsOf = (source: Source): number => {
    if (source.settings.freshSeconds !== undefined) return source.settings.freshSeconds;
    const board = isWholeBoard(source) ? byKey.get(boardKey(source)) : undefined;
    const round = board === undefined ? 0 : (roundSeconds.get(board.host) ?? 0);
    return Math.max(freshSeconds, Math.ceil(round / usedPace));
  };
  return {
    get boards() {
      return boards;
    },
    update,
    boardOf: (key) => byKey.get(key),
    secondsOf,
    loadOf(source) {
      const board = byKey.get(boardKey(source));
      return board === undefined ? 0 : (roundSeconds.get(board.host) ?? 0) / secondsOf(source);
    },
    noteCost(key, { requests, tookMs }) {
      const board = byKey.get(key);
      if (board === undefined) return;
      const { host, requestSeconds, atOnce } = board;
      const former = seconds.get(key) ?? requestSeconds;
      const now = Math.max(Math.max(1, requests) * requestSeconds, tookMs / 1000 / atOnce);
      seconds.set(key, now);
      add(host, now - former);
    },
  };
}

function boardOn(source: Source): Board {
  const { perMinute, concurrency } = paceOf(source);
  const requestSeconds = 60 / perMinute;
  const atOnce = concurrency + Math.ceil(aheadSeconds / requestSeconds);
  return { key: boardKey(source), source, host: hostOf(source), requestSeconds, atOnce };
}

/** The host of a source's first request; its id when it makes none, so that it shares its pace with no other. */
export function hostOf({ id, kind, settings }: Source): string {
  const [first] = kind.requests(settings, {});
  return first !== undefined && URL.canParse(first.url) ? new URL(first.url).host : id;
}

/**
 * How long a scheduled board may be past its fresh time before its postings count as old, in milliseconds: a tenth of
 * the fresh time, but at least a minute if that is no more than half of it. Its reading is queued by then.
 */
export function toleranceOf(freshMs: number): number {
  return Math.max(freshMs / 10, Math.min(60_000, freshMs / 2));
}
