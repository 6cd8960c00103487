import { type InferableField, isPayOfFullTime } from '../../../shared/search/job.js';
import type { MatchedJob } from '../matched-job.js';

/** A fact in which two postings can contradict each other. Pay and its currency are counted separately. */
export type DisputedFact = 'workplace' | 'jobType' | 'experienceLevel' | 'salary' | 'currency' | 'postedAt';

/** Postings of one opening may differ in one fact, by a mistake of a board; postings that differ in two are two openings. */
export const contradictionsAllowed = 1;

/** Copies of one opening are published at most this many days apart. */
const daysApart = 45;

const dayMs = 86_400_000;

/** Amounts that differ by a smaller share are equal: rounded, or converted from another period. */
const payTolerance = 0.05;

/** The facts in which two postings contradict each other: both state it, neither by inference, and differently. Symmetric. */
export function contradictionsBetween(one: MatchedJob, other: MatchedJob): DisputedFact[] {
  const found: DisputedFact[] = [];
  for (const field of ['workplace', 'jobType', 'experienceLevel'] as const)
    if (one[field] !== other[field] && isStated(one, field) && isStated(other, field)) found.push(field);
  if (statePay(one, other)) {
    const pay = payContradiction(one.salary, other.salary);
    if (pay !== null) found.push(pay);
  }
  if (one.postedAt !== null && other.postedAt !== null) {
    const gap = Math.abs(Date.parse(one.postedAt) - Date.parse(other.postedAt));
    if (gap > daysApart * dayMs) found.push('postedAt');
  }
  return found;
}

/** Whether a posting states a fact itself. */
export function isStated(job: MatchedJob, field: InferableField & keyof MatchedJob): boolean {
  return job[field] !== null && !job.inferred.includes(field);
}

/**
 * Whether both state their pay. That of part-time work of unknown hours is stated for an hour or a day, though its year is not: it
 * is compared with that of the same period.
 */
function statePay(one: MatchedJob, other: MatchedJob): boolean {
  if (isStated(one, 'salary') && isStated(other, 'salary')) return true;
  const states = (job: MatchedJob): boolean => isStated(job, 'salary') || isPayOfFullTime(job);
  return states(one) && states(other) && one.salary?.per === other.salary?.per;
}

type Pay = MatchedJob['salary'];

function payContradiction(one: Pay, other: Pay): 'salary' | 'currency' | null {
  if (one === null || other === null) return null;
  if (one.currency !== null && other.currency !== null && one.currency !== other.currency) return 'currency';
  const [a, b] = [one.yearly, other.yearly];
  if (a === null || b === null) return null;
  return differ(a.min, b.min) || differ(a.max, b.max) ? 'salary' : null;
}

/** An end that one posting leaves out contradicts nothing. */
const differ = (one: number | null, other: number | null): boolean =>
  one !== null && other !== null && Math.abs(one - other) > payTolerance * Math.max(one, other);
