import { pay } from './pay.js';
import { payStrings } from './pay-strings.js';
import type { RealFact } from './real-fact.js';

/** The facts that are measured on recorded postings, in the order of the table. */
export const facts: readonly RealFact[] = [payStrings, pay];
