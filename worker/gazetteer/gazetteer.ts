import { LRUCache } from 'lru-cache';
import { type Area, areas } from '../../shared/places/areas.js';
import { cityNames } from '../../shared/places/city-names.js';
import { cityStates, countryNames } from '../../shared/places/countries.js';
import { foldPlace } from '../../shared/places/fold-place.js';
import { namedRegions } from '../../shared/places/named-regions.js';
import { postalCountries, regions } from '../../shared/places/regions.js';
import { projectFile } from '../../shared/project-file.js';
import { tableOf } from '../../shared/table-of.js';
import { type District, districts } from './gazetteer-districts.js';
import { type CityLine, type GazetteerFile, openGazetteerFile } from './gazetteer-file.js';

/** A city; `region` is its name in answers, `null` in countries whose regions are not distinguished. */
export type City = {
  name: string;
  country: string;
  region: string | null;
  lat: number;
  lon: number;
  inhabitants: number;
  /** A district of a larger city. */
  part: boolean;
  /** Whether it was found by another name than its own. */
  alias: boolean;
};

/** A first-level region; `postal` = known by a stand-alone code ("TX"). */
export type Region = { name: string; country: string; postal: boolean };

/** All meanings of a name. */
export type Meanings = {
  cities: readonly City[];
  regions: readonly Region[];
  districts: readonly District[];
  country: string | null;
  area: Area | null;
};

/** Looks up the meanings of names, by their folded form and in memory. */
export type Gazetteer = {
  /** Cities with this name: first those whose usual name it is, then by size. */
  cities(name: string): readonly City[];
  regions(name: string): readonly Region[];
  /** Counties and other districts within a region. */
  districts(name: string): readonly District[];
  /** ISO 3166-1 alpha-2 of a country's name in some thirty languages, or of its code. */
  country(name: string): string | null;
  /** The usual English name; the code itself if there is none. */
  countryName(code: string): string;
  /** The full name of a region: "Texas" for TX. */
  regionName(country: string, region: string): string;
  area(name: string): Area | null;
  meanings(name: string): Meanings;
  /** Whether the regions of this country are distinguished. */
  hasRegions(country: string): boolean;
  isCityState(country: string): boolean;
  /** The most likely town of a misspelt name, within a country or region, or among all towns above a size. */
  nearestCity(name: string, within: { country: string | null; region: string | null }): City | null;
};

/**
 * Loads the gazetteer made by `scripts/build/cut-gazetteer.mjs`, some 4 MB. When the file is missing, the error names the command
 * that makes it.
 */
export function loadGazetteer(file = projectFile('.cache/gazetteer.txt')): Gazetteer {
  const lines = openGazetteerFile(file);
  const cities = indexCities(lines);
  const regionsByName = indexRegions();
  const districtsByName = grouped(districts, ({ spellings }) => spellings);
  const countries = indexCountries(lines);
  const areaByName = new Map(
    areas.flatMap((area) => [area.name, ...area.spellings].map((name) => [foldPlace(name), area])),
  );
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });
  return {
    cities: (name) => cities(foldPlace(name)),
    meanings: (name) => {
      const folded = foldPlace(name);
      return {
        cities: cities(folded),
        regions: regionsByName.get(folded) ?? [],
        districts: districtsByName.get(folded) ?? [],
        country: countries.get(folded) ?? null,
        area: areaByName.get(folded) ?? null,
      };
    },
    regions: (name) => regionsByName.get(foldPlace(name)) ?? [],
    districts: (name) => districtsByName.get(foldPlace(name)) ?? [],
    country: (name) => countries.get(foldPlace(name)) ?? null,
    countryName: (code) => shownCountries[code] ?? (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code),
    regionName: (country, region) => fullNames.get(`${country} ${region}`) ?? region,
    area: (name) => areaByName.get(foldPlace(name)) ?? null,
    hasRegions: (country) => regions.has(country),
    isCityState: (country) => cityStates.has(country),
    nearestCity: (name, { country, region }) => {
      const line = lines.nearest(
        foldPlace(name),
        (town) =>
          (country === null ? town.inhabitants >= wellKnown : town.country === country) &&
          (region === null || regionNames.get(`${town.country} ${town.code}`) === region),
      );
      return line === null
        ? null
        : (cities(line.folded).find(({ lat, lon }) => lat === line.lat && lon === line.lon) ?? null);
    },
  };
}

const shownCountries: Readonly<Record<string, string>> = tableOf({
  HK: 'Hong Kong',
  MO: 'Macau',
  TR: 'Turkey',
  CZ: 'Czechia',
});

/** `country code` → the region's name. */
const regionNames = new Map(
  [...regions].flatMap(([country, rows]) => rows.map(({ code, name }) => [`${country} ${code}`, name] as const)),
);
/** `country name` → the full name, where answers use a postal code. */
const fullNames = new Map(
  [...regions].flatMap(([country, rows]) =>
    postalCountries.has(country) ? rows.map(({ name, spellings }) => [`${country} ${name}`, spellings[0] ?? name]) : [],
  ) as [string, string][],
);

/** Countries whose names GeoNames writes in scholarly transliteration ("Sūrat"). */
const transliterated = new Set('IN PK BD IR AF LK NP EG SA SY IQ YE JO LY JP KR KP RU PS OM AE KW BH QA MM'.split(' '));

function indexCities(file: GazetteerFile): (folded: string) => readonly City[] {
  const shown = new Map(
    cityNames.map(({ country, name, shown: english }) => [`${country} ${foldPlace(name)}`, english]),
  );
  const aliases = grouped(cityNames, ({ spellings }) => spellings);
  const known = new LRUCache<string, readonly City[]>({ max: keptNames });
  const asCity = (line: CityLine, isLargest: boolean, alias: boolean): City => ({
    name: (isLargest ? shown.get(`${line.country} ${foldPlace(line.name)}`) : undefined) ?? plainName(line),
    country: line.country,
    region: regionNames.get(`${line.country} ${line.code}`) ?? null,
    lat: line.lat,
    lon: line.lon,
    inhabitants: line.inhabitants,
    part: line.part,
    alias,
  });
  const find = (folded: string): City[] => {
    const called = (aliases.get(folded) ?? []).flatMap(({ country, name }) => {
      const line = file.find(foldPlace(name)).find((each) => each.country === country);
      return line === undefined ? [] : [asCity(line, true, line.folded !== folded)];
    });
    // Two letters are a code or a word, unless job ads use them for a city.
    const lines = folded.length <= 2 && /^[a-z]+$/.test(folded) ? [] : file.find(folded);
    const named = lines.map((line, at) =>
      asCity(line, !lines.slice(0, at).some(({ country }) => country === line.country), line.isOther),
    );
    return [...called, ...named.filter((city) => !called.some((other) => isSame(city, other)))];
  };
  return (folded) => {
    let cities = known.get(folded);
    if (cities === undefined) {
      cities = find(folded);
      known.set(folded, cities);
    }
    return cities;
  };
}

/** The population from which a town anywhere is suggested. */
const wellKnown = 50_000;

/** Names whose cities are cached, as the locations of a collection repeat. */
const keptNames = 8000;

const plainName = ({ name, country }: CityLine): string =>
  transliterated.has(country) ? name.normalize('NFKD').replace(/[\p{M}’‘ʻ]/gu, '') : name;

const isSame = (one: City, other: City): boolean => one.lat === other.lat && one.lon === other.lon;

function indexRegions(): Map<string, Region[]> {
  const byName = new Map<string, Region[]>();
  for (const [country, rows] of regions)
    for (const { name, spellings } of rows)
      for (const spelling of new Set([name, ...spellings].map(foldPlace)))
        put(byName, spelling, { name, country, postal: postalCountries.has(country) && spelling.length <= 3 });
  return byName;
}

function indexCountries({ countries }: GazetteerFile): Map<string, string> {
  const byName = new Map(countries);
  for (const { code, names } of countryNames) for (const name of names) byName.set(foldPlace(name), code);
  // A posting "in the Midwest" states only the country.
  for (const { name, spellings, country, km } of namedRegions)
    if (country !== null && km === null)
      for (const spelling of [name, ...spellings])
        if (!byName.has(foldPlace(spelling))) byName.set(foldPlace(spelling), country);
  return byName;
}

function grouped<Value>(values: readonly Value[], namesOf: (value: Value) => readonly string[]): Map<string, Value[]> {
  const byName = new Map<string, Value[]>();
  for (const value of values) for (const name of new Set(namesOf(value).map(foldPlace))) put(byName, name, value);
  return byName;
}

function put<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
