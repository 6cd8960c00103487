/** Makes the documents of openings: their words, and the facts for filtering, ordering and counting. */
import { exportBucketOf } from '../../../shared/export/export-chunk.js';
import type { HeldJob } from '../../../shared/search/job.js';
import { unitsOf } from '../../../shared/words/exchange-rates.js';
import { labelSpans } from '../../../shared/words/seen.js';
import { type Columns, dateOf } from '../../match/corpus/columns.js';
import { createCorpus } from '../../match/corpus/corpus.js';
import { joinExactRepeats } from '../../match/dedupe/merge-duplicates.js';
import { type CollectionIndex, type IndexedField, indexedFields } from '../../match/index/collection-index.js';
import { knownPhrasesIn } from '../../match/keyword/synonyms.js';
import { wordRuns } from '../../match/keyword/word-runs.js';
import { companySpelling } from '../../match/rank/facets/busiest-companies.js';
import { companyFactNames } from '../../match/rank/facets/facet-rows.js';
import { payIn } from '../../match/rank/filter/filter.js';
import { titleParts } from '../../match/rank/score/title-fit.js';
import { type LocationSet, readSightingByte } from '../../match/segment/fact-columns.js';
import type { CollectionRef } from '../../match/segment/segment-files.js';
import { writingSegment } from '../../match/segment/write-segment.js';
import type { Task } from '../../process/cooperative.js';
import { placeFields } from './filter-query.js';
import { bitsIn, payField } from './index-schema.js';
import { phraseTerm } from './keyword-query.js';
import { documentHash, openPosting, packPart, packSegment, type StoredPosting } from './stored-posting.js';

/** A fingerprint's key in its indexed form. */
export const keyText = (key: number): string => key.toString(36);

/** Prepares the postings of a collection separately, in steps. A source's equal postings are one. */
export function* preparingPostings(
  { key, source, isBoard = false }: Pick<CollectionRef, 'key' | 'source' | 'isBoard'>,
  jobs: readonly HeldJob[],
): Task<Map<string, StoredPosting>> {
  const postings = new Map<string, StoredPosting>();
  for (const { job, repeats } of joinExactRepeats(jobs)) {
    const segment = yield* writingSegment(source, new Array<HeldJob>(repeats + 1).fill(job));
    const [name, content] = [documentHash(`${key} ${job.id}`), documentHash(segment)];
    postings.set(name, openPosting({ name, content, collection: key, isBoard }, segment));
    yield;
  }
  return postings;
}

const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

/** The openings of postings that may be one (`group`); `document`: see `mapping` in index-schema.ts. */
export function openingsOf(postings: readonly StoredPosting[]): { name: string; content: string; document: object }[] {
  const { columns, itemOf } = createCorpus(postings.map(({ prepared }) => prepared));
  const group = postings.map(({ name }) => name).sort()[0] ?? '';
  return Array.from({ length: columns.size }, (_, item) => {
    const parts = postings.filter((_, at) => itemOf[at]?.[0] === item);
    const shown = postings[columns.collection[item] ?? -1];
    const set = columns.locationSets[columns.locationSet[item] ?? -1];
    if (shown === undefined || set === undefined) throw new Error(`Opening ${item} shows none of its postings.`);
    const name = parts.map((part) => part.name).sort()[0] ?? '';
    // An opening that was compared with others but not joined is compared again when they change.
    const content = documentHash([group, ...parts.map((part) => `${part.name} ${part.content}`).sort()].join('\n'));
    const id = shown.prepared.idAt(0);
    const document = {
      name,
      content,
      group,
      id,
      bucket: exportBucketOf(id),
      parts: parts.map(packPart),
      segments: parts.map(packSegment),
      collections: distinct(parts.map(({ collection }) => collection)),
      isBoard: parts.some(({ isBoard }) => isBoard),
      sources: distinct(parts.map(({ prepared }) => prepared.source)),
      ids: distinct(parts.map(({ prepared }) => prepared.idAt(0))),
      keys: distinct(parts.flatMap(({ prepared }) => prepared.entryAt(0).keys.map(keyText))),
      ...wordFields(parts, shown.prepared.index),
      ...factFields(columns, item),
      ...namedFields([shown, ...parts.filter((part) => part !== shown)]),
      ...placeFields(set),
      location: locationText(set),
    };
    return { name, content, document };
  });
}

/** Bytes of a counted value: the index accepts 32,766. */
const longestValue = 32_000;

/** A location set as a counted value, with as many of its places as fit. */
function locationText(set: LocationSet): string {
  const text = JSON.stringify(set);
  if (Buffer.byteLength(text) <= longestValue) return text;
  const half = (places: LocationSet['places']) => places.slice(0, places.length >> 1);
  return locationText({ ...set, places: half(set.places), remoteRegions: half(set.remoteRegions) });
}

/** Occupation groups of a title that are indexed. */
const mostRoles = 3;

/** The texts of each field and their known terms of several words; and the work named in the shown title. */
function wordFields(parts: readonly StoredPosting[], { steps, words, ...index }: CollectionIndex): object {
  const runs = parts.map(({ prepared }) => wordRuns(prepared.index));
  const textsOf = (field: IndexedField) =>
    runs.flatMap(({ [field]: texts }) => texts.flatMap((text) => [text, ...knownPhrasesIn(text).map(phraseTerm)]));
  const title = titleParts({ ...index, steps, words }, 0);
  const isStep = (word: string): boolean => [...steps].some((number) => words.wordAt(number) === word);
  const end = title[0]?.findLast((word) => !isStep(word)) ?? title[0]?.at(-1);
  return {
    ...Object.fromEntries(indexedFields.map((field) => [field, distinct(textsOf(field))])),
    length: Math.max(1, title.flat().length),
    roles: index.roles.groupsOf(0).slice(0, mostRoles).map(String),
    ...(end !== undefined && { end }),
  };
}

/** The facts of an opening in the form used by filters and orders (worker/match/corpus/columns.ts). */
function factFields(columns: Columns, item: number): object {
  const times = (['postedAt', 'latestAt', 'closesAt'] as const).map((name) => [name, columns[name][item]] as const);
  const sighting = {
    firstSeen: 1000 * (columns.firstSeen[item] ?? 0),
    postedAt: columns.postedAt[item] ?? Number.NaN,
    ...readSightingByte(columns.sightings[item] ?? 0),
  };
  return {
    ...Object.fromEntries(times.filter(([, time]) => Number.isFinite(time))),
    ...payFields(columns, item),
    isOnSeveral: (columns.boards[item] ?? 1) > 1,
    date: dateOf(columns, item),
    employer: columns.company[item] ?? 0,
    language: columns.language[item] ?? 0,
    labels: labelSpans(sighting),
    workplace: bitsIn(columns.workplace[item] ?? 0),
    jobType: bitsIn(columns.jobType[item] ?? 0),
    level: bitsIn(columns.level[item] ?? 0),
  };
}

/** All pay stated by an opening's postings, and the highest. */
function payFields({ yearlyPay, payFrom, payCurrency, otherPay }: Columns, item: number): object {
  const [to = -1, from = to, currency = 0] = [yearlyPay[item], payFrom[item], payCurrency[item]];
  if (to < 0) return {};
  const pays = [{ currency, from, to }, ...(otherPay.get(item) ?? [])];
  const inEuros = (amount: number): number => payIn(unitsOf('EUR'), currency, amount) || -1;
  const rangesIn = (number: number) =>
    pays.flatMap((pay) => (pay.currency === number ? { gte: pay.from, lte: pay.to } : []));
  return {
    ...Object.fromEntries(pays.map((pay) => [payField(pay.currency), rangesIn(pay.currency)])),
    euros: inEuros(to),
    eurosFrom: inEuros(from),
  };
}

/** The values of an opening counted by name; its postings begin with the one shown. `employers`: name and spelling. */
function namedFields(postings: readonly StoredPosting[]): object {
  const [shown] = postings;
  const companies = postings.flatMap(
    ({ prepared: { companyFacts } }) => companyFacts.known[(companyFacts.of[0] ?? 0) - 1] ?? [],
  );
  const skills = postings.flatMap(({ prepared: { skills } }) => {
    const numbers = [...skills.of.subarray(skills.from[0] ?? 0, skills.from[1] ?? 0)];
    return numbers.flatMap((number) => skills.known[number] ?? []);
  });
  const name = shown?.prepared.entryAt(0).job.company.name ?? '';
  return {
    employers: shown && JSON.stringify([name, companySpelling(shown.prepared.index, 0)]),
    industryNames: distinct(companies.flatMap(({ industry }) => industry ?? [])),
    companyFacts: distinct(companies.flatMap(companyFactNames)),
    skills: distinct(skills),
  };
}
