import type { Entry, Group } from '../corpus/corpus.js';
import { compareTexts } from '../words/compare-texts.js';
import { isStated } from './contradictions.js';

/** What a record that does not know it takes from its twins. */
const shared = ['salary', 'workplace', 'jobType', 'experienceLevel', 'postedAt', 'applyUrl'] as const;

/** One opening of all that was found of it: the fullest record is shown; what it does not know is taken from its twins. */
export function mergeDuplicates(members: Entry[]): Group {
  const [only] = members;
  if (members.length === 1 && only !== undefined) return { shown: only, members };
  const sorted = members
    .map((entry) => ({ entry, fullness: fullness(entry) }))
    .sort(
      (a, b) =>
        b.fullness - a.fullness ||
        compareTexts(a.entry.job.source, b.entry.job.source) ||
        compareTexts(a.entry.job.id, b.entry.job.id) ||
        compareTexts(a.entry.job.url, b.entry.job.url),
    )
    .map(({ entry }) => entry);
  const [best, ...others] = sorted;
  if (best === undefined) throw new Error('A group has no members.');
  const filled = { ...best.job };
  for (const { job } of others)
    for (const field of shared)
      if (job[field] !== null && (filled[field] === null || isSurer(job, filled, field)))
        Object.assign(filled, { [field]: job[field], inferred: withInferred(filled, job, field) });
  filled.validUntil = latestOf(sorted.map(({ job }) => job.validUntil));
  const postedAt = filled.postedAt === null ? Number.NaN : Date.parse(filled.postedAt);
  return { shown: { ...best, job: filled, postedAt }, members: sorted };
}

/** What a board states goes before what was inferred from another's text. */
function isSurer(from: Entry['job'], into: Entry['job'], field: (typeof shared)[number]): boolean {
  return field !== 'applyUrl' && field !== 'postedAt' && isStated(from, field) && !isStated(into, field);
}

/** The last of the dates that are said. */
const latestOf = (dates: readonly (string | null)[]): string | null =>
  dates.reduce((latest, date) => (date !== null && (latest === null || date > latest) ? date : latest), null);

/** A fact taken from a twin is as inferred as it was there. */
function withInferred(into: Entry['job'], from: Entry['job'], field: string): Entry['job']['inferred'] {
  const others = into.inferred.filter((name) => name !== field);
  return [...others, ...from.inferred.filter((name) => name === field)];
}

function fullness({ job, hasText }: Entry): number {
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
