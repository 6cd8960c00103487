import { distance } from 'fastest-levenshtein';
import { cityNames } from '../../../shared/places/city-names.js';
import { countryNames } from '../../../shared/places/countries.js';
import { foldPlace } from '../../../shared/places/fold-place.js';
import { postalCountries, regions } from '../../../shared/places/regions.js';

/** Shorter names have too many neighbours. */
const fewestLetters = 8;
/** Names from this length on may have two wrong letters. */
const longName = 11;
const mostLetters = 24;

/**
 * The well-known name (a country, a state, a large city) that a text misspells: the same first letter, one letter
 * wrong, two in long names. `null` if there is none, or two.
 */
export function nearestName(text: string): string | null {
  if (text.length < fewestLetters || text.length > mostLetters || !/^\p{Lu}[\p{L} ]*$/u.test(text)) return null;
  const folded = foldPlace(text);
  const wrong = folded.length >= longName ? 2 : 1;
  const near = (namesByLetter().get(folded[0] ?? '') ?? []).filter(
    (name) => Math.abs(name.length - folded.length) <= wrong && distance(name, folded) <= wrong,
  );
  return near.length === 1 ? (near[0] ?? null) : null;
}

let byLetter: Map<string, string[]> | undefined;

/** Created for the first unknown name: some 600 names. */
function namesByLetter(): Map<string, string[]> {
  if (byLetter !== undefined) return byLetter;
  const states = [...postalCountries].flatMap((country) =>
    (regions.get(country) ?? []).map(({ spellings: [full = ''] }) => full),
  );
  const nations = countryNames.flatMap(({ names }) => names);
  const cities = cityNames.map(({ shown }) => shown);
  const names = [...states, ...nations, ...cities].map(foldPlace).filter((name) => /^[a-z ]{8,}$/.test(name));
  byLetter = new Map();
  for (const name of new Set(names)) byLetter.set(name[0] ?? '', [...(byLetter.get(name[0] ?? '') ?? []), name]);
  return byLetter;
}
