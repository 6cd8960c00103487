import type { PlaceMeaning } from '../meaning.js';
import { countriesByCode, type Town, towns } from '../world/towns.js';

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

const countryNames = (code: string): string[] => {
  const country = countriesByCode[code];
  return [code, ...(country === undefined ? [] : [country.name, ...country.spellings])].map(fold);
};
const regionNames = ({ region, regionCode }: Town): string[] =>
  [region, ...(regionCode === null ? [] : [regionCode])].map(fold);
/** "New York City" is the gazetteer's name of New York. */
const cityNames = ({ city }: Town): string[] => [fold(city), `${fold(city)} city`];

/** The town of a place such as "Austin, TX" or "Leeds, United Kingdom"; `null` for another place. */
export function townNamed(word: string): Town | null {
  const [city = '', ...rest] = word.split(',').map(fold);
  if (rest.length === 0) return null;
  const fits = (town: Town): boolean =>
    cityNames(town).includes(city) &&
    rest.every((part) => regionNames(town).includes(part) || countryNames(town.country).includes(part));
  return towns.find(fits) ?? null;
}

/** The meaning of a place that the service names; `null` where the world has no such place. */
export function placeNamed(word: string): Exclude<PlaceMeaning, { is: 'unknown' }> | null {
  const town = townNamed(word);
  if (town !== null) return { is: 'town', town, km: 50 };
  const [first = '', ...rest] = word.split(',').map(fold);
  const code = Object.keys(countriesByCode).find((each) => countryNames(each).includes(first));
  if (code !== undefined && rest.length === 0) return { is: 'country', code };
  const inside = towns.find(
    (each) => regionNames(each).includes(first) && rest.every((part) => countryNames(each.country).includes(part)),
  );
  if (inside !== undefined) return { is: 'region', country: inside.country, region: inside.region };
  const area = towns.flatMap(({ areas }) => areas).find((name) => fold(name) === first);
  return area === undefined ? null : { is: 'area', name: area };
}
