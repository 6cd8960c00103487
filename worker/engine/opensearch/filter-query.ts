import { type Area, areaHolds, areas, areasMeet, areaWithin } from '../../../shared/places/areas.js';
import type { Place } from '../../../shared/search/job.js';
import { type AskedPay, readAskedPay } from '../../../shared/search/query/asked-pay.js';
import type { SearchSubject } from '../../../shared/search/query/query.js';
import { companiesIn } from '../../../shared/words/company-names.js';
import { languageNumber } from '../../../shared/words/languages.js';
import { alwaysReposted, labelDays } from '../../../shared/words/seen.js';
import { wordsIn } from '../../../shared/words/word-list.js';
import { hoursOf, type SeenLabel } from '../../../shared/words/words.js';
import { boundsOfPay } from '../../match/rank/filter/filter.js';
import { locationWords, type PlaceFilter } from '../../match/rank/filter/place-filter.js';
import { cityKm } from '../../match/rank/filter/place-reach.js';
import type { Target } from '../../match/rank/filter/resolve-location.js';
import type { LocationSet } from '../../match/segment/fact-columns.js';
import { companyNumber, maskOf, wordBit } from '../../match/segment/fact-columns.js';
import { bitsIn, payField } from './index-schema.js';
import { allMet, anyMet, type ClusterQuery, everything, noneMet, nothing } from './keyword-query.js';

/** Where an opening is, as it is indexed, and the query of openings whose location a search asks for (worker/match/rank/filter/place-filter.ts). */

/** Names what lies in a place, from its country on; `*` = any region. */
const cityName = ({ country, region, city }: Place, anyRegion = false): string =>
  `city ${country}/${anyRegion ? '*' : region}/${city}`;
const regionName = ({ country, region }: Place): string => `region ${country}/${region}`;
const countryName = (country: string | null): string => `country ${country}`;

/** All that a place lies in, as one searches for it; `apart`: only a place without coordinates is found by the name of its town. */
function namesOf(place: Place): string[] {
  if (place.level === 'area' && place.area !== null) return [`area ${place.area}`];
  const town = place.city === null ? [] : [cityName(place), cityName(place, true)];
  return [
    ...(place.country === null ? [] : [countryName(place.country)]),
    ...(place.country === null || place.region === null ? [] : [regionName(place)]),
    ...town,
    ...(place.lat === null ? town.map((name) => `apart ${name}`) : []),
  ];
}

/** What a region that a remote job states, or is taken to state, allows its residents (`PlaceReach.mayLiveIn`). */
function residenceOf({ level, area, country, region }: Place): string[] {
  if (level === 'unknown') return ['any'];
  if (level === 'area') return area === null ? [] : [`area ${area}`];
  if (country === null) return [];
  return [countryName(country), region === null ? `whole ${country}` : `region ${country}/${region}`];
}

const pointsOf = (places: readonly Place[]) =>
  places.flatMap(({ lat, lon }) => (lat === null || lon === null ? [] : [{ lat, lon }]));

/** The fields of an opening by what place filters read of it. */
export function placeFields({ location, workplace, places, remoteRegions }: LocationSet): object {
  const isRemote = workplace === 'remote';
  const regions =
    remoteRegions.length > 0
      ? remoteRegions
      : places.map((place): Place => (place.level === 'area' ? place : { ...place, level: 'country', region: null }));
  return {
    places: [...new Set(places.flatMap(namesOf))],
    points: pointsOf(places),
    placeWords: [...new Set(locationWords([location.text, ...places.map(({ text }) => text)].join(' ')))],
    ...(workplace !== null && { placeKind: workplace }),
    ...(isRemote && {
      remotePlaces: [...new Set(remoteRegions.flatMap(namesOf))],
      remotePoints: pointsOf(remoteRegions),
      residence: regions.length === 0 ? ['any'] : [...new Set(regions.flatMap(residenceOf))],
    }),
  };
}

/** The query of the openings that a filter keeps; `null` = any location. `remote`: the search asks for remote work. */
export const placeQuery = (filter: PlaceFilter | null, { remote }: { remote: boolean }): ClusterQuery =>
  filter === null ? everything : anyMet(filter.targets.map((target) => targetQuery(target, remote)));

function targetQuery({ place, km, name, workplace }: Target, remote: boolean): ClusterQuery {
  const isKind: ClusterQuery = workplace === null ? everything : { term: { placeKind: workplace } };
  const isNamed = name === null ? everything : allMet(locationWords(name).map(beginningQuery));
  const isThere = place === null ? everything : placeWithin(place, km, { names: 'places', points: 'points' });
  if (place === null) return allMet([isKind, isNamed]);
  const fromThere: ClusterQuery[] = [];
  if (name === null) fromThere.push(placeWithin(place, km, { names: 'remotePlaces', points: 'remotePoints' }));
  if (remote || workplace === 'remote') fromThere.push(residenceQuery(place));
  return allMet([isKind, anyMet([allMet([isThere, isNamed]), ...fromThere])]);
}

/** A word of the location's texts that begins so; one that is not written with Latin letters may be within another. */
const beginningQuery = (word: string): ClusterQuery =>
  /^[a-z0-9]/.test(word)
    ? { prefix: { placeWords: { value: word } } }
    : { wildcard: { placeWords: { value: `*${word}*` } } };

/** An area by its name. */
const areaNamed = (name: string | null): Area | undefined => areas.find((area) => area.name === name);

/** Openings at a place (`PlaceReach.holds`), by the fields of their places. */
function placeWithin(
  place: Place,
  km: number | null,
  { names, points }: { names: string; points: string },
): ClusterQuery {
  const having = (...values: string[]): ClusterQuery => ({ terms: { [names]: values } });
  const { level, lat, lon, region, city } = place;
  if (level === 'area') {
    const area = areaNamed(place.area);
    if (area === undefined) return nothing;
    // The entire world holds every place that has a country.
    const countries: ClusterQuery =
      area.countries.length === 0
        ? { prefix: { [names]: { value: 'country ' } } }
        : having(...area.countries.map(countryName));
    const inner = areas.filter((each) => areaWithin(each, area)).map((each) => `area ${each.name}`);
    return anyMet([countries, having(...inner)]);
  }
  if (level === 'country') return having(countryName(place.country));
  if (level === 'region' && lat === null) return having(regionName(place));
  const town = city === null ? [] : [cityName(place, region === null)];
  if (lat === null || lon === null) return town.length === 0 ? nothing : having(...town);
  const near = { geo_distance: { distance: `${km ?? cityKm}km`, [points]: { lat, lon } } };
  return anyMet([near, ...(town.length === 0 ? [] : [having(...town.map((name) => `apart ${name}`))])]);
}

/** Remote openings whose regions a resident of a place may live in. */
function residenceQuery({ level, area: name, country, region }: Place): ClusterQuery {
  const area = level === 'area' ? areaNamed(name) : undefined;
  const isKnown = (each: Area): boolean =>
    level === 'area' ? area !== undefined && areasMeet(each, area) : country === null || areaHolds(each, country);
  const values = ['any', ...areas.filter(isKnown).map((each) => `area ${each.name}`)];
  if (level === 'area') values.push(...(area?.countries ?? []).map(countryName));
  else if (region === null) values.push(countryName(country));
  else values.push(`whole ${country}`, `region ${country}/${region}`);
  const isWorld = area?.countries.length === 0;
  return anyMet([
    { terms: { residence: values } },
    ...(isWorld ? [{ prefix: { residence: { value: 'country ' } } }] : []),
  ]);
}

/** Queries of the openings that pass the filters of a search. */

/** The filters of a search (worker/match/rank/filter/filter.ts) but its location. `now`: epoch ms. */
export function filterQueries(query: SearchSubject, now: number): ClusterQuery[] {
  const { dateSincePosted, salary, jobType, remoteFilter, experienceLevel, excludeCompanies, language, label } = query;
  const queries: ClusterQuery[] = [noneMet({ range: { closesAt: { lt: now } } })];
  const having = (field: string, mask: number): void => void queries.push({ terms: { [field]: bitsIn(mask) } });
  if (remoteFilter !== '') having('workplace', maskOf(remoteFilter, wordBit.workplace));
  if (jobType !== '') having('jobType', maskOf(jobType, wordBit.jobType));
  if (experienceLevel !== '') having('level', maskOf(experienceLevel, wordBit.level));
  if (excludeCompanies !== '')
    queries.push(noneMet({ terms: { employer: companiesIn(excludeCompanies).map(companyNumber) } }));
  if (query.company !== undefined) queries.push({ terms: { employer: [companyNumber(query.company)] } });
  if (language !== '') queries.push({ terms: { language: wordsIn(language).map(languageNumber) } });
  if (label !== '') queries.push(labelQuery(wordsIn(label), now));
  if (dateSincePosted !== '')
    queries.push({ range: { latestAt: { gte: now - hoursOf(dateSincePosted) * 3_600_000 } } });
  if (salary !== '') queries.push(payQuery(readAskedPay(salary)));
  return queries;
}

const dayMs = 86_400_000;

/** Openings with one of some labels (`labelOf`). */
function labelQuery(labels: readonly SeenLabel[], now: number): ClusterQuery {
  const since = (field: string, days: number): ClusterQuery => ({ range: { [field]: { gt: now - days * dayMs } } });
  const until = (field: string, days: number): ClusterQuery => ({ range: { [field]: { lte: now - days * dayMs } } });
  const isDated: ClusterQuery = { exists: { field: 'postedAt' } };
  const begunSince = (days: number): ClusterQuery =>
    allMet([since('firstSeen', days), anyMet([noneMet(isDated), since('postedAt', days)])]);
  const ever = anyMet([{ range: { reposted: { gte: alwaysReposted } } }, until('firstSeen', labelDays.alwaysOpen)]);
  const again: ClusterQuery = { range: { reposted: { gte: 1 } } };
  const once = noneMet(anyMet([ever, again]));
  const begun: ClusterQuery = { term: { isBegun: true } };
  const queries: Readonly<Record<SeenLabel, ClusterQuery>> = {
    'always open': ever,
    reposted: allMet([again, noneMet(ever)]),
    old: allMet([once, noneMet(begunSince(labelDays.old))]),
    new: allMet([once, begun, begunSince(labelDays.new)]),
    fresh: allMet([once, begun, begunSince(labelDays.fresh), noneMet(begunSince(labelDays.new))]),
  };
  return anyMet(labels.map((label) => queries[label]));
}

/** Pay that any posting of an opening states and that overlaps the requested range. */
function payQuery(asked: AskedPay): ClusterQuery {
  const { least, most } = boundsOfPay(asked);
  const overlapping = (field: string, number: number): ClusterQuery => ({
    range: {
      [field]: { gte: least[number], ...(asked.max !== null && { lte: most[number] }), relation: 'intersects' },
    },
  });
  const rated = [...least.keys()].filter((number) => !Number.isNaN(least[number]));
  return anyMet(rated.map((number) => overlapping(payField(number), number)));
}
