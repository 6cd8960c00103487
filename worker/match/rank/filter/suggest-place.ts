import { distance } from 'fastest-levenshtein';
import { foldPlace } from '../../../../shared/places/fold-place.js';
import { postalCountries, regions } from '../../../../shared/places/regions.js';
import type { Place } from '../../../../shared/search/job.js';
import type { City, Gazetteer } from '../../../gazetteer/gazetteer.js';
import { memoize } from '../../../gazetteer/memoize.js';

/** Misspelt names repeat, and finding a suggestion takes some 20 ms. */
const memoizedSuggestion = memoize<string | null>(500);

/** The population from which a town in another country is suggested for its own name. */
const wellKnown = 50_000;

/** The population from which a town of the stated state is meant although a town elsewhere has exactly that name. */
const largeTown = 100_000;

/** The most likely place of a misspelt name, as a valid location; `null` when no name is similar. */
export function suggestPlace(name: string, within: Place | null, gazetteer: Gazetteer): string | null {
  const { country = null, region = null } = within ?? {};
  return memoizedSuggestion(gazetteer, `${name}|${country}|${region}`, () => {
    const wide = country === null ? nearWideName(name, gazetteer) : null;
    if (wide !== null) return wide;
    const [namesake] = gazetteer.cities(name);
    const large = country === null || namesake === undefined ? null : gazetteer.nearestCity(name, { country, region });
    if (large !== null && large.inhabitants >= largeTown && isSlip(name, large.name)) return townName(large, gazetteer);
    // The name is spelt correctly, but the town is in another country.
    if (namesake !== undefined) return namesake.inhabitants >= wellKnown ? townName(namesake, gazetteer) : null;
    const city = gazetteer.nearestCity(name, { country, region });
    return city === null ? null : townName(city, gazetteer);
  });
}

/** The lengths from which a name may have one wrong letter, or two. */
const slipFrom = { one: 5, two: 8 } as const;

/** Whether a name is a misspelling of a suggested place: same first letter, one or (if long) two letters wrong. */
export function isSlip(name: string, suggestion: string): boolean {
  const [written, meant] = [foldPlace(name), foldPlace(suggestion.replace(/,.*/, ''))];
  if (written.length < slipFrom.one || written[0] !== meant[0] || written === meant) return false;
  return distance(written, meant) <= (written.length < slipFrom.two && !isSwapped(written, meant) ? 1 : 2);
}

/** Whether two names differ only by two swapped neighbouring letters. */
function isSwapped(one: string, other: string): boolean {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
}

/** A town as a value of `location`: "Cambridge, MA", "Reading, United Kingdom". */
export function townName({ name, country, region }: City, gazetteer: Gazetteer): string {
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
