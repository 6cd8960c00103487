import type { City, Gazetteer, Region } from '../gazetteer.js';
import type { District } from '../gazetteer-districts.js';
import { bearing } from './place-bearing.js';
import type { Token } from './place-tokens.js';
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

/** Every reading of a run of parts as one place, the most plausible first; none when its parts contradict each other. */
export function candidatesOf(run: readonly Token[], gazetteer: Gazetteer): Candidate[] {
  const found: Candidate[] = [];
  for (const [at, token] of run.entries())
    for (const sketch of sketchesOf(token, gazetteer)) weigh(run, { ...sketch, told: 0, at }, found);
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
    if (token.breakBefore && index > 0) candidate.score += breakInside(candidate.at, index);
  }
  const own = run[candidate.at];
  if (own?.breakBefore && candidate.at > 0) candidate.score += breakInside(candidate.at, candidate.at);
  if (candidate.told === 0) candidate.score += alone(own, candidate);
  if (candidate.score > leastScore) found.push(candidate);
}

/** Readings below this are no better than none. */
const leastScore = -1.9;

/** What stands before "/" or "or" belongs to what follows only if it is wider: "Germany / Berlin", not "Berlin / Germany". */
const breakInside = (at: number, index: number): number => (index <= at ? -0.5 : -2.8);

/** What a name loses when nothing bears it out: ordinary words, ends of addresses, villages and parts of cities. */
function alone(token: Token | undefined, { level, part, score }: Candidate): number {
  if (token === undefined || level !== 'city') return 0;
  if (token.weak || ordinaryWords.has(token.text.toLowerCase())) return -9;
  return (part ? -0.5 : 0) + (score < villageScore && !token.text.includes(' ') ? -0.5 : 0);
}

const villageScore = -1.2;

function sketchesOf(token: Token, gazetteer: Gazetteer): Sketch[] {
  const { cities, inner, regions, districts, country, area, text } = token;
  return [
    ...cities.map((city, index) => citySketch(city, index, cities)),
    ...inner.map((city) => ({ ...citySketch(city, 1, inner), score: sizeOf(city) - 3 })),
    ...districts.map(districtSketch),
    ...regions.flatMap((region) => regionSketch(region, token)),
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

const sizeOf = ({ inhabitants }: City): number => Math.log10(Math.max(inhabitants, 500)) - 5;

/** A city counts as much as it has inhabitants; one whose usual name this is, more than its larger namesakes. */
function citySketch(city: City, index: number, namesakes: readonly City[]): Sketch {
  const { name, region, country, lat, lon, part, inhabitants } = city;
  const largest = index === 0 ? Math.max(...namesakes.map(sizeOf)) : Number.NEGATIVE_INFINITY;
  const size = sizeOf(city);
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
    score: largest > size ? largest + 0.2 : size,
  };
}

const districtSketch = ({ region, country, lat, lon }: District): Sketch => ({
  ...nowhere,
  level: 'region',
  region,
  country,
  lat,
  lon,
  score: 0.6,
});

/** A region is meant rather than a namesake elsewhere, but not rather than its own city of that name. */
function regionSketch({ name, country, postal }: Region, { text, cities, country: same }: Token): Sketch[] {
  const isCode = text.length <= 3;
  const own = cities.find(
    (city) => city.country === country && city.region === name && [text, name].some((called) => isNamed(city, called)),
  );
  const score = own !== undefined ? sizeOf(own) - 0.3 : isCode ? (postal ? 1.3 : -5) : same !== null ? 2.3 : 1.3;
  return [{ ...nowhere, level: 'region', region: name, country, score }];
}

const isNamed = ({ name }: City, text: string): boolean =>
  name.localeCompare(text, 'en', { sensitivity: 'base' }) === 0;

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
  const score = !isState ? 2 : codesOfCountries.has(text) ? 1.5 : 1.1;
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
    const inRegions = next.regions.map(({ name, country }) => ({ ...town, region: name, country }));
    const inDistricts = next.districts.map(({ region, country }) => ({ ...town, region, country }));
    const inCountry =
      next.country !== null && token.cities.length === 0 && run.length === 2 && next.text.length > 2
        ? [{ ...town, country: next.country }]
        : [];
    return [...inRegions, ...inDistricts, ...inCountry];
  });
}
