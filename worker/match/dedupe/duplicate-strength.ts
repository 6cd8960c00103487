import type { Place } from '../../../shared/search/job.js';
import type { Entry } from '../corpus/corpus.js';
import { contradictionsAllowed, contradictionsBetween } from './contradictions.js';
import { type KeyKind, ownWords } from './job-fingerprint.js';
import { sameText, sharedText } from './near-duplicate.js';

/** Texts that share this much are the same word for word but for the frame. */
const nearlyAll = 0.85;

/** What two entries have in common. `shared` is the share of the shorter text; `null` = one of them has none. */
type Likeness = { sameTitle: boolean; sameRequisition: boolean; shared: number | null };

/**
 * How surely two entries of one bucket are one opening: 0 = they are not, more = surer. Symmetric. Openings of one board
 * are never twins unless they share their address and title.
 */
export function duplicateStrength(one: Entry, other: Entry, kind: KeyKind): number {
  const [a, b] = [one.print, other.print];
  if (kind === 'address') return one.job.source !== other.job.source || a.title === b.title ? surest : 0;
  if (areDistinct(one, other)) return 0;
  const likeness = {
    sameTitle: a.title === b.title || differByOwnWords(one, other),
    sameRequisition: a.requisition !== null && a.requisition === b.requisition,
    shared: a.text === null || b.text === null ? null : sharedText(a.text, b.text),
  };
  if (!areTwins[kind](likeness, one, other)) return 0;
  const { sameTitle, sameRequisition, shared } = likeness;
  return bonus[kind] + (sameRequisition ? 2 : 0) + (sameTitle ? 1 : 0) + (shared ?? 0.5);
}

/** More than all else together. */
const surest = 10;

/** How much surer a pair is by what brought it together: an address to apply at tells much, a title without a place little. */
const bonus = { applying: 1, requisition: 0, opening: 0, head: -0.5 } as const;

/** Whether entries of a bucket are one opening, one rule a kind of bucket. */
const areTwins: Readonly<
  Record<Exclude<KeyKind, 'address'>, (likeness: Likeness, one: Entry, other: Entry) => boolean>
> = {
  applying: ({ sameTitle, shared }) => sameTitle || (shared ?? 0) >= nearlyAll,
  requisition: ({ sameTitle, shared }, one, other) =>
    (sameTitle || (shared ?? 0) >= sameText) && mayBeOnePlace(one, other),
  opening: ({ sameRequisition, shared }) => sameRequisition || shared === null || shared >= sameText,
  head: ({ sameTitle, sameRequisition, shared }, one, other) =>
    sameTitle && mayBeOnePlace(one, other) && (sameRequisition || isSure(one, other, shared)),
};

/** Whether text makes up for places that are not the same: remote work is in no town, whatever office a board names. */
function isSure(one: Entry, other: Entry, shared: number | null): boolean {
  const bothRemote = one.job.workplace === 'remote' && other.job.workplace === 'remote';
  return bothRemote ? shared === null || shared >= sameText : (shared ?? 0) >= nearlyAll;
}

/** Whether two titles differ by nothing but a place or company that the other posting names elsewhere. Symmetric. */
function differByOwnWords(one: Entry, other: Entry): boolean {
  if (one.print.head !== other.print.head) return false;
  const [mine, theirs] = [one, other].map(({ print }) => print.title.split(' '));
  const own = new Set([...ownWords(one.job), ...ownWords(other.job)]);
  const extra = [
    ...(mine ?? []).filter((word) => !theirs?.includes(word)),
    ...(theirs ?? []).filter((word) => !mine?.includes(word)),
  ];
  return extra.every((word) => own.has(word));
}

/** Whether two postings differ in what those of one opening never differ in, or contradict each other too often. Symmetric. */
export function areDistinct(one: Entry, other: Entry): boolean {
  const [a, b] = [one.print, other.print];
  if (one.job.source === other.job.source) return true;
  if (a.requisition !== null && b.requisition !== null && a.requisition !== b.requisition) return true;
  if (a.workplace !== null && b.workplace !== null && a.workplace !== b.workplace) return true;
  if ((a.namesHours || b.namesHours) && a.hours !== b.hours) return true;
  if ((a.namesTerm || b.namesTerm) && a.term !== b.term) return true;
  return contradictionsBetween(one.job, other.job).length > contradictionsAllowed;
}

/** Whether two entries may be about one place: they share one, or one of them says less than the other. Symmetric. */
function mayBeOnePlace(one: Entry, other: Entry): boolean {
  const [a, b] = [one.print.places, other.print.places];
  if (a.length === 0 || b.length === 0) return !sayOppositeWorkplaces(one, other);
  if (a.some((place) => b.includes(place))) return true;
  const [mine, theirs] = [one.job.places, other.job.places];
  return mine.some((place) => theirs.some((their) => holds(place, their) || holds(their, place)));
}

/** Whether a country or region is where a town lies. */
function holds(whole: Place, part: Place): boolean {
  if (whole.city !== null || whole.country === null || whole.country !== part.country) return false;
  return whole.region === null
    ? part.region !== null || part.city !== null
    : part.city !== null && whole.region === part.region;
}

function sayOppositeWorkplaces({ job: one }: Entry, { job: other }: Entry): boolean {
  return (
    (one.workplace === 'remote') !== (other.workplace === 'remote') &&
    one.workplace !== null &&
    other.workplace !== null
  );
}
