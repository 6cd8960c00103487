import { plainLetters } from '../shared/text.js';
import type { Entry } from './corpus.js';
import { bitsApart, nearBits } from './near-duplicate.js';

/** One opening: the record shown, with what its twins on other boards add, and all that were found of it. */
export type Group = { shown: Entry; members: readonly Entry[] };

/** Legal forms and fillers that two boards write differently. */
const legalForms =
  /\b(?:inc|incorporated|llc|ltd|limited|gmbh|ag|se|sa|sas|bv|nv|plc|corp|corporation|co|company|group|holdings?|the)\b/g;

/**
 * Finds the same opening on several boards: by canonical address, by company and requisition, else by company, title,
 * place and a nearly equal text. Openings of one board stay apart unless they share an address. The outcome does not
 * depend on the order of the entries, and the cost is near-linear: only entries of one small bucket are compared.
 */
export function groupDuplicates(collections: readonly (readonly Entry[])[]): {
  groups: Group[];
  groupOf: Int32Array[];
} {
  const entries = collections.flat();
  const parent = Int32Array.from(entries, (_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parent[root] !== root) root = parent[root] ?? root;
    parent[at] = root;
    return root;
  };
  const join = (one: number, other: number) => {
    const [a, b] = [rootOf(one), rootOf(other)];
    parent[Math.max(a, b)] = Math.min(a, b);
  };

  const buckets = new Map<string, number[]>();
  for (const [at, entry] of entries.entries())
    for (const key of keysOf(entry)) {
      const bucket = buckets.get(key);
      if (bucket === undefined) buckets.set(key, [at]);
      else bucket.push(at);
    }
  for (const [key, bucket] of buckets) if (bucket.length > 1) joinBucket(key, bucket, { entries, join });

  const members = new Map<number, Entry[]>();
  const groupIndex = new Map<number, number>();
  for (const [at, entry] of entries.entries()) {
    const root = rootOf(at);
    const group = members.get(root);
    if (group === undefined) {
      groupIndex.set(root, members.size);
      members.set(root, [entry]);
    } else group.push(entry);
  }
  let from = 0;
  const groupOf = collections.map((collection) => {
    const indexes = Int32Array.from(collection, (_, at) => groupIndex.get(rootOf(from + at)) ?? 0);
    from += collection.length;
    return indexes;
  });
  return { groups: [...members.values()].map(asGroup), groupOf };
}

function keysOf({ job }: Entry): string[] {
  const url = new URL(job.url);
  const keys = [`url ${url.host}${url.pathname.replace(/\/$/, '')}${url.search}${url.hash}`];
  const company = fold(job.company.name ?? '')
    .replace(legalForms, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (company === '') return keys;
  if (job.requisitionId !== null)
    keys.push(`requisition ${company}|${job.requisitionId.toLowerCase()}|${fold(job.title)}`);
  const places =
    job.places.length > 0
      ? job.places.map((place) => place.city ?? place.region ?? place.country ?? fold(place.text))
      : ['-'];
  for (const place of new Set(places)) keys.push(`opening ${company}|${fold(job.title)}|${place}`);
  return keys;
}

const fold = (text: string): string =>
  plainLetters(text)
    .replace(/[^\p{L}\p{N}+#]+/gu, ' ')
    .trim();

/** Larger buckets are one employer's mass openings on several boards; comparing all their pairs would not be linear. */
const bucketAtMost = 60;

function joinBucket(
  key: string,
  bucket: readonly number[],
  { entries, join }: { entries: readonly Entry[]; join: (one: number, other: number) => void },
): void {
  const [first = 0] = bucket;
  if (key.startsWith('url ')) {
    for (const at of bucket) join(first, at);
    return;
  }
  if (bucket.length > bucketAtMost) return;
  for (const [index, one] of bucket.entries())
    for (const other of bucket.slice(index + 1)) {
      const [a, b] = [entries[one], entries[other]];
      if (a !== undefined && b !== undefined && areTwins(a, b, key)) join(one, other);
    }
}

/** Whether two entries of a bucket are one opening. Symmetric. */
function areTwins(one: Entry, other: Entry, key: string): boolean {
  if (one.job.source === other.job.source) return false;
  const [a, b] = [one.job.requisitionId, other.job.requisitionId];
  if (key.startsWith('requisition ')) return true;
  if (a !== null && b !== null && a.toLowerCase() !== b.toLowerCase()) return false;
  return one.hash === null || other.hash === null || bitsApart(one.hash, other.hash) <= nearBits;
}

/** The fullest record is shown; what it does not know is taken from its twins. */
function asGroup(members: Entry[]): Group {
  if (members.length === 1 && members[0] !== undefined) return { shown: members[0], members };
  const sorted = [...members].sort(
    (a, b) => fullness(b) - fullness(a) || compare(a.job.source, b.job.source) || compare(a.job.id, b.job.id),
  );
  const [best, ...others] = sorted;
  if (best === undefined) throw new Error('A group has no members.');
  const filled = { ...best.job };
  for (const { job } of others)
    for (const field of ['salary', 'workplace', 'jobType', 'experienceLevel', 'postedAt', 'applyUrl'] as const)
      if (filled[field] === null)
        Object.assign(filled, { [field]: job[field], inferred: withInferred(filled, job, field) });
  const postedAt = filled.postedAt === null ? Number.NaN : Date.parse(filled.postedAt);
  return { shown: { ...best, job: filled, postedAt }, members: sorted };
}

/** A fact taken from a twin is as inferred as it was there. */
function withInferred(into: Entry['job'], from: Entry['job'], field: string): Entry['job']['inferred'] {
  return [...new Set([...into.inferred, ...from.inferred.filter((name) => name === field)])];
}

function fullness({ job }: Entry): number {
  const facts = [
    job.salary,
    job.workplace,
    job.jobType,
    job.experienceLevel,
    job.postedAt,
    job.validUntil,
    job.applyUrl,
  ];
  return facts.filter((fact) => fact !== null).length * 2 - job.inferred.length + (job.description === '' ? 0 : 3);
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
