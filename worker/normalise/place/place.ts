import type { Place } from '../../../shared/search/job.js';
import { type Workplace, workplaces } from '../../../shared/words/words.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { memoize } from '../../gazetteer/memoize.js';
import type { PostingPlace } from '../../sources/posting.js';
import { groupTokens } from './group-tokens.js';
import type { Token } from './name-meaning.js';
import { readTokens } from './place-tokens.js';
import { isJunkPlace, takeWorkplace } from './place-words.js';
import { prepareLocation } from './prepare-location.js';
import { type ResolvedRun, resolvePlaces } from './resolve-places.js';

/**
 * The result of reading one text: its places, the workplace if it names one, and whether its first place was guessed
 * from context.
 */
export type ReadLocation = {
  places: readonly Place[];
  workplace: Workplace | null;
  guessed: boolean;
  /** Whether other postings of the company could change the choice between namesakes. */
  open: boolean;
};

/** A posting's location as read: its places, where remote workers must live, and the workplace if named. */
export type ReadPlaces = {
  places: Place[];
  remoteRegions: Place[];
  workplace: Workplace | null;
  /** Whether the first place was guessed from context rather than stated. */
  guessed: boolean;
  /** Whether other postings of the company could change the choice between namesakes. */
  open: boolean;
};

/** Countries and regions ("US", "US TX") of most other postings of a company; they decide between namesakes. */
export type LocationBias = ReadonlySet<string>;
const nowhere: LocationBias = new Set();

/** Reads every place of a posting; placeholders ("N/A", "3 Locations", "Office") are left out. */
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
  // "Remote - EMEA": workers must live in a region of remote work; a city ("NYC or Remote") does not count as one.
  const apart = found.flatMap((each) => each.homes ?? []);
  const isApart = found.some((each) => each.homes !== undefined);
  const homes = isApart ? unique(apart) : workplace === 'remote' ? places : [];
  const wide = homes.filter(isWide);
  // "Europe" next to a remote workplace is where workers must live, because it is too wide to be a place of work.
  const saysRemote = (input.workplace ?? []).some((text) => workplaces.read(text) === 'remote');
  const byField = saysRemote ? places.filter(({ level }) => level === 'area') : [];
  const narrow = places.filter(({ level }) => level !== 'area');
  const remoteRegions = [stated, wide, byField].find((regions) => regions.length > 0) ?? [];
  return {
    // "LATAM" is kept if the posting has no other place.
    places: narrow.length === 0 && remoteRegions.length === 0 ? places : narrow,
    remoteRegions,
    workplace,
    guessed: first?.guessed ?? false,
    open: found.some((each) => each.open),
  };
}

const isKnown = ({ level }: Place): boolean => level !== 'unknown';
/** Unknown names are sorted last, because the first place becomes the job's `location`. */
const rank = (place: Place): number => (isKnown(place) ? 0 : 1);

/** A stated place; `homes`: the places where remote workers may live, if its text names them separately. */
type StatedPlace = ReadLocation & { homes?: readonly Place[] };

/** "Utah or remote (US)", "Ohio & Maine, remote (US)": the places before "remote" are the office's. */
const besideOffice = /\bor (?:fully |100 ?% ?)?remote\b(.*)|, remote ?(\([^()]*\))/i;

/** The places of a text's remote part, if it also has another part; `undefined` if it is a single part. */
function homesApart(text: string, gazetteer: Gazetteer, bias: LocationBias): readonly Place[] | undefined {
  if (!/remote/i.test(text)) return undefined;
  const beside = besideOffice.exec(text);
  if (beside !== null) return readLocation(beside[1] ?? beside[2] ?? '', gazetteer, bias).places;
  const items = text.split(';');
  const remote = items.length > 1 ? items.filter((item) => /remote/i.test(item)) : [];
  const places = remote.flatMap((item) => readLocation(item, gazetteer, bias).places).filter(isWide);
  return places.length > 0 ? places : undefined;
}

const isWide = (place: Place): boolean => isKnown(place) && place.level !== 'city';

/** Reads a stated place; a text without a country is read together with the country stated in another field. */
function readStated(place: PostingPlace, gazetteer: Gazetteer, bias: LocationBias): StatedPlace {
  const text = asText(place, gazetteer);
  const alone = readLocation(text, gazetteer, bias);
  const homes = homesApart(text, gazetteer, bias);
  if (homes !== undefined) return { ...alone, homes };
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

/** A country's name if its code is also a state's: a source that states the country `IN` means India. */
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

const memoizedText = memoize<ReadLocation>(4000);

/** Reads one line of location text, which may name several places and a workplace. */
export function readLocation(text: string, gazetteer: Gazetteer, bias: LocationBias = nowhere): ReadLocation {
  const plain = memoizedText(gazetteer, text, () => read(text, gazetteer, nowhere));
  return plain.open && bias.size > 0 ? read(text, gazetteer, bias) : plain;
}

/** Separators that always end a place. */
const placeEnds = /(?:(?<!\s)\s+)?[;•·]\s*/u;
function read(text: string, gazetteer: Gazetteer, bias: LocationBias): ReadLocation {
  const line = prepareLocation(text);
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

/** Adjacent parts of a text that name one place; `place` is `null` if it is unknown. */
export type NamedPlace = { place: Place | null; names: readonly Token[] };

/** Every place named in a text, and every part that names none. Workplace words are not removed. */
export function readNames(text: string, gazetteer: Gazetteer): NamedPlace[] {
  const runs = groupTokens(tokensOf(text, gazetteer), gazetteer);
  const resolved = new Map(resolvePlaces(runs, nowhere).map((each) => [each.run, each]));
  return runs.map((run) => {
    const found = resolved.get(run);
    return { place: found === undefined ? null : asPlace(found), names: run.tokens };
  });
}

/** Splits at "|", which separates two places, or a place from a wider one before it. */
function tokensOf(piece: string, gazetteer: Gazetteer): Token[] {
  return piece.split('|').flatMap((part) => readTokens(part.trim(), gazetteer));
}

/** "Anywhere", "Worldwide": without any other place, the job is remote. */
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
