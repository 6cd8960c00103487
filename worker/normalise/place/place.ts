import type { Place } from '../../../shared/search/job.js';
import { tidyText } from '../../../shared/words/text.js';
import { type Workplace, workplaces } from '../../../shared/words/words.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { memoize } from '../../gazetteer/memoize.js';
import type { PostingPlace } from '../../sources/posting.js';
import { groupTokens } from './group-tokens.js';
import type { Token } from './name-meaning.js';
import { readTokens } from './place-tokens.js';
import { isJunkPlace, takeWorkplace } from './place-words.js';
import { type ResolvedRun, resolvePlaces } from './resolve-places.js';
import { withCapitals } from './with-capitals.js';

/** What one text says: its places, the workplace if it names one, and whether its first place was guessed from context. */
export type ReadLocation = {
  places: readonly Place[];
  workplace: Workplace | null;
  guessed: boolean;
  /** A place has namesakes between which other knowledge may decide. */
  open: boolean;
};

/** What a posting's location says: its places, where remote workers must live, and the workplace if it names one. */
export type ReadPlaces = {
  places: Place[];
  remoteRegions: Place[];
  workplace: Workplace | null;
  /** The first place was guessed from context rather than told. */
  guessed: boolean;
  /** A place has namesakes between which other knowledge may decide. */
  open: boolean;
};

/** Countries and regions ("US", "US TX") where a company's other postings lie; they decide between namesakes. */
export type LocationBias = ReadonlySet<string>;
const nowhere: LocationBias = new Set();

/** Reads every place of a posting; what is no place ("N/A", "3 Locations", "Office") is left out. */
export function readPlaces(
  input: { places: readonly PostingPlace[]; remoteRegions: readonly string[]; workplace?: readonly string[] },
  gazetteer: Gazetteer,
  bias: LocationBias = nowhere,
): ReadPlaces {
  const found = input.places.map((place) => readStated(place, gazetteer, bias));
  const workplace = found.map((each) => each.workplace).find((each) => each !== null) ?? null;
  const places = unique(found.flatMap((each) => each.places)).sort((one, other) => rank(one) - rank(other));
  const first = found.find((each) => each.places.some(isKnown)) ?? found.find((each) => each.places.length > 0);
  const stated = unique(input.remoteRegions.flatMap((text) => readLocation(text, gazetteer, bias).places));
  // "Remote - EMEA": a wide place of remote work says where one must live; a city ("NYC or Remote") does not.
  const wide = workplace === 'remote' ? places.filter((place) => isKnown(place) && place.level !== 'city') : [];
  // "Europe" beside a workplace that is remote is where one must live, for it is no place to work at.
  const toldRemote = (input.workplace ?? []).some((text) => workplaces.read(text) === 'remote');
  const byField = toldRemote ? places.filter(({ level }) => level === 'area') : [];
  return {
    places: places.filter(({ level }) => level !== 'area'),
    remoteRegions: [stated, wide, byField].find((regions) => regions.length > 0) ?? [],
    workplace,
    guessed: first?.guessed ?? false,
    open: found.some((each) => each.open),
  };
}

const isKnown = ({ level }: Place): boolean => level !== 'unknown';
/** Names nobody knows come last: the first place is the job's `location`. */
const rank = (place: Place): number => (isKnown(place) ? 0 : 1);

/** A text that does not tell its country is read together with the country stated beside it. */
function readStated(place: PostingPlace, gazetteer: Gazetteer, bias: LocationBias): ReadLocation {
  const alone = readLocation(asText(place, gazetteer), gazetteer, bias);
  const country = place.text === null || place.country === null ? null : gazetteer.country(place.country);
  const isSupported = alone.places.some((each) => each.level === 'area' || each.country === country);
  if (country === null || (isSupported && !alone.open)) return alone;
  const together = readLocation(`${place.text}, ${gazetteer.countryName(country)}`, gazetteer, bias);
  const fits = together.places.length > 0 && together.places.every((each) => each.country === country);
  return fits ? together : alone;
}

function asText({ text, city, region, country }: PostingPlace, gazetteer: Gazetteer): string {
  if (text !== null) return text;
  const nation = country === null ? null : countryText(country.trim(), gazetteer);
  return [city, region, nation].filter((part) => part !== null && part.trim() !== '').join(', ');
}

/** A country's code is written out where it is a state's too: a source that says `IN` of the country means India. */
function countryText(country: string, gazetteer: Gazetteer): string {
  const isState = gazetteer.regions(country).some(({ postal }) => postal);
  const code = isState ? gazetteer.country(country) : null;
  return code === null ? country : gazetteer.countryName(code);
}

const keyOf = ({ city, region, country, area, level, text }: Place): string =>
  level === 'unknown' ? text : `${city}|${region}|${country}|${area}`;

function unique(places: readonly Place[]): Place[] {
  const seen = new Map<string, Place>();
  for (const place of places) if (!seen.has(keyOf(place))) seen.set(keyOf(place), place);
  return [...seen.values()];
}

/** Reads one place; `null` when nothing but noise is left of it, level `unknown` when nobody knows it. */
export function readPlace(text: string, gazetteer: Gazetteer): Place | null {
  return readLocation(text, gazetteer).places[0] ?? null;
}

const memoizedText = memoize<ReadLocation>(4000);

/** Reads one line of location text: several places apart, workplace words taken off. */
export function readLocation(text: string, gazetteer: Gazetteer, bias: LocationBias = nowhere): ReadLocation {
  const plain = memoizedText(gazetteer, text, () => read(text, gazetteer, nowhere));
  return plain.open && bias.size > 0 ? read(text, gazetteer, bias) : plain;
}

/** What always stands between places. */
const placeEnds = /(?:(?<!\s)\s+)?[;•·]\s*/u;
/** Longer than any location; what follows is an advertisement. */
const mostLetters = 1000;

function read(text: string, gazetteer: Gazetteer, bias: LocationBias): ReadLocation {
  const line = withCapitals(tidyText(text.replace(/\n/g, ';')).slice(0, mostLetters));
  const { rest, workplace } = takeWorkplace(line);
  const runs = rest.split(placeEnds).flatMap((piece) => groupTokens(tokensOf(piece, gazetteer), gazetteer));
  const resolved = resolvePlaces(runs, bias);
  const places = unique(resolved.map(asPlace));
  const shown = places.length > 0 || isJunkPlace(rest) ? places : unknownPlaces(runs.flatMap(({ tokens }) => tokens));
  return {
    places: shown,
    workplace: workplace ?? wholeWorld(line, places),
    guessed: resolved[0]?.guessed ?? false,
    open: resolved.some(({ open }) => open),
  };
}

/** Neighbouring parts of a text that name one place; `place` is `null` where nobody knows it. */
export type NamedPlace = { place: Place | null; names: readonly Token[] };

/** Every place that a text names, and every part of it that names none; workplace words are not looked for. */
export function readNames(text: string, gazetteer: Gazetteer): NamedPlace[] {
  const runs = groupTokens(tokensOf(text, gazetteer), gazetteer);
  const resolved = new Map(resolvePlaces(runs, nowhere).map((each) => [each.run, each]));
  return runs.map((run) => {
    const found = resolved.get(run);
    return { place: found === undefined ? null : asPlace(found), names: run.tokens };
  });
}

/** A bar stands between places, or between a place and the wider one before it. */
function tokensOf(piece: string, gazetteer: Gazetteer): Token[] {
  return piece
    .split('|')
    .flatMap((part) =>
      readTokens(part.trim(), gazetteer).map((token, at) => (at === 0 ? { ...token, breakBefore: true } : token)),
    );
}

/** "Anywhere", "Worldwide": nothing but that is remote. */
function wholeWorld(line: string, places: readonly Place[]): Workplace | null {
  const [only, ...others] = places;
  const isWorld = others.length === 0 && only?.area === 'worldwide';
  return isWorld || workplaces.read(line) === 'remote' ? 'remote' : null;
}

const unknownPlaces = (tokens: readonly Token[]): Place[] => {
  const text = tokens.map((token) => token.text).join(', ');
  if (!/\p{L}{2}|\p{Script=Han}/u.test(text)) return [];
  return [{ text, level: 'unknown', area: null, city: null, region: null, country: null, lat: null, lon: null }];
};

function asPlace({ run, candidate }: ResolvedRun): Place {
  const { level, area, city, region, country, lat, lon } = candidate;
  return { text: run.tokens.map(({ text }) => text).join(', '), level, area, city, region, country, lat, lon };
}
