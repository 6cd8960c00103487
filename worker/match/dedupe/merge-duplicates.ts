import { type HeldJob, levelsOf, type StoredCompany, typesOf } from '../../../shared/search/job.js';
import { joinStatedFacts } from '../../../shared/search/stated-facts.js';
import { mostSkills } from '../../../shared/skills/skill-names.js';
import { compareTexts } from '../words/tokens.js';
import { isStated } from './duplicate-strength.js';
import type { DedupeEntry, DuplicateGroup } from './fingerprint-keys.js';
import type { MatchedJob } from './job-fingerprint.js';

/** A posting of a source, and how many equal ones the source also lists. */
export type Listed = { job: HeldJob; repeats: number };

/** Equal postings further apart in time are a new opening. */
const daysApart = 45;
const dayMs = 86_400_000;

/**
 * Joins postings that one source repeats: the same title, company, places, facts and text under several ids, such as
 * ten posted within seconds. The newest represents them all (ties: the smallest id), so that a search matching one of
 * them finds it. Keeps the order of first appearance. Linear.
 */
export function joinExactRepeats(jobs: readonly HeldJob[]): Listed[] {
  const byText = new Map<string, Map<string, HeldJob[][]>>();
  const all: HeldJob[][] = [];
  for (const job of jobs) {
    const byFacts = byText.get(job.description) ?? new Map<string, HeldJob[][]>();
    byText.set(job.description, byFacts);
    const facts = factsKey(job);
    const alike = byFacts.get(facts) ?? [];
    byFacts.set(facts, alike);
    const same = alike.find(([first]) => first !== undefined && isNear(first, job));
    if (same !== undefined) same.push(job);
    else {
      const group = [job];
      alike.push(group);
      all.push(group);
    }
  }
  return all.map((group) => ({ job: newestOf(group), repeats: group.length - 1 }));
}

/** The fields in which repeats are equal, apart from their text, as one key. */
function factsKey(job: HeldJob): string {
  const { title, company, location, places, remoteRegions, workplace, salary, tags } = job;
  const texts = [places, remoteRegions].map((each) => each.map(({ text }) => text));
  const words = [workplace, typesOf(job), levelsOf(job)];
  return JSON.stringify([title, company.name, location.text, texts, words, salary, tags]);
}

/** Whether two postings were published close together, or neither states a date. */
function isNear(one: HeldJob, other: HeldJob): boolean {
  const gap = Math.abs(Date.parse(one.postedAt ?? '') - Date.parse(other.postedAt ?? ''));
  return Number.isNaN(gap) ? one.postedAt === other.postedAt : gap <= daysApart * dayMs;
}

function newestOf(group: readonly HeldJob[]): HeldJob {
  const [newest] = [...group].sort(
    (a, b) => compareTexts(b.postedAt ?? '', a.postedAt ?? '') || compareTexts(a.id, b.id),
  );
  if (newest === undefined) throw new Error('A group has no members.');
  return newest;
}

/** Fields that a record takes from its duplicates if it does not state them itself. */
const completed = ['salary', 'workplace', 'jobType', 'experienceLevel', 'postedAt', 'applyUrl'] as const;

/** Merges the postings of one opening: the fullest record is shown, completed from the others. Throws when there are none. */
export const mergeDuplicates = <Entry extends DedupeEntry>(members: readonly Entry[]): DuplicateGroup<Entry> =>
  mergeOrdered(fullestFirst(members));

/** The postings of one opening in the order of completing its record. */
const fullestFirst = <Entry extends DedupeEntry>(members: readonly Entry[]): Entry[] =>
  members
    .map((entry) => ({ entry, fullness: fullness(entry) }))
    .sort(
      (a, b) =>
        b.fullness - a.fullness ||
        compareTexts(a.entry.source, b.entry.source) ||
        compareTexts(a.entry.id, b.entry.id) ||
        compareTexts(a.entry.job.url, b.entry.job.url),
    )
    .map(({ entry }) => entry);

/** `mergeDuplicates` for postings already in order, as in a group. */
export function mergeOrdered<Entry extends DedupeEntry>(members: readonly Entry[]): DuplicateGroup<Entry> {
  const [best, ...others] = members;
  if (best === undefined) throw new Error('A group has no members.');
  if (others.length === 0) return { shown: { entry: best, job: best.job, postedAt: best.postedAt }, members };
  const filled = { ...best.job };
  for (const { job } of others)
    for (const field of completed)
      if (job[field] !== null && (filled[field] === null || isStatedInstead(job, filled, field)))
        Object.assign(filled, {
          [field]: job[field],
          ...listed(job, field),
          inferred: withInferred(filled, job, field),
        });
  const stated = joinStatedFacts(members.map(({ job }) => job.stated));
  if (stated !== undefined) filled.stated = stated;
  const skills = new Set(members.flatMap(({ job }) => job.skills ?? []));
  if (skills.size > 0) filled.skills = [...skills].slice(0, mostSkills);
  filled.company = withBoardFacts(filled.company, others);
  filled.validUntil = latestOf(members.map(({ job }) => job.validUntil));
  const postedAt = filled.postedAt === null ? Number.NaN : Date.parse(filled.postedAt);
  return { shown: { entry: best, job: filled, postedAt }, members };
}

/** A company completed with facts from the boards of its duplicates. */
function withBoardFacts(company: StoredCompany, others: readonly DedupeEntry[]): StoredCompany {
  const known = [company, ...others.map(({ job }) => job.company)];
  const industry = known.find((each) => each.industry)?.industry;
  const size = known.find((each) => each.size)?.size;
  return { ...company, ...(industry && { industry }), ...(size && { size }) };
}

/** Whether one record states a field that the other only infers. */
function isStatedInstead(from: MatchedJob, into: MatchedJob, field: (typeof completed)[number]): boolean {
  return field !== 'applyUrl' && field !== 'postedAt' && isStated(from, field) && !isStated(into, field);
}

/** The list that starts with a field. */
const listed = ({ jobTypes, experienceLevels }: MatchedJob, field: (typeof completed)[number]): Partial<MatchedJob> =>
  Object(field === 'jobType' ? { jobTypes } : field === 'experienceLevel' ? { experienceLevels } : {});

/** The latest known date; `null` = none. */
const latestOf = (dates: readonly (string | null)[]): string | null =>
  dates.reduce((latest, date) => (date !== null && (latest === null || date > latest) ? date : latest), null);

/** The inferred fields of a record after it took one from another: that field is inferred if it was inferred there. */
function withInferred(into: MatchedJob, from: MatchedJob, field: string): MatchedJob['inferred'] {
  const others = into.inferred.filter((name) => name !== field);
  return [...others, ...from.inferred.filter((name) => name === field)];
}

function fullness({ job, hasText }: DedupeEntry): number {
  const facts = [
    job.salary,
    job.workplace,
    job.jobType,
    job.experienceLevel,
    job.postedAt,
    job.validUntil,
    job.applyUrl,
  ];
  return facts.filter((fact) => fact !== null).length * 2 - job.inferred.length + (hasText ? 3 : 0);
}
