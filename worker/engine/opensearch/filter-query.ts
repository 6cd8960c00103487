/** The filters of a search as index queries, and the fields of an opening that they use. */
import { type Area, areaHolds, areas, areasMeet, areaWithin } from '../../../shared/places/areas.js';
import type { Place } from '../../../shared/search/job.js';
import { type AskedPay, readAskedPay } from '../../../shared/search/query/asked-pay.js';
import { asksRemote, type SearchSubject } from '../../../shared/search/query/query.js';
import { companiesIn } from '../../../shared/words/company-names.js';
import { languageNumber } from '../../../shared/words/languages.js';
import { labelTime } from '../../../shared/words/seen.js';
import { wordsIn } from '../../../shared/words/vocabulary.js';
import { hoursOf } from '../../../shared/words/words.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { boundsOfPay } from '../../match/rank/filter/filter.js';
import { countryOf, createPlaceFilter, locationWords } from '../../match/rank/filter/place-filter.js';
import { cityKm } from '../../match/rank/filter/place-reach.js';
import type { Target } from '../../match/rank/filter/resolve-location.js';
import { companyNumber, type LocationSet, maskOf, wordBit } from '../../match/segment/fact-columns.js';
import { bitsIn, payField } from './index-schema.js';
import { allMet, anyMet, type ClusterQuery, everything, noneMet, nothing } from './keyword-query.js';

/** Names a town within its country; `*` = any region. */
const cityName = ({ country, region, city }: Place, anyRegion = false): string =>
  `city ${country}/${anyRegion ? '*' : region}/${city}`;
const regionName = ({ country, region }: Pick<Place, 'country' | 'region'>): string => `region ${country}/${region}`;
const countryName = (country: string | null): string => `country ${country}`;
const areaName = ({ name }: { name: string | null }): string => `area ${name}`;

/** The areas that contain a country, or another area. */
const holding = (country: string): string[] => areas.filter((each) => areaHolds(each, country)).map(areaName);
const around = (area: Area): string[] => areas.filter((each) => areaWithin(area, each)).map(areaName);

/** All names that a place matches; `apart`: only places without coordinates are found by the name of their town. */
function namesOf(place: Place): string[] {
  const { level, area, country, region, city, lat } = place;
  if (level === 'area') return areas.filter(({ name }) => name === area).flatMap(around);
  const town = city === null ? [] : [cityName(place), cityName(place, true)];
  return [
    ...(country === null ? [] : [countryName(country), ...holding(country)]),
    ...(country === null || region === null ? [] : [regionName(place)]),
    ...town,
    ...(lat === null ? town.map((name) => `apart ${name}`) : []),
  ];
}

/** The residences allowed by a remote job's stated or implied region (`PlaceReach.mayLiveIn`). */
function residenceOf({ level, area, country, region }: Place): string[] {
  if (level === 'unknown') return ['any'];
  if (level === 'area') return [areaName({ name: area })];
  if (country === null) return [];
  const within = holding(country).map((area) => `in ${area}`);
  return [...within, countryName(country), region === null ? `whole ${country}` : regionName({ country, region })];
}

/** The fields of an opening used by place filters. */
export function placeFields({ location, workplace, places, remoteRegions }: LocationSet): object {
  const isRemote = workplace === 'remote';
  const there = isRemote ? [...places, ...remoteRegions] : places;
  const regions = remoteRegions.length > 0 ? remoteRegions : places.map(countryOf);
  return {
    places: [...new Set(there.flatMap(namesOf))],
    points: there.flatMap(({ lat, lon }) => (lat === null || lon === null ? [] : [{ lat, lon }])),
    placeWords: [...new Set(locationWords([location.text, ...places.map(({ text }) => text)].join(' ')))],
    ...(workplace !== null && { placeKind: workplace }),
    ...(isRemote && { residence: regions.length === 0 ? ['any'] : [...new Set(regions.flatMap(residenceOf))] }),
  };
}

/** The query of the openings at a target of a location; `remote`: the search includes remote work. */
function targetQuery({ place, km, name, workplace }: Target, remote: boolean): ClusterQuery {
  const isKind: ClusterQuery = workplace === null ? everything : { term: { placeKind: workplace } };
  const isNamed = name === null ? everything : allMet(locationWords(name).map(beginningQuery));
  if (place === null) return allMet([isKind, isNamed]);
  const isThere = allMet([placeWithin(place, km), isNamed]);
  const isOpen = remote || workplace === 'remote' ? residenceQuery(place) : nothing;
  return allMet([isKind, anyMet([isThere, isOpen])]);
}

/** A word of the location's texts with this prefix; one in another script may occur within another word. */
const beginningQuery = (word: string): ClusterQuery =>
  /^[a-z0-9]/.test(word)
    ? { prefix: { placeWords: { value: word } } }
    : { wildcard: { placeWords: { value: `*${word}*` } } };

/** Openings at a place (`PlaceReach.holds`). */
function placeWithin(place: Place, km: number | null): ClusterQuery {
  const having = (places: string): ClusterQuery => ({ term: { places } });
  const { level, lat, lon, region, city } = place;
  if (level === 'area') return having(areaName({ name: place.area }));
  if (level === 'country') return having(countryName(place.country));
  if (level === 'region' && lat === null) return having(regionName(place));
  const town = cityName(place, region === null);
  if (lat === null || lon === null) return city === null ? nothing : having(town);
  const near = { geo_distance: { distance: `${km ?? cityKm}km`, points: { lat, lon } } };
  return anyMet([near, city === null ? nothing : having(`apart ${town}`)]);
}

/** Remote openings whose regions a resident of a place may live in. */
function residenceQuery({ level, area: name, country, region }: Place): ClusterQuery {
  const area = level === 'area' ? areas.find((each) => each.name === name) : undefined;
  const isKnown = (each: Area): boolean =>
    level === 'area' ? area !== undefined && areasMeet(each, area) : country === null || areaHolds(each, country);
  const residence = ['any', ...areas.filter(isKnown).map(areaName)];
  if (level === 'area') residence.push(`in ${areaName({ name })}`);
  else if (region === null) residence.push(countryName(country));
  else residence.push(`whole ${country}`, regionName({ country, region }));
  return { terms: { residence } };
}

/** Pay stated by any posting of an opening that overlaps the requested range. */
export function payQuery(asked: AskedPay): ClusterQuery {
  const { least, most } = boundsOfPay(asked);
  const rated = [...least.keys()].filter((number) => !Number.isNaN(least[number]));
  return anyMet(
    rated.map((number) => ({
      range: { [payField(number)]: { gte: least[number], ...(asked.max !== null && { lte: most[number] }) } },
    })),
  );
}

/** The openings that pass a search's filters (worker/match/rank/filter), without its keyword. `now`: epoch ms. */
export function filterQuery(query: SearchSubject, { gazetteer, now }: { gazetteer: Gazetteer; now: number }) {
  const { dateSincePosted, salary, jobType, remoteFilter, experienceLevel, excludeCompanies, language, label } = query;
  const queries: ClusterQuery[] = [noneMet({ range: { closesAt: { lt: now } } })];
  const having = (field: string, values: readonly number[]): ClusterQuery => ({ terms: { [field]: values } });
  if (remoteFilter !== '') queries.push(having('workplace', bitsIn(maskOf(remoteFilter, wordBit.workplace))));
  if (jobType !== '') queries.push(having('jobType', bitsIn(maskOf(jobType, wordBit.jobType))));
  if (experienceLevel !== '') queries.push(having('level', bitsIn(maskOf(experienceLevel, wordBit.level))));
  if (excludeCompanies !== '')
    queries.push(noneMet(having('employer', companiesIn(excludeCompanies).map(companyNumber))));
  if (query.company !== undefined) queries.push(having('employer', [companyNumber(query.company)]));
  if (language !== '') queries.push(having('language', wordsIn(language).map(languageNumber)));
  if (label !== '') queries.push(anyMet(wordsIn(label).map((each) => ({ term: { labels: labelTime(each, now) } }))));
  if (dateSincePosted !== '')
    queries.push({ range: { latestAt: { gte: now - hoursOf(dateSincePosted) * 3_600_000 } } });
  if (salary !== '') queries.push(payQuery(readAskedPay(salary)));
  const place = createPlaceFilter(query.location, gazetteer);
  if (place !== null) queries.push(anyMet(place.targets.map((target) => targetQuery(target, asksRemote(query)))));
  return allMet(queries);
}
