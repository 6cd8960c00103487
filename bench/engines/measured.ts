import type { QuestionKind } from '../lib/postings/questions.js';
import type { Memory } from './run-child.js';

/** Options of the children that hold postings: made postings of a seed, and questions over them. */
export type HoldOptions = { seed: number; postings: number; questions: number; now: number };

/** The elapsed time of one question, the CPU time of its process, and how many openings it found. */
export type Timing = { kind: QuestionKind; ms: number; cpuMs: number; total: number };

/** What a process costs that holds postings, and the time of each question; `prepareMs` is CPU time, `mergeMs` elapsed. */
export type Held = {
  boards: number;
  before: Memory;
  after: Memory;
  prepareMs: number;
  mergeMs: number;
  openings: number;
  /** Of the segments' files. */
  diskBytes: number;
  /** With the ranked list and the records of a document. */
  times: Timing[];
  /** With the first ten records only, as the other engines are asked. */
  firstTens: Timing[];
  /** How long the thread was blocked at a time by questions answered as a worker does, in milliseconds. */
  stretches: number[];
  /** The facets of the same questions. */
  facets: Timing[];
};

/** The cost of an engine over the same postings and questions; times in milliseconds, `replaceMs` for 20 postings. */
export type EngineCost = {
  before: Memory;
  after: Memory;
  indexMs: number;
  cpuMs: number;
  replaceMs: number;
  diskBytes: number | null;
  times: Timing[];
};

/** Boards of `size` postings each; the first ones warm up and are not counted. */
export type CpuOptions = { seed: number; now: number; boards: number; warmUp: number; size: number };

/** CPU time a posting in milliseconds, on one thread, garbage collection included. */
export type CpuCost = { parse: number; normalise: number; index: number; flaws: number };

/** How texts grow: means and counts of a set of postings. */
export type TextStatistics = {
  postings: number;
  characters: number;
  medianCharacters: number;
  /** Distinct stems: the mean of a posting, of the first 400, of all. */
  stemsEach: number;
  stemsOf400: number;
  stems: number;
  /** Different titles among 1,000 postings from all over the set. */
  titlesOf1000: number;
  /** Deflated bytes a posting, in chunks of 50 neighbours. */
  deflated: number;
};
