import { createHash } from 'node:crypto';
import type { HeldJob } from '../../../shared/search/job.js';
import { isBegun } from '../../../shared/words/seen.js';
import { type Columns, dateOf } from '../../match/corpus/columns-type.js';
import { emptyCorpus, updateCorpus } from '../../match/corpus/corpus.js';
import { joinExactRepeats } from '../../match/dedupe/exact-repeats.js';
import {
  eachOccurrence,
  fieldBits,
  type IndexedField,
  indexedFields,
  occurrenceBits,
} from '../../match/index/collection-index.js';
import { knownPhrasesIn } from '../../match/keyword/known-phrases.js';
import type { CollectionRef } from '../../match/segment/collection-ref.js';
import { type LocationSet, locationKey } from '../../match/segment/location-set.js';
import { openSegment, type SegmentTools } from '../../match/segment/open-segment.js';
import type { PreparedCollection } from '../../match/segment/prepared-collection.js';
import { readSightingByte } from '../../match/segment/sighting-byte.js';
import { writingSegment } from '../../match/segment/write-segment.js';
import { runSync, type Task } from '../../process/cooperative.js';
import { headText } from './heads.js';
import { frequentWord, phraseTerm } from './keyword-query.js';
import { type NamedFacts, namedFactsOf } from './named-facts.js';
import { packPosting } from './posting-cache.js';
import { wordRuns } from './word-runs.js';

/** A posting as a collection lists it: its place in the index, and the posting prepared for matching. */
export type IndexedPosting = {
  /** The id of its document. */
  name: string;
  /** A hash of `segment`. */
  content: string;
  collection: string;
  /** Whether the collection is a whole board. */
  isBoard: boolean;
  segment: Uint8Array;
  prepared: PreparedCollection;
};

/** What of a posting depends on the others that may be one opening with it; see `mapping` in index-schema.ts. */
type OpeningFields = {
  kind: 'single' | 'lead' | 'member' | 'mixed';
  sources: string[];
  isOnSeveral: boolean;
  postedAt?: number;
  date?: number;
  latestAt?: number;
  closesAt?: number;
  payFrom?: number;
  pay?: number;
  currency: number[];
  employer?: number;
  language: number[];
  firstSeen?: number;
  isBegun?: boolean;
  reposted?: number;
  workplace: number[];
  jobType: number[];
  level: number[];
  locations: string[];
};

/** What is indexed of a posting; see `mapping` in index-schema.ts. */
export type PostingDocument = Record<IndexedField, string[]> &
  OpeningFields &
  NamedFacts & {
    name: string;
    collection: string;
    isBoard: boolean;
    posting: string;
    source: string;
    content: string;
    opening: string;
    members: string;
    keys: string[];
    frequent: string[];
    around?: string[];
    parts?: string[];
    heads: string[];
    ownTitle?: string[];
    own?: string[];
    segment: string;
  };

/** A short name of any text or bytes. */
export const documentHash = (of: string | Uint8Array): string =>
  createHash('sha256').update(of).digest('base64url').slice(0, 22);

/** A fingerprint's key as it is indexed. */
export const keyText = (key: number): string => key.toString(36);

/** Prepares the postings of a collection, each by itself, in steps. Equal postings that a source repeats are one. */
export function* preparingPostings(
  { key, source, isBoard = false }: Pick<CollectionRef, 'key' | 'source' | 'isBoard'>,
  jobs: readonly HeldJob[],
  tools: SegmentTools,
): Task<Map<string, IndexedPosting>> {
  const postings = new Map<string, IndexedPosting>();
  for (const { job, repeats } of joinExactRepeats(jobs)) {
    const segment = yield* writingSegment(source, new Array<HeldJob>(repeats + 1).fill(job));
    const name = documentHash(`${key} ${job.id}`);
    const prepared = openSegment(segment, tools);
    postings.set(name, { name, content: documentHash(segment), collection: key, isBoard, segment, prepared });
    yield;
  }
  return postings;
}

/**
 * The words of a posting by its fields, in their order (`wordRuns`), and the known terms of several words that a field has; `frequent`:
 * how often its text has some words.
 */
type PostingWords = Record<IndexedField | 'frequent', string[]>;

function wordsOf(prepared: PreparedCollection): PostingWords {
  const { index } = prepared;
  const [runs, phrases] = [wordRuns(index), knownPhrasesIn(prepared)];
  const frequent: string[] = [];
  for (let number = 1; number <= index.words.size; number++)
    eachOccurrence(index, number, (_, occurrence) => {
      const times = (occurrence >>> fieldBits) & frequencyMask;
      if (times > 0) frequent.push(frequentWord(index.words.wordAt(number), times + 1));
    });
  const fields = indexedFields.map((field) => [field, [...runs[field], ...phrases[field].map(phraseTerm)]] as const);
  return { ...(Object.fromEntries(fields) as Record<IndexedField, string[]>), frequent };
}

/** Each word of these runs once. */
const wordsIn = (runs: readonly string[]): string[] => [...new Set(runs.flatMap((run) => run.split(' ')))];

const frequencyMask = (1 << (occurrenceBits - fieldBits)) - 1;

/** The documents of postings that may be one opening, each with the words and facts of all of them; and their location sets by name. */
export function documentsOf(postings: readonly IndexedPosting[]): {
  documents: PostingDocument[];
  sets: Map<string, LocationSet>;
} {
  const opening = postings.map(({ name }) => name).sort()[0] ?? '';
  const isJoined = postings.length > 1;
  const own = postings.map(({ prepared }) => wordsOf(prepared));
  const all = Object.fromEntries(
    [...indexedFields, 'frequent' as const].map((field) => [field, [...new Set(own.flatMap((each) => each[field]))]]),
  ) as PostingWords;
  const sets = new Map<string, LocationSet>();
  const fieldsAt = openingFields(postings, (set) => {
    const name = documentHash(locationKey(set));
    sets.set(name, set);
    return name;
  });
  const members = membersOf(postings);
  const heads = headsOf(postings);
  const prepared = postings.map((each) => each.prepared);
  const namedAt = (at: number): NamedFacts => {
    const shown = prepared[at];
    return namedFactsOf(shown === undefined ? prepared : [shown, ...prepared.filter((each) => each !== shown)]);
  };
  const group = isJoined && {
    around: [...new Set(postings.map(({ collection }) => collection))],
    parts: postings.map(({ name, content, collection }) => `${name} ${content} ${collection}`),
  };
  const documents = postings.map(({ name, content, collection, isBoard, segment, prepared }, at) => ({
    ...{ name, collection, isBoard, content, opening, members, heads },
    ...{ ...all, ...fieldsAt(at), ...namedAt(at), ...group },
    posting: prepared.idAt(0),
    source: prepared.source,
    keys: prepared.entryAt(0).keys.map(keyText),
    ...(isJoined && {
      ownTitle: wordsIn(own[at]?.title ?? []),
      own: wordsIn(indexedFields.flatMap((field) => own[at]?.[field] ?? [])),
    }),
    segment: packPosting({ name, content, segment }),
  }));
  return { documents, sets };
}

/** A longer value is more than the index takes, in bytes: then it has none. */
const mostOfHead = 32_000;

function headsOf(postings: readonly IndexedPosting[]): string[] {
  const heads = [...new Set(postings.map(({ prepared }) => headText(prepared.index)))];
  return heads.some((head) => Buffer.byteLength(head) > mostOfHead) ? [] : heads;
}

/** Identifies postings that may be one opening: while it is the same, their documents are. */
export const membersOf = (postings: readonly Pick<IndexedPosting, 'name' | 'content'>[]): string =>
  documentHash(
    postings
      .map(({ name, content }) => `${name} ${content}`)
      .sort()
      .join('\n'),
  );

/**
 * The fields of each of some postings by its number. They are one opening when a search that has all of them says so; then the one
 * that is shown has its facts, as worker/match/corpus/columns.ts has them.
 */
function openingFields(
  postings: readonly IndexedPosting[],
  nameOf: (set: LocationSet) => string,
): (at: number) => OpeningFields {
  const corpus = runSync(
    updateCorpus(
      emptyCorpus,
      postings.map(({ prepared }) => prepared),
    ),
  );
  const { columns } = corpus;
  // Our code compares the pay of its postings.
  const isOpening = columns.size === 1 && columns.otherPayItem.length === 0;
  const shown = columns.collection[0] ?? 0;
  const exact = isOpening ? exactFields(columns, nameOf) : null;
  if (postings.length === 1 && exact !== null) return () => ({ kind: 'single', ...exact });
  const shared = sharedFields(postings, nameOf);
  return (at) =>
    exact !== null && at === shown
      ? { kind: 'lead', ...exact }
      : { kind: exact === null ? 'mixed' : 'member', ...shared };
}

/** The facts of the only opening of a corpus. */
function exactFields(columns: Columns, nameOf: (set: LocationSet) => string): Omit<OpeningFields, 'kind'> {
  const [postedAt = NaN, latestAt = NaN, closesAt = NaN] = [
    columns.postedAt[0],
    columns.latestAt[0],
    columns.closesAt[0],
  ];
  const pay = columns.yearlyPay[0] ?? -1;
  const firstSeen = 1000 * (columns.firstSeen[0] ?? 0);
  const { isOpened, reposted } = readSightingByte(columns.sightings[0] ?? 0);
  const set = columns.locationSets[columns.locationSet[0] ?? 0];
  if (set === undefined) throw new Error('An opening has no location set.');
  return {
    ...{ sources: [...columns.sources], isOnSeveral: columns.sources.length > 1 },
    ...(Number.isFinite(postedAt) && { postedAt }),
    date: dateOf(columns, 0),
    ...(Number.isFinite(latestAt) && { latestAt }),
    ...(Number.isFinite(closesAt) && { closesAt }),
    ...(pay >= 0 && { pay, payFrom: columns.payFrom[0] ?? pay }),
    currency: [columns.payCurrency[0] ?? 0],
    employer: columns.company[0] ?? 0,
    language: [columns.language[0] ?? 0],
    firstSeen,
    ...{ reposted, isBegun: isBegun({ firstSeen, isOpened, postedAt }) },
    workplace: bitsIn(columns.workplace[0] ?? 0),
    jobType: bitsIn(columns.jobType[0] ?? 0),
    level: bitsIn(columns.level[0] ?? 0),
    locations: [nameOf(set)],
  };
}

/** What filters may find of an opening, whichever of these postings it has: never less than worker/match/corpus/columns.ts. */
function sharedFields(
  postings: readonly IndexedPosting[],
  nameOf: (set: LocationSet) => string,
): Omit<OpeningFields, 'kind'> {
  const facts = postings.map(({ prepared }) => prepared.facts);
  const most = (of: 'postedAt' | 'closesAt' | 'yearlyPay'): number =>
    facts.reduce((value, each) => Math.max(value, each[of][0] || -Infinity), -Infinity);
  const [latest, closes, pay] = [most('postedAt'), most('closesAt'), most('yearlyPay')];
  const paying = facts.filter((each) => (each.yearlyPay[0] ?? -1) >= 0);
  const payFrom = Math.min(...paying.map((each) => each.payFrom[0] ?? pay));
  const values = (of: 'payCurrency' | 'language'): number[] => [...new Set(facts.map((each) => each[of][0] ?? 0))];
  const bits = (of: 'workplace' | 'jobType' | 'level'): number[] => [
    ...new Set(facts.flatMap((each) => bitsIn(each[of][0] ?? 0))),
  ];
  const sets = postings.flatMap(({ prepared }) => prepared.locationSets());
  // The posting that is shown may have the workplace of another one.
  const workplaces = [...new Set(sets.map(({ workplace }) => workplace))];
  const locations = sets.flatMap((set) => workplaces.map((workplace) => nameOf({ ...set, workplace })));
  return {
    ...{ sources: [], isOnSeveral: false },
    ...(latest > -Infinity && { latestAt: latest }),
    ...(Number.isFinite(closes) && { closesAt: closes }),
    ...(pay >= 0 && { pay, payFrom }),
    ...{ currency: values('payCurrency'), language: values('language') },
    ...{ workplace: bits('workplace'), jobType: bits('jobType'), level: bits('level') },
    locations: [...new Set(locations)],
  };
}

/** The bits that are set. */
export const bitsIn = (mask: number): number[] => [1, 2, 4, 8, 16, 32, 64, 128].filter((bit) => (mask & bit) !== 0);
