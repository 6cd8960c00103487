import { randomUUID } from 'node:crypto';
import type { KeywordNode } from '../../shared/keyword/keyword-node.js';
import { parseLocation } from '../../shared/places/parse-location.js';
import { packRanked } from '../../shared/search/ranked-list.js';
import { type OfferedPlace, summarizeSources } from '../../shared/search/result.js';
import { type DocumentHead, documentDepth, documentVersion } from '../../shared/search/search-document.js';
import { placeKeyOf } from '../../shared/stats/keys.js';
import { type Found, type Question, silence } from '../engine/engine.js';
import type { City, Gazetteer } from '../gazetteer/gazetteer.js';
import { memoize } from '../gazetteer/memoize.js';
import { type AnalyzedSearch, analyzeSearch } from '../match/keyword/analyze-search.js';
import { countOffers, emptyNotice } from '../match/rank/empty-answer.js';
import { isSlip, townName } from '../match/rank/filter/suggest-place.js';
import type { SearchRunContext } from './search-context.js';
import { freshEnd, isAwaited, markLost, type SourceProgress } from './source-progress.js';
import { sourceReports } from './source-reports.js';
import { reportUnsearched } from './unsearched.js';

/** Builds the document from the results so far: merges, deduplicates, filters, ranks, and serialises the first `records` jobs. */
export async function assembleDocument(
  context: SearchRunContext,
  search: AnalyzedSearch,
  parts: readonly SourceProgress[],
  records: number,
): Promise<AssembledDocument> {
  const now = context.now();
  const question = questionOf(search, parts, now);
  const found = await context.engine.search(question, { depth: documentDepth, records });
  const isGrowing = parts.some(isAwaited);
  const places = isGrowing ? [] : await offerPlaces(context, question);
  const isHeld = ({ ref }: SourceProgress) => ref === null || found.searched(ref.key);
  const refs = parts.flatMap(({ ref }) => (ref !== null && found.searched(ref.key) ? [ref] : []));
  const lacking = found.silent > 0 || !parts.every(isHeld);
  const known = parts.map((part) => (isHeld(part) ? markUnsearched(part, found) : markLost(part)));
  const isEmpty = found.total === 0 && !isGrowing && refs.length > 0;
  const notices = [...found.notices, ...silence(found), ...(isEmpty ? await nothingFound(context, question) : [])];
  const head = headOf(context, { parts: known, refs, found, notices, now: now.getTime() });
  const { ranked, jobs } = found;
  context.storeJobCopies(jobs);
  return {
    head: { ...head, listed: ranked.length, ...(lacking && { lacking }), ...(places.length > 0 && { places }) },
    ranked: packRanked(ranked),
    jobs: jobs.map((job) => JSON.stringify(job)),
    bySource: found.bySource,
  };
}

/** A document to write: its head, ranked list and first records as JSON; and its number of jobs by source. */
type AssembledDocument = {
  head: DocumentHead;
  ranked: Buffer;
  jobs: string[];
  bySource: Readonly<Record<string, number>>;
};

/** Marks a part that was searched while some of the postings were unavailable. */
const markUnsearched = (part: SourceProgress, { silent }: Found): SourceProgress =>
  part.ref === null ? part : { ...part, report: reportUnsearched(part.report, { silent, sources: new Set() }) };

/** The search's keyword with its spelling corrected by the words of the sources; `null` when nothing was corrected. */
export async function correctedKeyword(
  context: SearchRunContext,
  search: AnalyzedSearch,
  parts: readonly SourceProgress[],
): Promise<KeywordNode | null> {
  return context.engine.corrected(questionOf(search, parts, context.now()));
}

type Ref = NonNullable<SourceProgress['ref']>;

/** The question to the engine, which knows the full boards. */
const questionOf = (search: AnalyzedSearch, parts: readonly SourceProgress[], now: Date): Question => ({
  search,
  now,
  collections: parts.flatMap(({ ref }) => (ref === null || ref.isBoard === true ? [] : [ref.key])),
});

function headOf(
  context: SearchRunContext,
  {
    parts,
    refs,
    found,
    notices,
    now,
  }: { parts: readonly SourceProgress[]; refs: Ref[]; found: Found; notices: string[]; now: number },
): DocumentHead {
  const { PARTIAL_SECONDS, STALE_SECONDS } = context.config;
  const reports = sourceReports(parts).map((report) => ({ ...report, jobs: found.bySource[report.name] ?? 0 }));
  const whole = parts.every(({ report }) => report.status === 'ok');
  const growing = parts.some(isAwaited);
  const failed =
    refs.length === 0 && parts.every(({ report }) => report.status !== 'ok' && report.status !== 'pending');
  const answered = new Set(parts.flatMap(({ ref, report }) => (ref !== null && report.status === 'ok' ? ref.key : [])));
  const used = refs.filter(({ key }) => answered.has(key));
  const times = used.length > 0 ? used : refs;
  const collectedAt = times.length === 0 ? null : Math.min(...times.map((ref) => ref.collectedAt));
  const freshUntil = found.silent > 0 ? now : freshEnd(times, now);
  const again = found.silent > 0 || parts.some(({ ours }) => ours) ? now : now + PARTIAL_SECONDS * 1000;
  return {
    v: documentVersion,
    state: growing ? 'growing' : failed ? 'failed' : 'complete',
    sourcesPrint: context.sourcesHash,
    version: randomUUID(),
    collectedAt,
    freshUntil,
    // An answer from old boards is not rebuilt for each request: their new versions take some seconds.
    recheckAt: freshUntil <= now ? again : whole ? freshUntil : Math.min(again, freshUntil),
    staleUntil: Math.max(
      (collectedAt ?? now) + (failed ? PARTIAL_SECONDS : STALE_SECONDS) * 1000,
      now + PARTIAL_SECONDS * 1000,
    ),
    total: found.total,
    exact: found.exact,
    rankedAt: now,
    notices: [...notices, ...attributions(context, found)],
    place: found.place === null ? '' : placeKeyOf(found.place),
    ...summarizeSources(reports),
  };
}

/** The notice of a question without results, with alternatives that would find something. */
async function nothingFound({ engine }: SearchRunContext, question: Question): Promise<string[]> {
  const { search } = question;
  const root = (await engine.corrected(question)) ?? search.root;
  const find = (other: AnalyzedSearch) => engine.search({ ...question, search: other }, { depth: 0, records: 0 });
  const notice = emptyNotice(search.asked, await countOffers(search, root, find));
  return notice === null ? [] : [notice];
}

/** The distinct attributions required by sources whose postings are shown. */
function attributions({ sources }: SearchRunContext, { bySource, jobs }: Found): string[] {
  // Near matches are not counted by source; all of them are among the first records.
  const listed = new Set(jobs.flatMap(({ source, alsoOn }) => [source, ...alsoOn.map((other) => other.source)]));
  const shown = sources.filter(({ id }) => (bySource[id] ?? 0) > 0 || listed.has(id));
  return [...new Set(shown.flatMap(({ kind }) => kind.attribution ?? []))];
}

/** Maximum places counted: each count is a search. */
const mostPlaces = 4;

/** A name does not mean a town much smaller than its largest namesake: "Berlin" is not Berlin, CT. */
const leastShare = 0.02;

/** If no town of a name is this large, one with a similar name may be meant: Reading by "Reding". */
const wellKnown = 10_000;

/** Locations repeat, and finding a similar name takes some 20 ms. */
const memoizedPlaces = memoize<readonly string[]>(500);

/**
 * The places that a location may mean, as values of `location`: the towns with one name, the largest first, or those
 * with a name similar to an unknown one. Empty for a location that is unambiguous, or more than a name.
 */
const meantPlaces = (location: string, gazetteer: Gazetteer): readonly string[] =>
  location === '' ? [] : memoizedPlaces(gazetteer, location, () => readMeantPlaces(location, gazetteer));

function readMeantPlaces(location: string, gazetteer: Gazetteer): string[] {
  const [place, ...others] = parseLocation(location).places;
  const [name = '', ...wider] = place?.parts ?? [];
  if (place === undefined || others.length + wider.length > 0 || name === '') return [];
  const { regions, districts, country, area, cities } = gazetteer.meanings(name);
  if (cities.some(({ inhabitants }) => inhabitants >= wellKnown)) return namesakes(cities, gazetteer);
  if (regions.length + districts.length > 0 || country !== null || area !== null) return [];
  const similar = gazetteer.nearestCity(name, { country: null, region: null });
  if (similar === null || !isSlip(name, similar.name)) return namesakes(cities, gazetteer);
  const towns = namesakes(gazetteer.cities(similar.name), gazetteer);
  return towns.length > 0 ? towns : [townName(similar, gazetteer)];
}

/** The towns with one name; none if only one of them may be meant. */
function namesakes(cities: readonly City[], gazetteer: Gazetteer): string[] {
  const named = cities.filter(({ part }) => !part);
  const largest = Math.max(...named.map(({ inhabitants }) => inhabitants));
  const towns = named.filter(({ inhabitants }) => inhabitants >= leastShare * largest);
  const names = [...new Set(towns.map((town) => townName(town, gazetteer)))];
  return names.length < 2 ? [] : names.slice(0, mostPlaces);
}

/** The meanings of a question's location that have jobs, with the number of exact matches there, the most first. */
export async function offerPlaces(
  { engine, gazetteer }: Pick<SearchRunContext, 'engine' | 'gazetteer'>,
  question: Question,
): Promise<OfferedPlace[]> {
  const { asked } = question.search;
  const counted = await Promise.all(
    meantPlaces(asked.location, gazetteer).map(async (text) => {
      const search = analyzeSearch({ ...asked, location: text }, gazetteer);
      const { exact } = await engine.search({ ...question, search }, { depth: 0, records: 0 });
      return { text, jobs: exact };
    }),
  );
  return counted.filter(({ jobs }) => jobs > 0).sort((one, other) => other.jobs - one.jobs);
}
