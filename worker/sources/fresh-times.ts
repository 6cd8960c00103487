import { boardKey, isWholeBoard } from './collection-key.js';
import type { Source } from './source.js';
import { paceOf } from './source-limits.js';

/** The part of a host's pace that the readings of its boards may take up; the rest is for searches and repetitions. */
const usedPace = 0.8;

/** A whole board as its host sees it. */
export type Board = {
  key: string;
  source: Source;
  /** Host and port that its first request goes to. */
  host: string;
  /** Seconds between two requests that its pace demands. */
  requestSeconds: number;
};

/** How long collections count as fresh. */
export type FreshTimes = {
  boards: readonly Board[];
  /** The board whose collection has this key. */
  boardOf(key: string): Board | undefined;
  /**
   * How long a collection of this source counts as fresh, in seconds: what its settings or its kind say; else FRESH_SECONDS,
   * or for a whole board as long as its host's pace needs to read all boards on that host, when that is longer.
   */
  secondsOf(source: Source): number;
  /** The share of its host's pace that a board and its neighbours take up when each is read once in its fresh time. */
  loadOf(source: Source): number;
  /** Notes how many requests the latest reading of a board took; until then it counts as one. */
  noteRequests(key: string, requests: number): void;
};

/** Creates the fresh times of a sources file. `freshSeconds` is FRESH_SECONDS. */
export function createFreshTimes(sources: readonly Source[], freshSeconds: number): FreshTimes {
  const boards = sources.filter(isWholeBoard).map(boardOn);
  const byKey = new Map(boards.map((board) => [board.key, board]));
  const requests = new Map<string, number>();
  /** Seconds that one reading of all boards on a host takes at its pace. */
  const roundSeconds = new Map<string, number>();
  const secondsOn = ({ key, requestSeconds }: Board): number => (requests.get(key) ?? 1) * requestSeconds;
  const add = (host: string, seconds: number) => roundSeconds.set(host, (roundSeconds.get(host) ?? 0) + seconds);
  for (const board of boards) add(board.host, secondsOn(board));

  const secondsOf = (source: Source): number => {
    if (source.settings.freshSeconds !== undefined) return source.settings.freshSeconds;
    const board = isWholeBoard(source) ? byKey.get(boardKey(source)) : undefined;
    const round = board === undefined ? 0 : (roundSeconds.get(board.host) ?? 0);
    return Math.max(freshSeconds, Math.ceil(round / usedPace));
  };
  return {
    boards,
    boardOf: (key) => byKey.get(key),
    secondsOf,
    loadOf(source) {
      const board = byKey.get(boardKey(source));
      return board === undefined ? 0 : (roundSeconds.get(board.host) ?? 0) / secondsOf(source);
    },
    noteRequests(key, count) {
      const board = byKey.get(key);
      if (board === undefined || count < 1 || count === (requests.get(key) ?? 1)) return;
      add(board.host, -secondsOn(board));
      requests.set(key, count);
      add(board.host, secondsOn(board));
    },
  };
}

function boardOn(source: Source): Board {
  return { key: boardKey(source), source, host: hostOf(source), requestSeconds: 60 / paceOf(source).perMinute };
}

/** The host of a source's first request; its id when it makes none, so that it shares its pace with no other. */
function hostOf({ id, kind, settings }: Source): string {
  const [first] = kind.requests(settings, {});
  return first !== undefined && URL.canParse(first.url) ? new URL(first.url).host : id;
}

/**
 * How long a board on a schedule may be past its fresh time before its postings count as old, in milliseconds: a tenth of
 * the fresh time, but a minute where that is no more than half of it. Its reading is queued by then.
 */
export function toleranceOf(freshMs: number): number {
  return Math.max(freshMs / 10, Math.min(60_000, freshMs / 2));
}
