import { workplaces } from '../../shared/words/words.js';
import type { Opening } from '../postings/opening.js';
import { type CountryCode, countries } from '../vocabulary/countries.js';
import { type DemoPlace, placesByCountry } from '../vocabulary/places.js';
import { foldText } from './fold-text.js';

/** How an opening fits a place: it is there, it can be done from there, or neither. */
export type Fit = 'here' | 'remote' | 'no';

/**
 * Parses a typed place: a town, a state, a country, `Austin, TX`, `Remote`, `Remote, Germany`, or nothing.
 * Remote work fits a place when its region takes in the place's country, as boards that add "remote near you" do.
 */
export function matchPlace(where: string): (opening: Opening) => Fit {
  const folded = where.split(/[,;/()]/).map(foldText);
  const parts = folded.map((part) => part.replaceAll(' remote ', ' ').trim()).filter((part) => part !== '');
  const meansRemote = workplaces.read(where) === 'remote';
  const onlyRemote = meansRemote || folded.some((part) => part.includes(' remote '));
  if (parts.length === 0 || meansRemote) return ({ remoteRegion }) => (onlyRemote && !remoteRegion ? 'no' : 'here');
  const inside = countriesOf(parts);
  return (opening) => {
    if (opening.remoteRegion)
      return fitsRegion(opening.remoteRegion, parts, inside) ? (onlyRemote ? 'here' : 'remote') : 'no';
    return !onlyRemote && opening.places.some((place) => isNamed(place, parts)) ? 'here' : 'no';
  };
}

function fitsRegion(region: NonNullable<Opening['remoteRegion']>, parts: string[], inside: Set<CountryCode>): boolean {
  return region.countries.some((code) => inside.has(code)) || allNamed(region.names, parts);
}

/** Countries the words lie in: those of the towns they name, else the country named last ("Lille, France"). */
function countriesOf(parts: string[]): Set<CountryCode> {
  const towns = Object.values(placesByCountry)
    .flat()
    .filter((place) => isNamed(place, parts));
  if (towns.length > 0) return new Set(towns.map(({ country }) => country));
  const last = parts.slice(-1);
  const codes = Object.keys(countries) as CountryCode[];
  return new Set(codes.filter((code) => allNamed([code, countries[code].name, ...countries[code].alsoCalled], last)));
}

const isNamed = ({ names }: DemoPlace, parts: string[]): boolean => allNamed(names, parts);

/** Every part is one of the names, or all its words are words of them ("New York NY"). */
function allNamed(names: readonly string[], parts: string[]): boolean {
  const { whole, words } = foldedNames(names);
  return parts.every((part) => whole.has(part) || part.split(' ').every((word) => words.has(word)));
}

const foldedByNames = new WeakMap<readonly string[], { whole: Set<string>; words: Set<string> }>();

function foldedNames(names: readonly string[]): { whole: Set<string>; words: Set<string> } {
  const held = foldedByNames.get(names);
  if (held) return held;
  const whole = names.map((name) => foldText(name).trim());
  const made = { whole: new Set(whole), words: new Set(whole.flatMap((name) => name.split(' '))) };
  foldedByNames.set(names, made);
  return made;
}
