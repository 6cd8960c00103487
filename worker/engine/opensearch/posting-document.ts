import { createHash } from 'node:crypto';
import type { HeldJob } from '../../../shared/search/job.js';
import { joinExactRepeats } from '../../match/dedupe/exact-repeats.js';
import { bitOf, eachOccurrence, type IndexedField, indexedFields } from '../../match/index/collection-index.js';
import type { CollectionRef } from '../../match/segment/collection-ref.js';
import { openSegment, type SegmentTools } from '../../match/segment/open-segment.js';
import type { PreparedCollection } from '../../match/segment/prepared-collection.js';
import { writingSegment } from '../../match/segment/write-segment.js';
import type { Task } from '../../process/cooperative.js';

/** A posting as a collection lists it: its place in the index, and the posting prepared for matching. */
export type IndexedPosting = {
  /** The id of its document. */
  name: string;
  /** A hash of `segment`. */
  content: string;
  collection: string;
  segment: Uint8Array;
  prepared: PreparedCollection;
};

/** What is indexed of a posting; see `mapping` in index-schema.ts. */
export type PostingDocument = Record<IndexedField, string[]> & {
  name: string;
  collection: string;
  posting: string;
  source: string;
  content: string;
  opening: string;
  members: string;
  keys: string[];
  isJoined: boolean;
  ownTitle?: string[];
  own?: string[];
  latestAt?: number;
  pay?: number;
  workplace: number[];
  jobType: number[];
  level: number[];
  locations: string[];
  segment: string;
};

/** A short name of any text or bytes. */
export const documentHash = (of: string | Uint8Array): string =>
  createHash('sha256').update(of).digest('base64url').slice(0, 22);

/** A fingerprint's key as it is indexed. */
export const keyText = (key: number): string => key.toString(36);

/** Prepares the postings of a collection, each by itself, in steps. Equal postings that a source repeats are one. */
export function* preparingPostings(
  { key, source }: Pick<CollectionRef, 'key' | 'source'>,
  jobs: readonly HeldJob[],
  tools: SegmentTools,
): Task<Map<string, IndexedPosting>> {
  const postings = new Map<string, IndexedPosting>();
  for (const { job, repeats } of joinExactRepeats(jobs)) {
    const segment = yield* writingSegment(source, new Array<HeldJob>(repeats + 1).fill(job));
    const name = documentHash(`${key} ${job.id}`);
    const prepared = openSegment(segment, tools);
    postings.set(name, { name, content: documentHash(segment), collection: key, segment, prepared });
    yield;
  }
  return postings;
}

/** The words of a posting by its fields, each once. */
export function wordsOf({ index }: PreparedCollection): Record<IndexedField, string[]> {
  const found: Record<IndexedField, string[]> = { title: [], company: [], tags: [], facts: [], text: [] };
  for (let number = 1; number <= index.words.size; number++) {
    const word = index.words.wordAt(number);
    eachOccurrence(index, number, (_, occurrence) => {
      for (const [at, field] of indexedFields.entries()) if ((occurrence & bitOf(at)) !== 0) found[field].push(word);
    });
  }
  return found;
}

/** The documents of postings that may be one opening. Each has the words and facts of all of them. */
export function documentsOf(postings: readonly IndexedPosting[]): PostingDocument[] {
  const names = postings.map(({ name }) => name).sort();
  const opening = names[0] ?? '';
  const isJoined = postings.length > 1;
  const own = postings.map(({ prepared }) => wordsOf(prepared));
  const all = Object.fromEntries(
    indexedFields.map((field) => [field, [...new Set(own.flatMap((each) => each[field]))]]),
  ) as Record<IndexedField, string[]>;
  const facts = sharedFacts(postings.map(({ prepared }) => prepared));
  return postings.map(({ name, content, collection, segment, prepared }, at) => ({
    ...{ name, collection, content, opening, isJoined, ...all, ...facts },
    posting: prepared.idAt(0),
    source: prepared.source,
    members: membersOf(postings),
    keys: prepared.entryAt(0).keys.map(keyText),
    ...(isJoined && { ownTitle: own[at]?.title ?? [], own: [...new Set(Object.values(own[at] ?? {}).flat())] }),
    segment: Buffer.from(segment.buffer, segment.byteOffset, segment.byteLength).toString('base64'),
  }));
}

/** Identifies postings that may be one opening: while it is the same, their documents are. */
export const membersOf = (postings: readonly Pick<IndexedPosting, 'name' | 'content'>[]): string =>
  documentHash(
    postings
      .map(({ name, content }) => `${name} ${content}`)
      .sort()
      .join('\n'),
  );

type SharedFacts = Pick<PostingDocument, 'latestAt' | 'pay' | 'workplace' | 'jobType' | 'level' | 'locations'>;

/** What filters may find of an opening, whichever of these postings it has: never less than worker/match/corpus/columns.ts. */
function sharedFacts(postings: readonly PreparedCollection[]): SharedFacts {
  const most = (values: readonly number[]): number => values.reduce((one, other) => Math.max(one, other), -Infinity);
  const latest = most(postings.map(({ facts }) => facts.postedAt[0] ?? NaN).filter((at) => !Number.isNaN(at)));
  const pay = most(postings.map(({ facts }) => facts.yearlyPay[0] ?? -1));
  const bits = (of: 'workplace' | 'jobType' | 'level'): number[] => [
    ...new Set(postings.flatMap(({ facts }) => bitsIn(facts[of][0] ?? 0))),
  ];
  const locations = postings.flatMap((each) => each.locationSets().map((set) => documentHash(JSON.stringify(set))));
  return {
    ...(latest > -Infinity && { latestAt: latest }),
    ...(pay >= 0 && { pay }),
    ...{ workplace: bits('workplace'), jobType: bits('jobType'), level: bits('level') },
    locations: [...new Set(locations)],
  };
}

/** The bits that are set. */
export const bitsIn = (mask: number): number[] => [1, 2, 4, 8, 16, 32, 64, 128].filter((bit) => (mask & bit) !== 0);
