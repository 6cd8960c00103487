/** Makes the documents of openings: their words, and the facts by which they are filtered, ordered and counted. */
import { exportBucketOf } from '../../../shared/export/export-chunk.js';
import type { HeldJob } from '../../../shared/search/job.js';
import { unitsOf } from '../../../shared/words/exchange-rates.js';
import { industryKeys } from '../../../shared/words/industry.js';
import { isBegun } from '../../../shared/words/seen.js';
import { type Columns, dateOf } from '../../match/corpus/columns.js';
import { type Corpus, createCorpus } from '../../match/corpus/corpus.js';
import { joinExactRepeats } from '../../match/dedupe/merge-duplicates.js';
import {
  bitOf,
  type CollectionIndex,
  createOccurrenceLookup,
  headFields,
  type IndexedField,
  indexedFields,
} from '../../match/index/collection-index.js';
import { createPositionReader } from '../../match/index/text-positions.js';
import { knownPhrasesIn } from '../../match/keyword/synonyms.js';
import { companySpelling } from '../../match/rank/facets/busiest-companies.js';
import { payIn } from '../../match/rank/filter/filter.js';
import { titleParts } from '../../match/rank/score/title-fit.js';
import { type LocationSet, locationKey, readSightingByte } from '../../match/segment/fact-columns.js';
import type { PreparedCollection } from '../../match/segment/open-segment.js';
import type { CollectionRef } from '../../match/segment/segment-files.js';
import { writingSegment } from '../../match/segment/write-segment.js';
import type { Task } from '../../process/cooperative.js';
import { placeFields } from './filter-query.js';
import { bitsIn, payField } from './index-schema.js';
import { phraseTerm } from './keyword-query.js';
import { documentHash, type OpenedPosting, openPosting, packPosting } from './packed-posting.js';

/** A posting of a collection, prepared for matching. */
export type IndexedPosting = OpenedPosting & {
  collection: string;
  /** Whether the collection is a whole board. */
  isBoard: boolean;
};

/** A fingerprint's key as it is indexed. */
export const keyText = (key: number): string => key.toString(36);

/** Prepares the postings of a collection, each by itself, in steps. Equal postings that a source repeats are one. */
export function* preparingPostings(
  { key, source, isBoard = false }: Pick<CollectionRef, 'key' | 'source' | 'isBoard'>,
  jobs: readonly HeldJob[],
): Task<Map<string, IndexedPosting>> {
  const postings = new Map<string, IndexedPosting>();
  for (const { job, repeats } of joinExactRepeats(jobs)) {
    const segment = yield* writingSegment(source, new Array<HeldJob>(repeats + 1).fill(job));
    const name = documentHash(`${key} ${job.id}`);
    const prepared = openPosting(segment);
    postings.set(name, { name, content: documentHash(segment), collection: key, isBoard, segment, prepared });
    yield;
  }
  return postings;
}

/** An opening as it is indexed; `document`: see `mapping` in index-schema.ts. */
type IndexedOpening = { name: string; content: string; document: object };

/**
 * The openings of postings that may be one (`group`), as worker/match/dedupe joins them, and the location sets that their documents
 * name.
 */
export function openingsOf(postings: readonly IndexedPosting[]): {
  openings: IndexedOpening[];
  sets: Map<string, LocationSet>;
} {
  const corpus = createCorpus(postings.map(({ prepared }) => prepared));
  const group = postings.map(({ name }) => name).sort()[0] ?? '';
  const sets = new Map<string, LocationSet>();
  const openings: IndexedOpening[] = [];
  for (let item = 0; item < corpus.columns.size; item++) {
    const parts = postings.filter((_, at) => corpus.itemOf[at]?.[0] === item);
    const shown = postings[corpus.columns.collection[item] ?? -1];
    if (shown === undefined) throw new Error(`Opening ${item} shows none of its postings.`);
    const set = corpus.columns.locationSets[corpus.columns.locationSet[item] ?? -1];
    if (set === undefined) throw new Error(`Opening ${item} has no location set.`);
    const setName = documentHash(locationKey(set));
    sets.set(setName, set);
    const name = parts.map((part) => part.name).sort()[0] ?? '';
    // An opening that was compared with others, and not joined with them, is compared again when they change.
    const content = documentHash([group, ...parts.map((part) => `${part.name} ${part.content}`).sort()].join('\n'));
    const document = {
      name,
      content,
      group,
      ...partFields(parts),
      ...wordFields(parts),
      ...titleFields(shown.prepared.index),
      ...factFields(corpus, item),
      ...namedFields([shown, ...parts.filter((part) => part !== shown)]),
      id: shown.prepared.idAt(0),
      bucket: exportBucketOf(shown.prepared.idAt(0)),
      locations: [setName],
      ...placeFields(set),
    };
    openings.push({ name, content, document });
  }
  return { openings, sets };
}

function partFields(parts: readonly IndexedPosting[]): object {
  return {
    parts: parts.map(({ name, content, collection, isBoard }) => `${name} ${content} ${collection} ${isBoard}`),
    segments: parts.map(packPosting),
    collections: [...new Set(parts.map(({ collection }) => collection))],
    isBoard: parts.some(({ isBoard }) => isBoard),
    sources: [...new Set(parts.map(({ prepared }) => prepared.source))],
    ids: [...new Set(parts.map(({ prepared }) => prepared.idAt(0)))],
    keys: [...new Set(parts.flatMap(({ prepared }) => prepared.entryAt(0).keys.map(keyText)))],
  };
}

/** The texts of each field of some postings, each text once, and the known terms of several words that the field has. */
function wordFields(parts: readonly IndexedPosting[]): Record<IndexedField, string[]> {
  const texts = parts.map(({ prepared }) => ({
    runs: wordRuns(prepared.index),
    phrases: knownPhrasesIn(prepared),
  }));
  const fields = indexedFields.map((field) => {
    const all = texts.flatMap(({ runs, phrases }) => [...runs[field], ...phrases[field].map(phraseTerm)]);
    return [field, [...new Set(all)]] as const;
  });
  return Object.fromEntries(fields) as Record<IndexedField, string[]>;
}

/**
 * The words of the first posting of an index by its fields, in their order: each run is a text within which words are side by side
 * (`hasPhrase`). The parts of a title are one run; elsewhere a phrase does not go from one text to the next.
 */
export function wordRuns(index: CollectionIndex): Record<IndexedField, string[]> {
  const { stream, bounds, words } = index;
  const runs: Record<IndexedField, string[]> = { title: [], company: [], tags: [], facts: [], text: [] };
  for (const [field, name] of indexedFields.slice(0, headFields).entries()) {
    const numbers = [...stream.subarray(bounds[field], bounds[field + 1])];
    const ordered = name === 'title' ? numbers.filter((number) => number !== 0) : numbers;
    runs[name] = runsOf(ordered.map((number) => (number === 0 ? undefined : words.wordAt(number))));
  }
  return { ...runs, text: runsOf(textOf(index)) };
}

const textBit = bitOf(headFields);

/** The words of the text by their positions. */
function textOf(index: CollectionIndex): (string | undefined)[] {
  const { positionsOf, words } = index;
  const ordered: (string | undefined)[] = [];
  const positions: number[] = [];
  for (let number = 1; number <= words.size; number++) {
    if ((createOccurrenceLookup(index, number)(0) & textBit) === 0) continue;
    const count = createPositionReader(positionsOf(number)).next(positions);
    const word = words.wordAt(number);
    for (let at = 0; at < count; at++) ordered[positions[at] ?? 0] = word;
  }
  return ordered;
}

/** Words up to the next gap, apart by spaces. */
function runsOf(ordered: readonly (string | undefined)[]): string[] {
  const runs: string[][] = [[]];
  for (const word of ordered)
    if (word === undefined) runs.push([]);
    else runs.at(-1)?.push(word);
  return runs.filter(({ length }) => length > 0).map((run) => run.join(' '));
}

/** Occupation groups of a title that are indexed. */
const mostRoles = 3;

function titleFields(index: CollectionIndex): object {
  const parts = titleParts(index, 0);
  const steps = new Set([...index.steps].map((number) => index.words.wordAt(number)));
  const end = parts[0]?.findLast((word) => !steps.has(word)) ?? parts[0]?.at(-1);
  return {
    length: Math.max(1, parts.flat().length),
    roles: index.roles.groupsOf(0).slice(0, mostRoles).map(String),
    ...(end !== undefined && { end }),
  };
}

/** The facts of an opening as filters and orders read them (worker/match/corpus/columns.ts). */
function factFields({ columns }: Pick<Corpus, 'columns'>, item: number): object {
  const {
    postedAt = NaN,
    latestAt = NaN,
    closesAt = NaN,
  } = {
    postedAt: columns.postedAt[item],
    latestAt: columns.latestAt[item],
    closesAt: columns.closesAt[item],
  };
  const firstSeen = 1000 * (columns.firstSeen[item] ?? 0);
  const { isOpened, reposted } = readSightingByte(columns.sightings[item] ?? 0);
  return {
    isOnSeveral: (columns.boards[item] ?? 1) > 1,
    ...(Number.isFinite(postedAt) && { postedAt }),
    date: dateOf(columns, item),
    ...(Number.isFinite(latestAt) && { latestAt }),
    ...(Number.isFinite(closesAt) && { closesAt }),
    ...payFields(columns, item),
    employer: columns.company[item] ?? 0,
    language: columns.language[item] ?? 0,
    firstSeen,
    reposted,
    isBegun: isBegun({ firstSeen, isOpened, postedAt }),
    workplace: bitsIn(columns.workplace[item] ?? 0),
    jobType: bitsIn(columns.jobType[item] ?? 0),
    level: bitsIn(columns.level[item] ?? 0),
  };
}

/** All pay that the postings of an opening state, and the highest. */
function payFields(columns: Columns, item: number): object {
  const highest = columns.yearlyPay[item] ?? -1;
  if (highest < 0) return {};
  const currency = columns.payCurrency[item] ?? 0;
  const pays = [{ currency, gte: columns.payFrom[item] ?? highest, lte: highest }];
  for (const pay of columns.otherPay.get(item) ?? []) pays.push({ currency: pay.currency, gte: pay.from, lte: pay.to });
  const fields = new Map<string, object[]>();
  for (const { currency: number, gte, lte } of pays)
    fields.set(payField(number), [...(fields.get(payField(number)) ?? []), { gte, lte }]);
  const inEuros = (amount: number): number => {
    const euros = payIn(unitsOf('EUR'), currency, amount);
    return Number.isFinite(euros) ? euros : -1;
  };
  return {
    ...Object.fromEntries(fields),
    highest,
    currency,
    euros: inEuros(highest),
    eurosFrom: inEuros(columns.payFrom[item] ?? highest),
  };
}

/** How a company is called: the name as it is shown, and the words of each spelling, that of the shown posting first. */
type EmployerName = { name: string; spellings: readonly string[] };

/** Spellings of a company that are distinguished. */
const mostSpellings = 20;

/** Reads a value of the field `employers`. */
export function employerOf(text: string): EmployerName {
  const [name = '', ...spellings] = JSON.parse(text) as string[];
  return { name, spellings };
}

/** What of an opening is counted by its names; its postings begin with the one that is shown. */
function namedFields(postings: readonly { prepared: PreparedCollection }[]): object {
  const companies = postings.flatMap(({ prepared: { companyFacts } }) => {
    return companyFacts.known[(companyFacts.of[0] ?? 0) - 1] ?? [];
  });
  const industryNames = companies.flatMap(({ industry }) => industry ?? []);
  const spellings = [...new Set(postings.map(({ prepared }) => companySpelling(prepared.index, 0)))];
  const skills = postings.flatMap(({ prepared: { skills } }) => {
    const numbers = [...skills.of.subarray(skills.from[0] ?? 0, skills.from[1] ?? 0)];
    return numbers.flatMap((number) => skills.known[number] ?? []);
  });
  const name = postings[0]?.prepared.entryAt(0).job.company.name ?? '';
  return {
    employers: [JSON.stringify([name, ...spellings.slice(0, mostSpellings)])],
    industries: [...new Set(industryNames.flatMap(industryKeys))],
    industryNames: [...new Set(industryNames)],
    sizes: [...new Set(companies.flatMap(({ size }) => size ?? []))],
    skills: [...new Set(skills)],
  };
}
