import type { QuestionKind } from '../lib/postings/questions.js';
import type { Memory } from './run-child.js';

/** Options of the children that store postings: generated postings of a seed, and questions over them. */
export type HoldOptions = { seed: number; postings: number; questions: number; now: number };

/** The elapsed time of one question, the CPU time of its process, and how many openings it found. */
export type Timing = { kind: QuestionKind; ms: number; cpuMs: number; total: number };

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
