import { type City, foldPlace, type Gazetteer, type Region } from '../gazetteer.js';
import type { District } from '../gazetteer-districts.js';
import type { Token } from './name-meaning.js';
import { bearing } from './place-bearing.js';
import { codesOfCountries, maybeTown, ordinaryWords } from './place-words.js';

/** One reading of neighbouring parts as one place. */
export type Candidate = {
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
  /** How plausible the reading is, in powers of ten: a city ten times as large has one more. */
  score: number;
  /** How many other parts bear the reading out. */
  told: number;
  /** Which part names the place itself. */
  at: number;
};

/** A reading before its neighbours were asked: its score is how likely the name alone means this. */
type Sketch = Omit<Candidate, 'told' | 'at'>;

/** A part of a text with everything its name alone may mean. */
export type Part = { token: Token; sketches: readonly Sketch[] };

/** Every reading of a run of parts as one place, the most plausible first; none when its parts contradict each other. */
export function candidatesOf(parts: readonly Part[]): Candidate[] {
  const found: Candidate[] = [];
  const run = parts.map(({ token }) => token);
  for (const [at, { sketches }] of parts.entries())
    for (const sketch of sketches) weigh(run, { ...sketch, told: 0, at }, found);
  for (const town of townsOf(run)) weigh(run, town, found);
  return found.sort((one, other) => other.score - one.score);
}

/** Asks the neighbours, and keeps a reading that none of them contradicts. */
function weigh(run: readonly Token[], candidate: Candidate, found: Candidate[]): void {
  for (const [index, token] of run.entries()) {
    if (index === candidate.at) continue;
    const borne = bearing(token, candidate);
    if (borne === null) return;
    candidate.score += borne;
    if (borne > 0) candidate.told += 1;
    if (token.breakBefore && index > 0) candidate.score += breakInside(candidate, index);
  }
  const own = run[candidate.at];
  if (own?.breakBefore && candidate.at > 0) candidate.score += breakInside(candidate, candidate.at);
  if (candidate.told === 0) candidate.score += alone(own, candidate);
  if (candidate.score > leastScore) found.push(candidate);
}

/** Readings below this are no better than none. */
const leastScore = -1.9;

/** What stands before "/" or "or" belongs to what follows only if it is wider: "Germany / Berlin", not "Berlin / Germany". */
const breakInside = ({ at, level }: Candidate, index: number): number =>
  index <= at ? -0.5 : level === 'city' ? -2.8 : -1.8;

/** What a name loses when nothing bears it out: ordinary words, ends of addresses, villages and parts of cities. */
function alone(token: Token | undefined, { level, part, score }: Candidate): number {
  if (token === undefined || level !== 'city') return 0;
  if (token.weak || ordinaryWords.has(token.text.toLowerCase())) return -9;
  return (part ? -0.5 : 0) + (score < villageScore && !token.text.includes(' ') ? -0.5 : 0);
}

const villageScore = -1.2;

/** Everything the name of a part alone may mean. */
export function sketchesOf(token: Token, gazetteer: Gazetteer): Sketch[] {
  const { cities, inner, regions, districts, country, area, text } = token;
  return [
    ...cities.map((city, index) => citySketch(city, index, cities)),
    ...inner.map((city) => ({ ...citySketch(city, 1, inner), score: sizeOf(city) - 3 })),
    ...districts.map((district) => districtSketch(district, text)),
    ...regions.map((region) => regionSketch(region, token)),
    ...(country === null ? [] : countrySketch(country, { text, regions, cities }, gazetteer)),
    ...(area === null ? [] : [{ ...nowhere, level: 'area' as const, area: area.name, score: 1.5 }]),
  ];
}

const nowhere = {
  area: null,
  city: null,
  region: null,
  country: null,
  lat: null,
  lon: null,
  part: false,
  inhabitants: 0,
};

const sizeOf = ({ inhabitants, country }: City): number =>
  Math.log10(Math.max(inhabitants, 500)) - (wellAdvertised.has(country) ? 5 : 5.4);

/** Countries that job ads in Latin letters name more often than their inhabitants would say. */
const wellAdvertised = new Set(
  'US GB IE CA AU NZ DE AT CH FR BE NL LU ES PT IT SE DK NO FI IS PL CZ HU RO GR IL IN SG HK JP BR MX'.split(' '),
);

/** A city counts as much as it has inhabitants; one whose usual name this is, more than its larger namesakes. */
function citySketch(city: City, index: number, namesakes: readonly City[]): Sketch {
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

const districtSketch = ({ region, country, lat, lon }: District, text: string): Sketch => ({
  ...nowhere,
  level: 'region',
  region,
  country,
  lat,
  lon,
  score: text.length <= 3 ? -5 : 0.6,
});

/** A region is meant rather than a namesake elsewhere, but not rather than its own city of that name, nor by a rarer spelling. */
function regionSketch({ name, country, postal }: Region, { text, cities, country: same }: Token): Sketch {
  const isCode = text.length <= 3;
  const own = cities.find(
    (city) =>
      city.country === country && city.region === name && (isCode || isNamed(city, text) || isNamed(city, name)),
  );
  const isRare = name.length > 3 && foldPlace(name) !== foldPlace(text) && cities.some(isTown);
  const usual = same !== null ? 2.3 : 1.3;
  const score = own !== undefined ? sizeOf(own) - 0.3 : isRare ? 0.1 : !isCode ? usual : postal ? 1.3 : -5;
  return { ...nowhere, level: 'region', region: name, country, score };
}

const isTown = ({ inhabitants }: City): boolean => inhabitants >= 100_000;
const isNamed = ({ name }: City, text: string): boolean => foldPlace(name) === foldPlace(text);

/** A country; a city-state is its city too. A code that is also a state's is the state's unless job ads use it so. */
function countrySketch(
  country: string,
  { text, regions, cities }: Pick<Token, 'text' | 'regions' | 'cities'>,
  gazetteer: Gazetteer,
): Sketch[] {
  if (gazetteer.isCityState(country)) {
    if (cities.some((city) => city.country === country)) return [];
    const city = gazetteer.cities(gazetteer.countryName(country)).find((each) => each.country === country);
    if (city !== undefined) return [{ ...citySketch(city, 0, [city]), score: text.length <= 3 ? 1.2 : 2 }];
  }
  const isState = regions.some(({ postal }) => postal);
  // "Granada" and "Brasília" are other languages' names of countries, and cities.
  const isRare =
    text.length > 3 && cities.some(isTown) && foldPlace(gazetteer.countryName(country)) !== foldPlace(text);
  const score = isRare ? 0.1 : !isState ? 2 : codesOfCountries.has(text) ? 1.5 : 1.1;
  return [{ ...nowhere, level: 'country', country, score }];
}

/** A town the gazetteer lacks: a name directly before its region, or alone before its country. */
function townsOf(run: readonly Token[]): Candidate[] {
  return run.slice(0, -1).flatMap((token, at) => {
    const next = run[at + 1];
    if (next === undefined || next.breakBefore || next.weak || !maybeTown(token.text)) return [];
    if (token.country !== null || token.area !== null || token.regions.length + token.districts.length > 0) return [];
    const known = Math.max(0, ...token.cities.map(sizeOf));
    const town = { ...nowhere, level: 'city' as const, city: token.text, score: -1.5 - 2 * known, told: 0, at };
    const isKnown = (country: string, region: string) =>
      token.cities.some((city) => city.country === country && city.region === region);
    const isThere = next.regions.some(({ country, name }) => isKnown(country, name));
    const inRegions = (isThere ? [] : next.regions).map((region, index) =>
      inRegion(town, { region, index, code: next.text }),
    );
    const inDistricts = next.districts
      .filter(({ country, region }) => !isKnown(country, region))
      .map(({ region, country }) => ({ ...town, region, country }));
    const inCountry =
      next.country !== null && token.cities.length === 0 && run.length === 2 && next.text.length > 2
        ? [{ ...town, country: next.country }]
        : [];
    return [...inRegions, ...inDistricts, ...inCountry];
  });
}

/** A code after a name is its state's, of the first country that has it: "Foo, WA" is in the United States. */
function inRegion(
  town: Candidate,
  { region: { name, country, postal }, index, code }: { region: Region; index: number; code: string },
): Candidate {
  const score = town.score + (code.length > 3 ? 0 : postal && index === 0 ? 1 : -1);
  return { ...town, region: name, country, score };
}
