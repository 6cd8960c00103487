import { setFlagsFromString } from 'node:v8';

/**
 * By how many percent a heap of the process may grow over what is really in use before it is cleared. V8 would let it grow to
 * four times that: a process that answers thousands of short requests would hold three times what it needs.
 */
const usualPercent = 25;

/**
 * The same while threads read postings, which make much garbage: cleared at a quarter more, a sixth of the CPU of collecting
 * goes into that and into compiling again what was cleared with it (`npm run bench -- million --rows collect`).
 */
const busyPercent = 100;

/** Sets how far the heaps of this process and its threads may grow, from their next garbage collection on. */
export function setHeapGrowth(load: 'usual' | 'busy'): void {
  setFlagsFromString(`--heap-growing-percent=${load === 'busy' ? busyPercent : usualPercent}`);
}
