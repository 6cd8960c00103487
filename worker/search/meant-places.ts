import { parseLocation } from '../../shared/places/parse-location.js';
import type { OfferedPlace } from '../../shared/search/result.js';
import type { Question } from '../engine/engine.js';
import type { City, Gazetteer } from '../gazetteer/gazetteer.js';
import { memoize } from '../gazetteer/memoize.js';
import { analyzeSearch } from '../match/keyword/analyze-search.js';
import { isSlip, townName } from '../match/rank/filter/suggest-place.js';
import type { SearchRunContext } from './search-context.js';

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
