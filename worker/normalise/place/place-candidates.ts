import { areaHolds } from '../../../shared/places/areas.js';
import { territories } from '../../../shared/places/countries.js';
import type { City, Gazetteer, Region } from '../../gazetteer/gazetteer.js';
import type { District } from '../../gazetteer/gazetteer-districts.js';
import { kilometresBetween } from '../../gazetteer/memoize.js';
import type { Token } from './name-meaning.js';
import { meaningsOf, type PlaceMeaning } from './place-meaning.js';
import { isCompass, ordinaryWords } from './place-words.js';
import { unknownTowns } from './unknown-towns.js';

/** A reading of adjacent parts as one place; `supporters` = the number of other parts that support it. */
export type Candidate = PlaceMeaning & { supporters: number };

/** A part of a text with its meanings by itself, and as an unknown town before the next part. */
export type Part = {
  token: Token;
  meanings: readonly PlaceMeaning[];
  towns: readonly PlaceMeaning[];
  /** Whether the text has no other part. */
  isOnly: boolean;
};

/** The parts of a text with their meanings, each looked up once. */
export function partsOf(tokens: readonly Token[], gazetteer: Gazetteer): Part[] {
  return tokens.map((token, at) => ({
    token,
    meanings: knownMeanings(token, gazetteer),
    towns: unknownTowns(tokens.slice(at, at + 3), tokens.length),
    isOnly: tokens.length === 1,
  }));
}

const known = new WeakMap<Token, readonly PlaceMeaning[]>();

/** Repeated parts are the same object, because they are memoized. */
function knownMeanings(token: Token, gazetteer: Gazetteer): readonly PlaceMeaning[] {
  const meanings = known.get(token) ?? meaningsOf(token, gazetteer);
  known.set(token, meanings);
  return meanings;
}

/** Every reading of a run of parts as one place, most plausible first; none if its parts contradict each other. */
export function candidatesOf(parts: readonly Part[]): Candidate[] {
  const found: Candidate[] = [];
  for (const [at, { meanings, towns }] of parts.entries()) {
    for (const meaning of meanings) keep(found, weigh(parts, meaning, at));
    if (at < parts.length - 1) for (const town of towns) keep(found, weigh(parts, town, at));
  }
  return found.length > 1 ? found.sort((one, other) => other.score - one.score) : found;
}

function keep(found: Candidate[], candidate: Candidate | null): void {
  if (candidate !== null) found.push(candidate);
}

/** Adds the support of the other parts to a reading; `null` if one of them contradicts it. */
function weigh(parts: readonly Part[], meaning: PlaceMeaning, at: number): Candidate | null {
  let { score } = meaning;
  let supporters = 0;
  let isNamedInRegion = false;
  const part = parts[at];
  for (let index = 0; index < parts.length; index++) {
    const token = parts[index]?.token;
    if (token === undefined) continue;
    score += breakInside(parts, index, { meaning, at });
    if (index === at) continue;
    const support = supportOf(token, meaning) ?? quarterSupport(parts, index, { meaning, at });
    if (support === null) return null;
    score += support;
    if (support > 0) supporters += 1;
    if (support > 3) isNamedInRegion = true;
  }
  const postal = postalSupport(parts, meaning);
  score += postal;
  if (postal >= inItsRegion) supporters += 1;
  if (meaning.level === 'city' && isNoTown(parts, at, isNamedInRegion ? meaning.inhabitants : null)) return null;
  if (supporters === 0) score += alone(part, meaning);
  return score > leastScore ? { ...meaning, score, supporters } : null;
}

/** The cost of treating a namesake as a quarter: less than that of a separate place. */
const namesakeCost = -1;
/** Cities from this size on are never read as a quarter of another town. */
const wellKnown = 200_000;

/**
 * "Milton, Brisbane QLD": a name before a town with a stated region is a quarter or street of that town if its
 * namesakes are all in other countries; `null` = it contradicts the town.
 */
function quarterSupport(
  parts: readonly Part[],
  index: number,
  { meaning, at }: { meaning: PlaceMeaning; at: number },
): number | null {
  const [name, region] = [parts[index]?.token, parts[at + 1]?.token];
  if (name === undefined || region === undefined || index !== at - 1 || meaning.level !== 'city') return null;
  if (meaning.inhabitants < wellKnown || parts[at]?.token.breakBefore === true) return null;
  const isStated = region.regions.some((each) => each.country === meaning.country && each.name === meaning.region);
  const isWide = name.regions.length + name.districts.length > 0 || name.country !== null || name.area !== null;
  const isElsewhere = name.cities.every(
    ({ country, inhabitants }) => country !== meaning.country && inhabitants < wellKnown,
  );
  return isStated && !isWide && isElsewhere ? namesakeCost : null;
}

/** The score a postcode adds to a reading in its region, and in its country if it identifies no region. */
const inItsRegion = 2.5;
const inItsCountry = 0.2;

/** The support of adjacent postcodes for a reading; many numbers are not postcodes, so none contradicts a reading. */
function postalSupport(parts: readonly Part[], { level, country, region }: PlaceMeaning): number {
  let best = 0;
  if (level !== 'city') return best;
  for (const { token } of parts)
    for (const hint of token.postal) {
      if (hint.country !== country) continue;
      const isThere = hint.region === null ? territories.has(hint.country) : hint.region === region;
      best = Math.max(best, isThere ? inItsRegion : hint.region === null ? inItsCountry : 0);
    }
  return best;
}

/** Readings with a lower score are dropped. */
const leastScore = -1.9;

/** Places with fewer inhabitants that are named like a state are villages. */
const fewestInState = 5000;

/**
 * Whether a part is a side of a country ("US West") rather than a town of the following region ("West, TX"), or one of
 * two states of a list ("Florida, Massachusetts") rather than a village. `inhabitants` is `null` without its region.
 */
function isNoTown(parts: readonly Part[], at: number, inhabitants: number | null): boolean {
  if (inhabitants === null) return isCompass(parts[at]?.token.text ?? '');
  return inhabitants > 0 && inhabitants < fewestInState && areStates(parts, at);
}

/** Whether this part and the next are full names of US states. */
function areStates(parts: readonly Part[], at: number): boolean {
  return [at, at + 1].every((index) => {
    const token = parts[index]?.token;
    return token !== undefined && token.text.length > 3 && token.regions.some(({ country }) => country === 'US');
  });
}

/**
 * A part before "/" or "or" belongs to the following part only if it is wider: "Germany / Berlin", not "Berlin /
 * Germany". Areas do not: "Europe / UK" are two places.
 */
function breakInside(
  parts: readonly Part[],
  index: number,
  { meaning, at }: { meaning: PlaceMeaning; at: number },
): number {
  if (index === 0 || !parts[index]?.token.breakBefore) return 0;
  if (index <= at && mayBeWithin(parts[index - 1]?.token)) return -0.5;
  return meaning.level === 'city' || isNamedAfterCity(meaning, parts[at]?.token) ? -2.8 : -1.8;
}

/** Whether a part before "/" may lie in or contain the next: no area, and no separate town ("Greenwich or Austin"). */
const mayBeWithin = (token: Token | undefined): boolean =>
  token !== undefined && token.area === null && (isWide(token) || token.weak || token.cities.every(({ part }) => part));

const isWide = ({ regions, districts, country }: Token): boolean =>
  regions.length + districts.length > 0 || country !== null;

/** "Shanghai or China": a region named like its city is as narrow. */
const isNamedAfterCity = ({ country, region }: PlaceMeaning, token: Token | undefined): boolean =>
  (token?.cities ?? []).some(
    (city) => city.country === country && city.region === region && city.inhabitants >= 500_000,
  );

/** Short names in scripts with upper and lower case; other scripts write region names in two letters. */
const mayBeCode = /^[^\u3041-\ud7af]{1,3}$/u;

/** The penalty of a name without support: for ordinary words, ends of addresses, villages and districts. */
function alone(part: Part | undefined, meaning: PlaceMeaning): number {
  if (part === undefined) return 0;
  const { token, isOnly } = part;
  const { level, region, score } = meaning;
  // A region's code counts only next to a city of the region, except postal codes of states, which are used as names.
  if (level === 'region') return mayBeCode.test(token.text) && (region ?? '').length > 3 ? -9 : 0;
  if (level !== 'city') return 0;
  if (token.weak || ordinaryWords.has(token.text.toLowerCase())) return -9;
  if (score < villageScore && isCompass(token.text.split(' ', 1)[0] ?? '')) return -9;
  if (isOnly && score < villageScore && isUnmistakable(token, meaning)) return leastScore - score + 0.1;
  return (meaning.part ? -0.5 : 0) + (score < villageScore && !token.text.includes(' ') ? -0.5 : 0);
}

const villageScore = -1.2;

/** Whether a bare name means a village: the only place of that name, in a country with distinctive village names. */
const isUnmistakable = ({ cities, text }: Token, { country }: PlaceMeaning): boolean =>
  cities.length === 1 && text.length > 4 && country !== null && ownNames.has(country);
const ownNames = new Set('FR DE AT CH IT ES PT PL CZ NL BE LU SE NO DK FI'.split(' '));

/**
 * The support of another part of a text for a reading: positive = it agrees on a wider or narrower level; negative = it
 * is unrelated but harmless ("The Maples"); `null` = it contradicts it.
 */
export function supportOf(token: Token, candidate: PlaceMeaning): number | null {
  let wider = byCountry(token, candidate);
  for (const region of token.regions) wider = Math.max(wider, byRegion(region, token, candidate));
  for (const district of token.districts) wider = Math.max(wider, byDistrict(district, candidate));
  if (token.area !== null && candidate.country !== null && areaHolds(token.area, candidate.country))
    wider = Math.max(wider, 1.5);
  if (wider === 0) wider = byCity(token.cities, candidate);
  if (wider > 0) return wider;
  return isNothing(token) ? -0.5 : isMinor(token) ? -1.5 : null;
}

/** A region that shares its name with a large city may be that city in a list: "Boston, New York". */
function byRegion({ name, country, postal }: Region, { text, cities }: Token, candidate: PlaceMeaning): number {
  if (candidate.country !== country || candidate.region !== name) return 0;
  if (candidate.level === 'region') return 1;
  if (candidate.level !== 'city') return 0;
  const rival = cities.find((city) => city.country === country && city.region === name && city.inhabitants > 1_000_000);
  if (rival !== undefined && rival.name !== candidate.city) return 1.8;
  return postal || text.length > 3 ? 3.5 : 3;
}

/** A district supports a town near its centre. */
function byDistrict(district: District, { level, country, region, lat, lon }: PlaceMeaning): number {
  if (district.country !== country || district.region !== region) return 0;
  if (level === 'region') return 0.5;
  const km = kilometresBetween(district, { lat, lon });
  return level !== 'city' || (km !== null && km > 100) ? 0 : 3 - (km ?? 0) / 100;
}

/** A country code that is also a state's is weaker support. */
function byCountry({ country, regions, text }: Token, candidate: PlaceMeaning): number {
  if (country === null || candidate.country === null || candidate.level === 'area') return 0;
  if (country !== candidate.country) return territories.get(candidate.country) === country ? 2 : 0;
  if (candidate.level === 'country') return 1;
  return text.length === 2 && regions.some(({ postal }) => postal) ? 2 : 3;
}

/** The same city again, or a district of it. */
function byCity(cities: readonly City[], candidate: PlaceMeaning): number {
  if (candidate.level !== 'city' || candidate.lat === null) return 0;
  for (const city of cities) {
    if (city.lat === candidate.lat && city.lon === candidate.lon) return 1;
    if (!city.part || candidate.part || city.country !== candidate.country) continue;
    const km = kilometresBetween(city, candidate);
    if (km !== null && km < cityKm) return 1;
  }
  return 0;
}

const cityKm = 40;

const isNothing = ({ regions, districts, country, area, cities, weak }: Token): boolean =>
  weak || (regions.length + districts.length + cities.length === 0 && country === null && area === null);

/** A village, whose name is often that of a street, house or company too. */
const isMinor = ({ regions, districts, country, area, cities }: Token): boolean =>
  regions.length + districts.length === 0 &&
  country === null &&
  area === null &&
  cities.every(({ inhabitants }) => inhabitants < minorInhabitants);

const minorInhabitants = 20_000;
