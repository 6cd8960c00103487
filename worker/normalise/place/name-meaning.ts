import type { Area } from '../../../shared/places/areas.js';
import type { City, Gazetteer, Region } from '../../gazetteer/gazetteer.js';
import type { District } from '../../gazetteer/gazetteer-districts.js';
import type { PostalHint } from './postcodes.js';

/** A part of a location text with all its possible meanings; no meanings = unknown. */
export type Token = {
  text: string;
  cities: readonly City[];
  regions: readonly Region[];
  districts: readonly District[];
  country: string | null;
  area: Area | null;
  /** Cities that contain a district of this name, used if no other meaning fits. */
  inner: readonly City[];
  /** The name including a compass word, "City" or "Center", if `cities` match the name without it: "Century City". */
  fullName: string | null;
  /** How the next part follows. An unknown town is read before a comma; before a space only with a code. */
  joint: 'comma' | 'space' | 'dash';
  /** Whether a new place starts here, because "or" or "/" precedes. */
  breakBefore: boolean;
  /** Whether it is only the end of a longer text, whose meanings need the support of adjacent parts. */
  weak: boolean;
  /** Locations implied by an adjacent postcode or district number: they decide between namesakes. */
  postal: readonly PostalHint[];
};

/** The context of a look-up; `first` = it is the first part of the text. */
export type Context = { gazetteer: Gazetteer; first: boolean };

/** A part without any meaning. */
export const unknown = (text: string): Token => ({ ...blank, text });

/** The fields of a part without any meaning. */
export const blank = {
  cities: [],
  regions: [],
  districts: [],
  country: null,
  area: null,
  inner: [],
  fullName: null,
  joint: 'comma',
  breakBefore: false,
  weak: false,
  postal: [],
} as const;

/** Codes that are ordinary words when written in lower case. */
const smallWords = new Set('in or me of at to is it no so be as am on and the for de la al en hi ok oh'.split(' '));

/** All meanings of a text as written; `null` = none. Short codes count only in capitals. */
export function meaning(text: string, { gazetteer, first }: Context): Token | null {
  if ((text.length < 2 && text.charCodeAt(0) < 0x3000) || smallWords.has(text)) return null;
  const asCode = text.length > 3 || !first || text === text.toUpperCase() || /^\p{Lu}\p{Ll}{2}$/u.test(text);
  const all = gazetteer.meanings(text);
  const {
    cities: named,
    regions,
    districts,
    country,
    area,
  } = asCode ? all : { ...all, cities: [], regions: [], country: null };
  // A lower-case word inside a text with capitals is an ordinary word: "candidates welcome".
  const cities = /^\p{Ll}+$/u.test(text) && (named[0]?.inhabitants ?? 0) < 100_000 ? [] : named;
  if (cities.length + regions.length + districts.length === 0 && country === null && area === null)
    return respelt(text, gazetteer);
  return { ...blank, text, cities, regions, districts, country: area === null ? country : null, area };
}

const withUmlauts = new Set(['DE', 'AT', 'CH', 'SE', 'DK', 'NO', 'FI', 'EE']);

/** Spelling variants: "Duesseldorf" is Düsseldorf, "Garching b. München" is Garching bei München. */
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

/** Whether a part has a meaning of its own. */
export function isKnown({ cities, regions, districts, country, area, weak }: Token): boolean {
  return !weak && (cities.length + regions.length + districts.length > 0 || country !== null || area !== null);
}
