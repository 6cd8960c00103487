/** Makes the records of openings, and finds openings by their ids, addresses and buckets. */

import { bucketCount, exportBucketAt } from '../../../shared/export/export-chunk.js';
import { companyOf, type Job, levelsOf, locationsOf, typesOf } from '../../../shared/search/job.js';
import { copiesOf, type JobCopies } from '../../../shared/search/lookup.js';
import { statedFactsOf } from '../../../shared/search/stated-facts.js';
import { type SeenAt, tellSeen } from '../../../shared/words/seen.js';
import type { Task } from '../../process/cooperative.js';
import { type Corpus, groupOf } from '../corpus/corpus.js';
import { contradictionsBetween, type DisputedFact } from '../dedupe/duplicate-strength.js';
import { addressKey, type MatchedJob } from '../dedupe/job-fingerprint.js';
import type { Entry, Group, PreparedCollection } from '../segment/open-segment.js';

/** A copy on another board, with the facts in which that board differs. */
function otherBoard(copy: MatchedJob, shown: MatchedJob): Job['alsoOn'][number] {
  const { source, url } = copy;
  const disputed = contradictionsBetween(copy, shown);
  if (disputed.length === 0) return { source, url };
  return { source, url, says: Object.fromEntries(disputed.map((fact) => statedFact(copy, fact))) };
}

/** A disputed fact as an entry of the record's field and the posting's value. */
const statedFact = (job: MatchedJob, fact: DisputedFact): [string, unknown] =>
  fact === 'currency' ? ['salary', job.salary] : [fact, job[fact]];

/** The duplicates of one posting; `says`: facts they state differently. Throws for another opening's posting. */
function copiesIn({ shown, members }: Group, id: string): Pick<Job, 'alsoOn' | 'repeats' | 'firstSeenAt'> {
  const namedMember = members.find((member) => member.id === id);
  if (namedMember === undefined) throw new Error(`The opening of ${shown.job.id} has no posting ${id}.`);
  const job = shown.entry.id === id ? shown.job : namedMember.job;
  // A narrowing source gives one posting for several alternatives of a search.
  const isOther = (member: Entry, at: number): boolean =>
    member.id !== id && members.findIndex((each) => each.id === member.id) === at;
  return {
    alsoOn: members.filter(isOther).map((member) => otherBoard(member.job, job)),
    repeats: namedMember.repeats,
    firstSeenAt: members.reduce(
      (first, { job: { firstSeenAt } }) => (firstSeenAt < first ? firstSeenAt : first),
      job.firstSeenAt,
    ),
  };
}

/** The record of a job at a given time, its fields in the order of the API. */
export function recordOf(group: Group, match: Job['match'], at: SeenAt): Job {
  const { job } = group.shown;
  const postings = group.members.map(({ job: { source, firstSeenAt, seen }, repeats }) => ({
    source,
    firstSeenAt,
    seen,
    repeats,
  }));
  const { seen, label, evidence } = tellSeen(postings, job.postedAt, at);
  const stated = statedFactsOf(job);
  const { alsoOn, repeats, firstSeenAt } = copiesIn(group, job.id);
  return {
    id: job.id,
    title: job.title,
    company: companyOf(job.company),
    location: job.location,
    locations: locationsOf(job),
    workplace: job.workplace,
    jobType: job.jobType,
    jobTypes: typesOf(job),
    experienceLevel: job.experienceLevel,
    experienceLevels: levelsOf(job),
    salary: job.salary,
    postedAt: job.postedAt,
    validUntil: job.validUntil,
    firstSeenAt,
    seen,
    label,
    summary: job.summary,
    url: job.url,
    applyUrl: job.applyUrl,
    source: job.source,
    alsoOn,
    repeats,
    inferred: job.inferred,
    skills: job.skills ?? [],
    ...stated,
    evidence: { ...stated.evidence, ...evidence },
    match,
  };
}

/** A posting by its id and the source that lists it. */
export type NamedPosting = { id: string; source: string };

/** A posting of an opening, and when its source first listed it (ISO). */
export type PostingListing = { source: string; url: string; firstSeenAt: string };

type Found = { copies: JobCopies | null; listings: readonly PostingListing[] };

/** The duplicates of a posting at a given time, and its opening's postings; `null` and none = not in the corpus. */
export function findCopies(corpus: Corpus, { id, source }: NamedPosting, at: SeenAt): Found {
  for (const [number, collection] of corpus.collections.entries()) {
    if (collection.source !== source) continue;
    for (let entry = 0; entry < collection.size; entry++) {
      if (collection.idAt(entry) !== id) continue;
      const group = groupOf(corpus, corpus.itemOf[number]?.[entry] ?? -1);
      const isShown = group.shown.entry.id === id;
      return {
        copies: copiesOf(isShown ? recordOf(group, { score: 0, why: [] }, at) : copiesIn(group, id)),
        listings: group.members.map(({ job }) => ({ source: job.source, url: job.url, firstSeenAt: job.firstSeenAt })),
      };
    }
  }
  return { copies: null, listings: [] };
}

type Located = Pick<PreparedCollection, 'fingerprintIndex' | 'idAt'>;

/**
 * The ids of the postings at each of these addresses (`canonicalUrl`), in order. By 50-bit hashes: among a million
 * postings one of 10 million lookups of a hundred addresses is a false match.
 */
export function* locating(collections: readonly Located[], addresses: readonly string[]): Task<string[][]> {
  const ids = addresses.map((): string[] => []);
  const keys = addresses.map(addressKey);
  const entries: number[] = [];
  for (const { fingerprintIndex, idAt } of collections) {
    for (const [at, key] of keys.entries()) {
      entries.length = 0;
      fingerprintIndex.gather(key, entries);
      for (const entry of entries) ids[at]?.push(idAt(entry));
    }
    yield;
  }
  return ids;
}

/** Items by bucket (shared/export/export-chunk.ts): those of bucket `b` begin at `starts[b]`. */
export type BucketedItems = { items: Int32Array; starts: Uint32Array };

/** Items handled between two yields. */
const batch = 20_000;

/** Sorts items by the bucket of their ids; within a bucket they keep their order. */
export function* bucketItems({ collections, columns }: Corpus, items: Int32Array): Task<BucketedItems> {
  const buckets = new Uint16Array(items.length);
  const starts = new Uint32Array(bucketCount + 1);
  for (const [at, item] of items.entries()) {
    const collection = collections[columns.collection[item] ?? -1];
    if (collection === undefined) throw new Error(`There is no item ${item}.`);
    const { idBytes, idStarts } = collection.facts;
    const bucket = exportBucketAt(idBytes, idStarts[columns.entry[item] ?? -1] ?? 0);
    buckets[at] = bucket;
    starts[bucket + 1] = (starts[bucket + 1] ?? 0) + 1;
    if (at % batch === 0) yield;
  }
  for (let bucket = 0; bucket < bucketCount; bucket++)
    starts[bucket + 1] = (starts[bucket + 1] ?? 0) + (starts[bucket] ?? 0);
  const next = starts.slice();
  const sorted = new Int32Array(items.length);
  for (const [at, item] of items.entries()) {
    const bucket = buckets[at] ?? 0;
    const to = next[bucket] ?? 0;
    sorted[to] = item;
    next[bucket] = to + 1;
  }
  return { items: sorted, starts };
}
