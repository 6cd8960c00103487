import { z } from 'zod';
import { type SeenLabel, seenLabels } from './words.js';

/** Observations of an opening by the service. */
export const seenSchema = z.strictObject({
  first: z.iso.datetime().describe('When this service first saw the opening on any of its boards: `firstSeenAt`.'),
  last: z.iso.datetime().describe('The last reading of any of its boards that listed it.'),
  reposted: z.int().min(0).describe('How often it was seen to be posted again under another id after it had closed.'),
  repostedAt: z.iso.datetime().nullable().describe('When it was last posted again.'),
  sameElsewhere: z
    .int()
    .min(0)
    .nullable()
    .describe(
      'Other openings of the employer with the same title on its board, such as in other cities; `null` = not known, as the board is not read in full.',
    ),
});
export type Seen = z.infer<typeof seenSchema>;

/** The label of a record. */
export const labelSchema = z
  .enum(seenLabels.words)
  .nullable()
  .describe('How long the opening has been seen; `evidence.label` explains it. `null` = none applies.');

/** Findings about a posting from repeated readings of a full board; times are epoch seconds. */
export type Observed = {
  /** Other postings of the board with the same title and employer. */
  same: number;
  /** Absent from the board's first reading: it was opened about when it was first seen. */
  opened?: true;
  reposts?: Reposts;
  /** The last reading that listed it; absent = that of its collection. */
  last?: number;
};

/** How often an opening was reposted, and the last time, in epoch seconds. */
export type Reposts = { times: number; at: number };

/** The observations that determine an opening's label; times are epoch milliseconds. */
export type Sighting = {
  firstSeen: number;
  /** No board listed it at its first reading. */
  isOpened: boolean;
  reposted: number;
  /** `NaN` = not stated. */
  postedAt: number;
};

/** The bounds of the labels, in days; and the number of reposts from which an opening counts as never closing. */
export const labelDays = { new: 2, fresh: 14, old: 60, alwaysOpen: 180 } as const;
export const alwaysReposted = 3;

const dayMs = 86_400_000;

/** Whether an opening's start is known: postings at a board's first reading may be much older than their date. */
export const isBegun = ({ firstSeen, isOpened, postedAt }: Omit<Sighting, 'reposted'>): boolean =>
  isOpened || postedAt <= firstSeen;

/** The label of an opening at a time (epoch ms); `null` = none applies, or too little is known. */
export function labelOf(sighting: Sighting, now: number): SeenLabel | null {
  const { firstSeen, reposted, postedAt } = sighting;
  if (reposted >= alwaysReposted || firstSeen <= now - labelDays.alwaysOpen * dayMs) return 'always open';
  if (reposted > 0) return 'reposted';
  const start = Number.isNaN(postedAt) ? firstSeen : Math.min(firstSeen, postedAt);
  if (start <= now - labelDays.old * dayMs) return 'old';
  if (!isBegun(sighting)) return null;
  if (start > now - labelDays.new * dayMs) return 'new';
  return start > now - labelDays.fresh * dayMs ? 'fresh' : null;
}

const labelNumbers = new Map<SeenLabel | null, number>(seenLabels.words.map((label, at) => [label, at + 1]));

/** The number of a label in a column: its place among the words, from 1; 0 = none. */
export const labelNumber = (label: SeenLabel | null): number => labelNumbers.get(label) ?? 0;

/** A time at which an opening has a label, as a number: the times of each label follow those of the previous label. */
export const labelTime = (label: SeenLabel, time: number): number => labelNumber(label) * endOfTime + time;
const endOfTime = 1e13;

/** The spans of `labelTime` of an opening: its label changes some days after its dates. */
export function labelSpans(sighting: Sighting): { gte: number; lt: number }[] {
  const dates = [sighting.firstSeen, sighting.postedAt].filter((at) => !Number.isNaN(at));
  const changes = dates.flatMap((at) => Object.values(labelDays).map((days) => at + days * dayMs));
  const times = [0, ...changes.filter((at) => at > 0), endOfTime].sort((one, other) => one - other);
  return times.flatMap((from, at) => {
    const [label, until = 0] = [labelOf(sighting, from), times[at + 1]];
    return label === null || until <= from ? [] : [{ gte: labelTime(label, from), lt: labelTime(label, until) }];
  });
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The sentence that justifies an opening's label. It does not change while the label stays. */
function labelEvidence(
  label: SeenLabel,
  { firstSeen, reposted, postedAt }: Sighting,
  repostedAt: string | null,
): string {
  if (reposted > 0 && repostedAt !== null)
    return `First seen on ${dayOf(firstSeen)}; posted again ${reposted === 1 ? 'once' : `${reposted} times, last`} on ${repostedAt.slice(0, 10)}, after it had closed.`;
  if (label !== 'always open' && postedAt < firstSeen) return `Posted on ${dayOf(postedAt)}, as its board says.`;
  if (label === 'always open' || label === 'old') return `Seen open since ${dayOf(firstSeen)}.`;
  return `First seen on ${dayOf(firstSeen)}; earlier readings of its board did not list it.`;
}

/** A posting of an opening, as observed. `repeats`: how many identical postings its board also lists. */
export type SeenPosting = { source: string; firstSeenAt: string; seen?: Observed | undefined; repeats?: number };

const firstOf = (postings: readonly SeenPosting[]): number =>
  Math.min(...postings.map(({ firstSeenAt }) => Date.parse(firstSeenAt)));

/** The observations of an opening with these postings. */
export const sightingOf = (postings: readonly SeenPosting[], postedAt: number): Sighting => ({
  firstSeen: firstOf(postings),
  isOpened: postings.every(({ seen }) => seen?.opened === true),
  reposted: Math.max(...postings.map(({ seen }) => seen?.reposts?.times ?? 0)),
  postedAt,
});

/** Reference times of reports: now, and each source's last reading, in epoch milliseconds; `null` = unknown. */
export type SeenAt = { now: number; readAt(source: string): number | null };

const isoOf = (ms: number): string => new Date(ms).toISOString();

function seenOf(postings: readonly SeenPosting[], first: number, { readAt }: SeenAt): Seen {
  const listed = postings.map(({ source, seen }) => (seen?.last === undefined ? readAt(source) : seen.last * 1000));
  const [reposts] = postings
    .flatMap(({ seen }) => seen?.reposts ?? [])
    .sort((one, other) => other.times - one.times || other.at - one.at);
  const same = postings.flatMap(({ source, seen, repeats = 0 }) =>
    seen === undefined ? [] : [seen.same - repeats - (postings.filter((each) => each.source === source).length - 1)],
  );
  return {
    first: isoOf(first),
    last: isoOf(Math.max(first, ...listed.map((at) => at ?? 0))),
    reposted: reposts?.times ?? 0,
    repostedAt: reposts === undefined ? null : isoOf(reposts.at * 1000),
    sameElsewhere: same.length === 0 ? null : Math.max(0, ...same),
  };
}

/** Joins two readings of an opening: earliest and latest sighting, and the rest from the first argument. */
export const joinSeen = (told: Seen, other: Seen): Seen => ({
  ...told,
  first: other.first < told.first ? other.first : told.first,
  last: other.last > told.last ? other.last : told.last,
});

/** A record's statement of an opening's age; `evidence` is that of the label. */
export type ToldSeen = { seen: Seen; label: SeenLabel | null; evidence: { label?: string } };

/** Observations of an opening with these postings. `postedAt`: of the record, `null` = not stated. */
export function tellSeen(postings: readonly SeenPosting[], postedAt: string | null, at: SeenAt): ToldSeen {
  const sighting = sightingOf(postings, postedAt === null ? Number.NaN : Date.parse(postedAt));
  const seen = seenOf(postings, sighting.firstSeen, at);
  const label = labelOf(sighting, at.now);
  const evidence = label === null ? {} : { label: labelEvidence(label, sighting, seen.repostedAt) };
  return { seen, label, evidence };
}
