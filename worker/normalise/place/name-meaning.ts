import type { Area } from '../../../shared/places/areas.js';
import type { City, Gazetteer, Region } from '../../gazetteer/gazetteer.js';
import type { District } from '../../gazetteer/gazetteer-districts.js';

/** A part of a location text with everything it may mean; nothing = unknown. */
export type Token = {
  text: string;
  cities: readonly City[];
  regions: readonly Region[];
  districts: readonly District[];
  country: string | null;
  area: Area | null;
  /** Cities it is a part of if nothing it means by itself fits. */
  inner: readonly City[];
  /** Another place begins here: "or", "/" stand before it. */
  breakBefore: boolean;
  /** Only the end of a longer text: it means something only where its neighbours bear it out. */
  weak: boolean;
};

/** What a name is looked up with; `first` = no other part stands before it. */
export type Context = { gazetteer: Gazetteer; first: boolean };

/** A part that means nothing. */
export const unknown = (text: string): Token => ({ ...blank, text });

/** Meanings of a part that has none. */
export const blank = {
  cities: [],
  regions: [],
  districts: [],
  country: null,
  area: null,
  inner: [],
  breakBefore: false,
  weak: false,
};

/** Codes that are words when they are written small. */
const smallWords = new Set('in or me of at to is it no so be as am on and the for de la al en hi ok oh'.split(' '));

/** Everything a text may mean as it stands; `null` = nothing. Short codes count only where they are written as codes. */
export function meaning(text: string, { gazetteer, first }: Context): Token | null {
  if ((text.length < 2 && text.charCodeAt(0) < 0x3000) || smallWords.has(text)) return null;
  const asCode = text.length > 3 || !first || text === text.toUpperCase() || /^\p{Lu}\p{Ll}{2}$/u.test(text);
  const all = gazetteer.meanings(text);
  const { cities, regions, districts, country, area } = asCode
    ? all
    : { ...all, cities: [], regions: [], country: null };
  if (cities.length + regions.length + districts.length === 0 && country === null && area === null)
    return respelt(text, gazetteer);
  return { text, cities, regions, districts, country, area, inner: [], breakBefore: false, weak: false };
}

const withUmlauts = new Set(['DE', 'AT', 'CH', 'SE', 'DK', 'NO', 'FI', 'EE']);

/** "Duesseldorf" is Düsseldorf, "Garching b. München" is Garching bei München. */
function respelt(text: string, gazetteer: Gazetteer): Token | null {
  const spelt = text
    .replace(/([aou])e/giu, '$1')
    .replace(/ b\.(?= ?\p{L})/u, ' bei ')
    .replace(/ a\.(?= ?\p{L})/u, ' am ')
    .replace(/ i\.(?= ?\p{L})/u, ' im ');
  if (spelt === text) return null;
  const cities = gazetteer.cities(spelt).filter(({ country }) => withUmlauts.has(country));
  return cities.length === 0 ? null : { ...blank, text, cities };
}

/** Whether a part means anything by itself. */
export function isKnown({ cities, regions, districts, country, area, weak }: Token): boolean {
  return !weak && (cities.length + regions.length + districts.length > 0 || country !== null || area !== null);
}
