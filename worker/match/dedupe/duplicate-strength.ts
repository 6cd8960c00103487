import { type InferableField, isPayOfFullTime, levelsOf, type Place, typesOf } from '../../../shared/search/job.js';
import type { DedupeEntry } from './fingerprint-keys.js';
import { type KeyKind, type MatchedJob, ownWords } from './job-fingerprint.js';
import { sameText, sharedText } from './text-sketch.js';

/** A fact in which two postings can contradict each other. Pay and its currency are counted separately. */
export type DisputedFact = 'workplace' | 'jobType' | 'experienceLevel' | 'salary' | 'currency' | 'postedAt';

/** Postings of one opening may differ in one fact, by a board's mistake; those that differ in two are two openings. */
const contradictionsAllowed = 1;

/** Copies of one opening are published at most this many days apart. */
const daysApart = 45;

const dayMs = 86_400_000;

/** Amounts that differ by a smaller share are equal: rounded, or converted from another period. */
const payTolerance = 0.05;

/** The facts in which two postings contradict each other: both state it, explicitly and differently. Symmetric. */
export function contradictionsBetween(one: MatchedJob, other: MatchedJob): DisputedFact[] {
  const found: DisputedFact[] = [];
  for (const field of ['workplace', 'jobType', 'experienceLevel'] as const)
    if (one[field] !== other[field] && isStated(one, field) && isStated(other, field) && !shares(one, other, field))
      found.push(field);
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

/** Whether two postings with several types or levels have one in common. */
function shares(one: MatchedJob, other: MatchedJob, field: DisputedFact): boolean {
  const all = field === 'jobType' ? typesOf : field === 'experienceLevel' ? levelsOf : () => [];
  const others: readonly string[] = all(other);
  return all(one).some((word) => others.includes(word));
}

/** Whether a posting states a fact itself. */
export function isStated(job: MatchedJob, field: InferableField & keyof MatchedJob): boolean {
  return job[field] !== null && !job.inferred.includes(field);
}

/**
 * Whether both state their pay. Part-time pay of unknown hours is stated per hour or day, not per year: it is compared
 * with pay of the same period.
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

/** An end omitted by one posting contradicts nothing. */
const differ = (one: number | null, other: number | null): boolean =>
  one !== null && other !== null && Math.abs(one - other) > payTolerance * Math.max(one, other);

/** Texts that share this much are identical except for a board's additions. */
const nearlyAll = 0.85;

/** The similarity of two entries. `shared` is the share of the shorter text; `null` = one of them has none. */
type Likeness = { sameTitle: boolean; sameRequisition: boolean; shared: number | null };

/**
 * How likely two entries of one bucket are one opening: 0 = they are not; higher is likelier. Symmetric. Two entries of
 * one board are never duplicates unless they share their URL and title.
 */
export function duplicateStrength(one: DedupeEntry, other: DedupeEntry, kind: KeyKind): number {
  if (kind === 'url')
    return one.source !== other.source || one.fingerprint.title === other.fingerprint.title ? highest : 0;
  if (areDistinct(one, other)) return 0;
  const [a, b] = [one.fingerprint, other.fingerprint];
  const likeness = {
    sameTitle: a.title === b.title || differByOwnWords(one, other),
    sameRequisition: a.requisition !== null && a.requisition === b.requisition,
    shared: one.sketch === null || other.sketch === null ? null : sharedText(one.sketch, other.sketch),
  };
  if (!rules[kind](likeness, one, other)) return 0;
  const { sameTitle, sameRequisition, shared } = likeness;
  return bonus[kind] + (sameRequisition ? 2 : 0) + (sameTitle ? 1 : 0) + (shared ?? 0.5);
}

/** More than the sum of all other parts of a strength. */
const highest = 10;

/** Added to a strength by the kind of key shared: an application URL is strong evidence, a title weak. */
const bonus = { 'apply url': 1, requisition: 0, opening: 0, head: -0.5 } as const;

/** Whether entries of a bucket are one opening: one rule for each kind of key. */
const rules: Readonly<
  Record<Exclude<KeyKind, 'url'>, (likeness: Likeness, one: DedupeEntry, other: DedupeEntry) => boolean>
> = {
  'apply url': ({ sameTitle, shared }) => sameTitle || (shared ?? 0) >= nearlyAll,
  requisition: ({ sameTitle, shared }, one, other) =>
    (sameTitle || (shared ?? 0) >= sameText) && mayBeOnePlace(one, other),
  opening: ({ sameRequisition, shared }) => sameRequisition || shared === null || shared >= sameText,
  head: ({ sameTitle, sameRequisition, shared }, one, other) =>
    sameTitle && mayBeOnePlace(one, other) && (sameRequisition || textsOutweighPlaces(one, other, shared)),
};

/** Whether the texts outweigh different places: remote work is in no town, whatever office a board names. */
function textsOutweighPlaces(one: DedupeEntry, other: DedupeEntry, shared: number | null): boolean {
  const bothRemote = one.job.workplace === 'remote' && other.job.workplace === 'remote';
  return bothRemote ? shared === null || shared >= sameText : (shared ?? 0) >= nearlyAll;
}

/** Whether two titles differ only by words of a place or company named in either's other fields. Symmetric. */
function differByOwnWords(one: DedupeEntry, other: DedupeEntry): boolean {
  if (one.fingerprint.head !== other.fingerprint.head) return false;
  const [mine, theirs] = [one, other].map(({ fingerprint }) => fingerprint.title.split(' '));
  const employerWords = new Set([...ownWords(one.job), ...ownWords(other.job)]);
  const extra = [
    ...(mine ?? []).filter((word) => !theirs?.includes(word)),
    ...(theirs ?? []).filter((word) => !mine?.includes(word)),
  ];
  return extra.every((word) => employerWords.has(word));
}

/** Whether two postings differ in a fact common to an opening, or contradict each other too often. Symmetric. */
export function areDistinct(one: DedupeEntry, other: DedupeEntry): boolean {
  if (one.source === other.source) return true;
  const [a, b] = [one.fingerprint, other.fingerprint];
  if (a.requisition !== null && b.requisition !== null && a.requisition !== b.requisition) return true;
  if (a.workplace !== null && b.workplace !== null && a.workplace !== b.workplace) return true;
  if ((a.namesHours || b.namesHours) && a.hours !== b.hours) return true;
  if ((a.namesTerm || b.namesTerm) && a.term !== b.term) return true;
  return contradictionsBetween(one.job, other.job).length > contradictionsAllowed;
}

/** Whether two entries may be in one place: they share one, or the place of one contains a place of the other. Symmetric. */
function mayBeOnePlace(one: DedupeEntry, other: DedupeEntry): boolean {
  const [a, b] = [one.fingerprint.places, other.fingerprint.places];
  if (a.length === 0 || b.length === 0) return !sayOppositeWorkplaces(one, other);
  if (a.some((place) => b.includes(place))) return true;
  const [mine, theirs] = [one.job.places, other.job.places];
  return mine.some((place) => theirs.some((their) => holds(place, their) || holds(their, place)));
}

/** Whether a country or region contains the other place. */
function holds(whole: Place, part: Place): boolean {
  if (whole.city !== null || whole.country === null || whole.country !== part.country) return false;
  return whole.region === null
    ? part.region !== null || part.city !== null
    : part.city !== null && whole.region === part.region;
}

function sayOppositeWorkplaces({ job: one }: DedupeEntry, { job: other }: DedupeEntry): boolean {
  return (
    (one.workplace === 'remote') !== (other.workplace === 'remote') &&
    one.workplace !== null &&
    other.workplace !== null
  );
}
