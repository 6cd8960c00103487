import type { Random } from './random.js';

/** Words by rank; words of low rank are given, the others are made of syllables. */
export type Vocabulary = {
  wordAt(rank: number): string;
  /** A word at random: the chance of a rank falls with its power (Zipf–Mandelbrot). */
  draw(random: Random): string;
  drawRank(random: Random): number;
};

/** The distribution: the chance of rank `r` is proportional to `(r + offset) ^ -exponent`, up to `ranks`. */
export type Distribution = { exponent: number; offset: number; ranks: number };

/** Steps of the table of quantiles; between two, ranks are interpolated. */
const steps = 65_536;

/** Number of generated words that are cached. */
const kept = 131_072;

/** Makes a vocabulary; `given` are its commonest words in order. */
export function createVocabulary(given: readonly string[], distribution: Distribution): Vocabulary {
  const made: (string | undefined)[] = [];
  const quantiles = quantilesOf(distribution);
  const drawRank = (random: Random): number => {
    const number = random.next();
    const step = number >>> 16;
    const low = quantiles[step] ?? 0;
    const high = quantiles[step + 1] ?? low;
    // The last step covers most of the ranks: there the chance is not even.
    const within = (number & 0xffff) / steps;
    const portion = step === steps - 1 ? within ** 12 : within;
    return Math.floor(low + (high - low) * portion);
  };
  const wordAt = (rank: number): string => {
    const common = given[rank];
    if (common !== undefined) return common;
    const number = rank - given.length;
    if (number >= kept) return makeWord(number);
    const known = made[number] ?? makeWord(number);
    made[number] = known;
    return known;
  };
  return { wordAt, drawRank, draw: (random) => wordAt(drawRank(random)) };
}

/** The ranks at even steps of the cumulative distribution. */
function quantilesOf({ exponent, offset, ranks }: Distribution): Float64Array {
  const power = 1 - exponent;
  const first = offset ** power;
  const span = (ranks + offset) ** power - first;
  return Float64Array.from({ length: steps + 1 }, (_, step) => (first + (step / steps) * span) ** (1 / power) - offset);
}

const onsets = ['b', 'br', 'c', 'd', 'f', 'g', 'gr', 'h', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't'];
const rhymes = ['a', 'an', 'ar', 'e', 'el', 'en', 'er', 'i', 'il', 'in', 'o', 'on', 'or', 'u', 'ul', 'ent'];
const endings = ['', '', '', 's', 's', 'ing', 'ed', 'er', 'al', 'ly', 'ity', 'ment'];

/**
 * The word of a number: two to four syllables, more for larger numbers. Multiplying by an odd number modulo a power of two is
 * a bijection, so that different numbers below 2^32 have different stems.
 */
function makeWord(number: number): string {
  const syllables = number < 0x4000 ? 2 : number < 0xff_0000 ? 3 : 4;
  const bits = 8 * syllables;
  let mixed = Math.imul(number, 0x9e3779b1) >>> 0;
  if (bits < 32) mixed &= (1 << bits) - 1;
  let word = '';
  for (let at = 0; at < syllables; at++) {
    word += (onsets[mixed & 15] ?? '') + (rhymes[(mixed >>> 4) & 15] ?? '');
    mixed >>>= 8;
  }
  return word + (endings[number % endings.length] ?? '');
}
