import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as IsoCountries from 'i18n-iso-countries';
import { projectFile } from '../shared/project-file.js';
import { plainLetters } from '../shared/text.js';
import { areas, cityNames, countryNames, shownNames } from './gazetteer-names.js';
import { regions } from './gazetteer-regions.js';

/** A city of GeoNames; `region` is the name we answer with, `null` where the country's regions are not told apart. */
export type City = {
  name: string;
  country: string;
  region: string | null;
  lat: number;
  lon: number;
  inhabitants: number;
};

/** What a word may mean as a region. */
export type Region = { name: string; country: string };

/** Names and what they may mean; every look-up is by folded name. */
export type Gazetteer = {
  /** Cities of this name, the largest first. */
  cities(name: string): readonly City[];
  regions(name: string): readonly Region[];
  /** ISO 3166-1 alpha-2 of a country's name or code in the usual languages. */
  country(name: string): string | null;
  countryName(code: string): string;
  /** Countries of a wider area; `[]` is the whole world; `null` = no area of that name. */
  area(name: string): readonly string[] | null;
};

const languages = ['en', 'de', 'fr', 'es', 'nl', 'pt', 'it', 'pl'];

/** Folds a place's name: plain letters, one space, no dots. */
export function foldPlace(name: string): string {
  return plainLetters(name)
    .replace(/[.’'`]/g, '')
    .replace(/[\s-]+/g, ' ')
    .trim();
}

/** Loads the gazetteer that `scripts/cut-gazetteer.mjs` cut; says so when it is missing. */
export function loadGazetteer(file = projectFile('.cache/gazetteer.txt')): Gazetteer {
  const cities = readCities(file);
  const regionsByName = indexRegions();
  const countries = indexCountries();
  const areaByName = new Map(Object.entries(areas).map(([name, codes]) => [foldPlace(name), codes]));
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  return {
    cities: (name) => cities.get(foldPlace(name)) ?? [],
    regions: (name) => regionsByName.get(foldPlace(name)) ?? [],
    country: (name) => countries.get(foldPlace(name)) ?? null,
    countryName: (code) => names.of(code) ?? code,
    area: (name) => areaByName.get(foldPlace(name)) ?? null,
  };
}

function readCities(file: string): Map<string, City[]> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`The gazetteer ${file} is missing: run "node scripts/cut-gazetteer.mjs".`, { cause: error });
  }
  const regionNames = new Map<string, string>();
  for (const [country, rows] of Object.entries(regions))
    for (const [code, name] of rows) regionNames.set(`${country} ${code}`, name);
  const byName = new Map<string, City[]>();
  const byOwnName = new Map<string, City>();
  for (const line of text.split('\n')) {
    const [own = '', country = '', code = '', lat = '', lon = '', inhabitants = ''] = line.split('|');
    const city: City = {
      name: shownNames.get(own) ?? own,
      country,
      region: regionNames.get(`${country} ${code}`) ?? null,
      lat: Number(lat),
      lon: Number(lon),
      inhabitants: Number(inhabitants),
    };
    put(byName, foldPlace(own), city);
    if (!byOwnName.has(`${own} ${country}`)) byOwnName.set(`${own} ${country}`, city);
  }
  for (const { spelling, name, country } of cityNames) {
    const city = byOwnName.get(`${name} ${country}`);
    const known = byName.get(foldPlace(spelling)) ?? [];
    // An exonym means this city first, whatever village bears the name too.
    if (city !== undefined) byName.set(foldPlace(spelling), [city, ...known.filter((other) => other !== city)]);
  }
  return byName;
}

function indexRegions(): Map<string, Region[]> {
  const byName = new Map<string, Region[]>();
  for (const [country, rows] of Object.entries(regions))
    for (const [, name, ...spellings] of rows)
      for (const spelling of new Set([name, ...spellings].map(foldPlace))) put(byName, spelling, { name, country });
  return byName;
}

function indexCountries(): Map<string, string> {
  const iso = createRequire(import.meta.url)('i18n-iso-countries') as typeof IsoCountries;
  const byName = new Map<string, string>();
  for (const language of languages) {
    const locale = createRequire(import.meta.url)(
      `i18n-iso-countries/langs/${language}.json`,
    ) as IsoCountries.LocaleData;
    iso.registerLocale(locale);
    for (const [code, names] of Object.entries(iso.getNames(language, { select: 'all' })))
      for (const name of [names].flat()) byName.set(foldPlace(name), code);
  }
  for (const [alpha2, alpha3] of Object.entries(iso.getAlpha2Codes())) byName.set(foldPlace(alpha3), alpha2);
  for (const code of Object.keys(iso.getAlpha2Codes())) byName.set(foldPlace(code), code);
  for (const [name, code] of Object.entries(countryNames)) byName.set(foldPlace(name), code);
  return byName;
}

function put<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
