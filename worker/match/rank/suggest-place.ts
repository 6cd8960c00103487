import { distance } from 'fastest-levenshtein';
import { foldPlace } from '../../../shared/places/fold-place.js';
import { postalCountries, regions } from '../../../shared/places/regions.js';
import type { Place } from '../../../shared/search/job.js';
import type { City, Gazetteer } from '../../gazetteer/gazetteer.js';
import { memoize } from '../../gazetteer/memoize.js';

/** Misspelt names repeat, and finding a suggestion takes some 20 ms. */
const memoizedSuggestion = memoize<string | null>(500);

/** The inhabitants from which a town is suggested for its own name in another country. */
const wellKnown = 50_000;

/** The most likely place of a misspelt name, written as a valid location; `null` when no name is similar. */
export function suggestPlace(name: string, within: Place | null, gazetteer: Gazetteer): string | null {
  const { country = null, region = null } = within ?? {};
  return memoizedSuggestion(gazetteer, `${name}|${country}|${region}`, () => {
    const wide = country === null ? nearWideName(name, gazetteer) : null;
    if (wide !== null) return wide;
    // The name is spelt correctly, but the town is in another country.
    const [namesake] = gazetteer.cities(name);
    if (namesake !== undefined) return namesake.inhabitants >= wellKnown ? nameOf(namesake, gazetteer) : null;
    const city = gazetteer.nearestCity(name, { country, region });
    return city === null ? null : nameOf(city, gazetteer);
  });
}

function nameOf({ name, country, region }: City, gazetteer: Gazetteer): string {
  const isPostal = postalCountries.has(country) && region !== null;
  return `${name}, ${isPostal ? region : gazetteer.countryName(country)}`;
}

/** A country or state whose name differs by one letter, or by two if it is long. */
function nearWideName(name: string, gazetteer: Gazetteer): string | null {
  const folded = foldPlace(name);
  const most = folded.length < 5 ? 0 : folded.length < 8 ? 1 : 2;
  let best: { name: string; edits: number } | null = null;
  for (const candidate of wideNames(gazetteer)) {
    const edits = distance(folded, foldPlace(candidate));
    if (edits <= most && edits < (best?.edits ?? most + 1)) best = { name: candidate, edits };
  }
  return best?.name ?? null;
}

function* wideNames(gazetteer: Gazetteer): Generator<string> {
  for (const [country, rows] of regions) {
    yield gazetteer.countryName(country);
    for (const { name, spellings } of rows) yield name.length > 3 ? name : (spellings[0] ?? name);
  }
}
