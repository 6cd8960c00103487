import { foldPlace } from '../../../shared/places/fold-place.js';
import type { City, Gazetteer, Region } from '../../gazetteer/gazetteer.js';
import type { District } from '../../gazetteer/gazetteer-districts.js';
import type { Token } from './name-meaning.js';
import { codesOfCountries } from './place-words.js';

/** A place that a name may mean by itself, before adjacent parts are considered. */
export type PlaceMeaning = {
  level: 'city' | 'region' | 'country' | 'area';
  area: string | null;
  city: string | null;
  region: string | null;
  country: string | null;
  lat: number | null;
  lon: number | null;
  /** A district of a larger city. */
  part: boolean;
  inhabitants: number;
  /** Plausibility in powers of ten: a city with ten times the inhabitants scores one more. */
  score: number;
};

/** All places a name may mean by itself. */
export function meaningsOf(token: Token, gazetteer: Gazetteer): PlaceMeaning[] {
  const { cities, inner, regions, districts, country, area, text } = token;
  return [
    ...cities.map((city, index) => cityMeaning(city, index, cities)),
    ...inner.map((city) => ({ ...cityMeaning(city, 1, inner), score: sizeOf(city) - 3 })),
    // A district's code counts only next to a town of it, and the name of its own town means the town.
    ...districts.filter((district) => text.length > 2 && !isOwnTown(district, cities)).map(districtMeaning),
    ...regions.map((region) => regionMeaning(region, token)),
    ...(country === null ? [] : countryMeaning(country, { text, regions, cities }, gazetteer)),
    ...(area === null ? [] : [{ ...nowhere, level: 'area' as const, area: area.name, score: 1.5 }]),
  ];
}

/** The fields of a place without country or region. */
export const nowhere = {
  area: null,
  city: null,
  region: null,
  country: null,
  lat: null,
  lon: null,
  part: false,
  inhabitants: 0,
};

/** The plausibility of a city by its inhabitants. */
export const sizeOf = ({ inhabitants, country }: City): number =>
  Math.log10(Math.max(inhabitants, 500)) - (wellAdvertised.has(country) ? 5 : 5.4);

/** Countries more common in Latin-script job ads than their number of inhabitants suggests. */
const wellAdvertised = new Set(
  'US GB IE CA AU NZ DE AT CH FR BE NL LU ES PT IT SE DK NO FI IS PL CZ SK HU RO BG HR RS SI LT LV EE UA GR TR IL AE ZA IN LK SG MY TH HK JP KR BR MX AR CL CO'.split(
    ' ',
  ),
);

/** The score of a city is its size; a city usually called by this name scores higher than larger namesakes. */
function cityMeaning(city: City, index: number, namesakes: readonly City[]): PlaceMeaning {
  const { name, region, country, lat, lon, part, inhabitants } = city;
  const isUsual = index === 0 && namesakes.some((other) => other.inhabitants > inhabitants);
  return {
    level: 'city',
    area: null,
    city: name,
    region,
    country,
    lat,
    lon,
    part,
    inhabitants,
    score: isUsual ? Math.max(...namesakes.map(sizeOf)) + 0.2 : sizeOf(city),
  };
}

/** Whether a district has the same name as its town. */
export const isOwnTown = ({ country, region }: District, cities: readonly City[]): boolean =>
  cities.some((city) => city.country === country && city.region === region && city.inhabitants >= minorTown);

const districtMeaning = ({ region, country, lat, lon }: District): PlaceMeaning => ({
  ...nowhere,
  level: 'region',
  region,
  country,
  lat,
  lon,
  score: 0.6,
});

/** A region scores higher than a namesake elsewhere, but lower than its own city of that name or if spelt rarely. */
function regionMeaning({ name, country }: Region, { text, cities, country: same }: Token): PlaceMeaning {
  const isCode = text.length <= 3;
  const cityOfName = cities.find(
    (city) =>
      city.country === country &&
      city.region === name &&
      (isCode || city.alias || isNamed(city, text) || isNamed(city, name)),
  );
  const isRare = name.length > 3 && cities.some(isTown) && foldPlace(name) !== foldPlace(text);
  const usual = same !== null && name.length <= 3 ? 2.3 : 1.3;
  const score = cityOfName !== undefined ? sizeOf(cityOfName) - 0.3 : isRare ? 0.1 : isCode ? 1.3 : usual;
  return { ...nowhere, level: 'region', region: name, country, score };
}

const isTown = ({ inhabitants }: City): boolean => inhabitants >= 100_000;
const isNamed = ({ name }: City, text: string): boolean => foldPlace(name) === foldPlace(text);

/**
 * A country; a city-state is read as its city. A code that is also a state's means the state unless job ads use it for
 * the country.
 */
function countryMeaning(
  country: string,
  { text, regions, cities }: Pick<Token, 'text' | 'regions' | 'cities'>,
  gazetteer: Gazetteer,
): PlaceMeaning[] {
  if (gazetteer.isCityState(country)) {
    if (cities.some((city) => city.country === country)) return [];
    const city = gazetteer.cities(gazetteer.countryName(country)).find((each) => each.country === country);
    if (city !== undefined) return [{ ...cityMeaning(city, 0, [city]), score: text.length <= 3 ? 1.2 : 2 }];
  }
  const isState = regions.some(({ postal }) => postal);
  // "Granada" and "Brasília" are cities, but also countries' names in other languages.
  const isRare =
    text.length > 3 && cities.some(isTown) && foldPlace(gazetteer.countryName(country)) !== foldPlace(text);
  const score = isRare ? 0.1 : !isState ? 2 : codesOfCountries.has(text) ? 1.5 : 1.1;
  return [{ ...nowhere, level: 'country', country, score }];
}

/** Towns with fewer inhabitants are rarely named without their region or country. */
export const minorTown = 20_000;
