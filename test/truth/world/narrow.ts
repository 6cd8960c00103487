import type { KeywordMeaning, Meaning, PlaceMeaning } from '../meaning.js';
import type { Opening } from './opening.js';
import { countryOf, kilometres, type Town, towns } from './towns.js';

/** The radius around a town for a board that filters by place, in kilometres. */
export const ownRadius = 30;

/**
 * A board's own search: every word of `keyword` must be a whole word of title, text, company or category, and
 * `place` must name one of the opening's towns ("Leeds", "Leeds, England", "Texas", "US") or a town nearby. It supports no
 * operators, synonyms or nicknames, and finds nothing for an unknown place.
 */
export function narrows({ keyword, place }: { keyword: string; place: string }): (opening: Opening) => boolean {
  const wanted = wordsOf(keyword);
  const parts = place
    .split(',')
    .map(fold)
    .filter((part) => part !== '');
  const named = parts.length === 0 ? [] : towns.filter((town) => isNamed(town, parts));
  return (opening) => {
    const held = new Set(wordsOf([opening.title, opening.description, opening.company, ...opening.tags].join(' ')));
    if (!wanted.every((word) => held.has(word))) return false;
    if (parts.length === 0) return true;
    if (opening.places.length === 0) return parts.every((part) => countryNames('US').includes(part));
    return opening.places.some((town) => named.some((other) => isNear(town, other, parts)));
  };
}

const fold = (text: string): string => text.toLowerCase().replaceAll('.', '').trim();

/** Whether a board's own search finds an opening for one of a query's alternatives and one of its places. */
export function boardFinds(opening: Opening, { keyword, places }: Pick<Meaning, 'keyword' | 'places'>): boolean {
  const held = new Set(wordsOf([opening.title, opening.description, opening.company, ...opening.tags].join(' ')));
  // What is asked for a town that nobody knows is up to the service.
  if (places.some(({ is }) => is === 'unknown')) return false;
  const asked = places.map(askedPlace);
  return (
    (keyword === null || holds(keyword, held)) &&
    // A place without a name on the board cannot be requested, so nothing may be filtered by place.
    (asked.length === 0 || asked.some((place) => place === null || narrows({ keyword: '', place })(opening)))
  );
}

function holds(meaning: KeywordMeaning, held: ReadonlySet<string>): boolean {
  if (meaning.is === 'term') return wordsOf(meaning.words).every((word) => held.has(word));
  if (meaning.is === 'not') return true;
  return meaning.is === 'all'
    ? meaning.of.every((each) => holds(each, held))
    : meaning.of.some((each) => holds(each, held));
}

function askedPlace(place: PlaceMeaning): string | null {
  if (place.is === 'town') return `${place.town.city}, ${place.town.region}`;
  if (place.is === 'region') return `${place.region}, ${place.country}`;
  // "CA" is California to a board of the United States.
  return place.is === 'country' ? countryOf(place.code).name : null;
}

/** Words with their symbols: "c++", "c#", ".net", "node.js". */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}.+#]+/gu) ?? [])
    .map((word) => word.replace(/[.]+$/, ''))
    .filter(Boolean);
}

const countryNames = (code: string): string[] => [code, countryOf(code).name, ...countryOf(code).spellings].map(fold);

/** Every part of the place is a name of the town, of its region or of its country. */
function isNamed({ city, region, regionCode, country }: Town, parts: string[]): boolean {
  const names = [fold(city), fold(region), fold(regionCode ?? ''), ...countryNames(country)];
  return parts.every((part) => names.includes(part));
}

/** A town given by itself includes its surroundings; a region or a country only what is in it. */
function isNear(town: Town, named: Town, parts: string[]): boolean {
  return town === named || (parts.includes(fold(named.city)) && kilometres(town, named) <= ownRadius);
}
