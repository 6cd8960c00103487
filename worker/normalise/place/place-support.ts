import { areaHolds } from '../../../shared/places/areas.js';
import { territories } from '../../../shared/places/countries.js';
import type { City, Region } from '../../gazetteer/gazetteer.js';
import type { District } from '../../gazetteer/gazetteer-districts.js';
import { kilometresBetween } from '../../gazetteer/kilometres-between.js';
import type { Token } from './name-meaning.js';
import type { PlaceMeaning } from './place-meaning.js';

/**
 * How far another part of a text supports a reading: above zero, it agrees on a wider or narrower level; below zero, it is
 * unrelated but harmless ("The Maples"); `null` = it contradicts it.
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

/** A region's name that is also a large city's may be another city in a list: "Boston, New York". */
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

/** A code that is also a state's supports a country less. */
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

/** A village: its name is often that of a street, house or company too. */
const isMinor = ({ regions, districts, country, area, cities }: Token): boolean =>
  regions.length + districts.length === 0 &&
  country === null &&
  area === null &&
  cities.every(({ inhabitants }) => inhabitants < minorInhabitants);

const minorInhabitants = 20_000;
