import { areas } from './areas.js';
import { cityNames } from './city-names.js';
import { foldPlace } from './fold-place.js';
import { namedRegions } from './named-regions.js';
import { parseLocation } from './parse-location.js';
import { regions } from './regions.js';
import { tableNames } from './table-names.js';

/**
 * The places a location asks for in plain words, as a source that knows nothing of our names may be asked: "San Francisco,
 * CA", "Texas, United States"; without radius and workplace, a wider region by its members. Empty where it asks for none.
 */
export function plainPlaces(location: string): string[] {
  return [...new Set(parseLocation(location).places.flatMap(({ parts }) => plainWords(parts)))];
}

function plainWords(parts: readonly string[]): string[] {
  const [first] = parts;
  if (first === undefined) return [];
  const { meaning } = tableNames();
  const [kind = '', ...words] = (meaning(first) ?? '').split(' ');
  const name = words.join(' ');
  if (kind === '' || name.includes('|')) return [parts.join(', ')];
  if (parts.length > 1) return [[kind === 'city' ? cityName(name) : first, ...parts.slice(1)].join(', ')];
  if (kind === 'named') return namedRegions.find((region) => region.name === name)?.members.slice() ?? [first];
  if (kind === 'area') return areas.find((area) => area.name === name)?.countries.map(countryName) ?? [first];
  if (kind === 'region') return [`${regionName(name)}, ${countryName(name.slice(0, 2))}`];
  return [kind === 'city' ? cityName(name) : first];
}

const countryName = (code: string): string => tableNames().preferred(`country ${code}`) ?? code;

/** `US TX` → "Texas" */
function regionName(region: string): string {
  const name = region.slice(3);
  const row = regions.get(region.slice(0, 2))?.find((each) => each.name === name);
  return (name.length <= 3 ? row?.spellings[0] : undefined) ?? name;
}

/** `US new york city` → "New York" */
function cityName(city: string): string {
  const row = cityNames.find(({ country, name }) => `${country} ${foldPlace(name)}` === city);
  return row?.shown ?? city;
}
