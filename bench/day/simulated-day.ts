import { createRandom } from '../lib/postings/random.js';
import { sharedHostOf, sharedHosts } from '../schedule/shared-hosts.js';

/** How a board fails: it answers 500, closes the connection without an answer, or within it. */
export type Failure = 'error' | 'hangs' | 'cut';

/** A board of the day. */
export type DayBoard = {
  id: string;
  number: number;
  /** Number of its host: the first three have many boards. */
  host: number;
  /** Postings that it lists at first. */
  size: number;
  /** It answers with an ETag, and 304 where it has not changed; otherwise with the same bytes. */
  isTagged: boolean;
  /** Its host's robots.txt forbids reading it. */
  isForbidden: boolean;
};

/** So many seconds of the simulated day pass in one. */
export const speed = 60;

/** Requests a minute that a host allows on the clock of the day: the default of the product. */
export const pacePerMinute = 60;

/** The fresh time of the settings, in seconds of the day. */
export const freshSeconds = 3600;

/** The share of the boards that change in an hour of the day, and of those that fail at any time. */
const share = { changing: 0.02, failing: 0.03, tagged: 0.8, forbidden: 0.004 };

/** Boards fail for so long, in seconds of the day; others do afterwards. */
export const failureSeconds = 4 * 3600;

/** Board sizes are log-normal: this median, this deviation of the logarithm, and at most this many. */
const sizes = { median: 60, deviation: 1, most: 2000 };

/** The boards of a day; the same for the same seed. */
export function layOutDay(seed: number, count: number): DayBoard[] {
  return Array.from({ length: count }, (_, number) => {
    const random = createRandom(seed, 1, number);
    const size = Math.round(sizes.median * Math.exp(sizes.deviation * random.normal()));
    const host = hostOf(number, count);
    return {
      ...{ id: `board-${number}`, number, host, size: Math.min(sizes.most, Math.max(1, size)) },
      isTagged: random.maybe(share.tagged),
      // On hosts of their own, so that no other board is concerned.
      isForbidden: host >= sharedHosts.length && random.maybe(share.forbidden / ownShare),
    };
  });
}

const ownShare = 1 - sharedHosts.reduce((sum, part) => sum + part, 0);

const hostOf = (number: number, count: number): number =>
  sharedHostOf(number / count) ?? sharedHosts.length + number - Math.ceil((1 - ownShare) * count);

/** How a board fails at a time, in seconds of the day; `null` = it answers. */
export function failureOf(seed: number, board: number, second: number): Failure | null {
  const random = createRandom(seed, 2, board, Math.floor(second / failureSeconds));
  return random.maybe(share.failing) ? random.pick(['error', 'hangs', 'cut']) : null;
}

/** Boards that change within so many seconds of the day, on average. */
export const changesIn = (boards: number, seconds: number): number => (boards * share.changing * seconds) / 3600;
