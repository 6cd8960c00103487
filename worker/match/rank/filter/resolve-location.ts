import { foldPlace } from '../../../../shared/places/fold-place.js';
import { namedRegions } from '../../../../shared/places/named-regions.js';
import type { AskedPlace } from '../../../../shared/places/parse-location.js';
import { tableNames } from '../../../../shared/places/table-names.js';
import type { Place } from '../../../../shared/search/job.js';
import type { Workplace } from '../../../../shared/words/words.js';
import type { Gazetteer } from '../../../gazetteer/gazetteer.js';
import { isKnown, type Token } from '../../../normalise/place/name-meaning.js';
import { nearestName } from '../../../normalise/place/nearest-name.js';
import { type NamedPlace, readNames } from '../../../normalise/place/place.js';
import { reachOf } from './place-reach.js';
import { isSlip, suggestPlace } from './suggest-place.js';

/** One place of a search; a job must meet all of its properties. */
export type Target = {
  /** `null` = anywhere. */
  place: Place | null;
  /** The radius in kilometres; `null` = the default for a place of its level. */
  km: number | null;
  /** An unknown name that the job's location text must contain; `null` = none. */
  name: string | null;
  workplace: Workplace | null;
  /** The name as written, with the place it is read as. */
  isWritten?: boolean;
};

/** A name not used as written. `meant`: the name it is read as; `null` = it is ignored. */
type Slip = { written: string; meant: string | null };

/** The targets of a search's location, notices about them, and its misspelt or ignored names. */
type ResolvedLocation = { targets: Target[]; notices: string[]; slips: Slip[] };

/** Resolves one place of a search's location to targets. Every ignored part causes a notice. */
export function resolveLocation(asked: AskedPlace, gazetteer: Gazetteer): ResolvedLocation {
  const { parts, km, workplace } = asked;
  const [first = ''] = parts;
  if (parts.length === 0)
    return { targets: [{ place: null, km: null, name: null, workplace }], notices: [], slips: [] };
  const named = parts.length === 1 ? tableNames().meaning(first) : null;
  const isNamed = named?.startsWith('named ') ?? false;
  // Some areas have the name of a country in another language ("MENA").
  const area = named?.startsWith('area ') ? gazetteer.area(named.slice(5)) : null;
  if (area !== null) {
    const notices = unusedRadius(asked, [], false);
    return { targets: [{ ...anywhere, place: areaPlace(area.name), workplace }], notices, slips: [] };
  }
  const read = isNamed ? readNamedRegion(named?.slice(6) ?? '', gazetteer) : readParts(parts, gazetteer);
  const corrected = isNamed ? [] : correctedNames(parts, gazetteer);
  const notices = [
    ...read.notices,
    ...corrected.map(({ written, meant }) => `We read the place "${written}" as "${meant}".`),
    ...unusedNumbers(parts, read.targets),
    ...unusedRadius(asked, read.targets, isNamed),
  ];
  const targets = read.targets.map((target) => ({ ...target, workplace, km: isNamed ? target.km : km }));
  return { notices, targets, slips: [...read.slips, ...corrected] };
}

/**
 * The names of a place as the search reads them, with misspelt ones corrected and ignored ones left out. A short form
 * of a town that is also a state's ("LA") is replaced by the town's name.
 */
export function understoodNames(asked: AskedPlace, gazetteer: Gazetteer): string[] {
  const { slips, targets } = resolveLocation(asked, gazetteer);
  const [first = ''] = asked.parts;
  const town = targets.length === 1 ? (targets[0]?.place ?? null) : null;
  if (town?.city != null && town.region !== null && !saysCity(asked.parts, town.city)) {
    const { regions } = gazetteer.meanings(first);
    if (regions.length > 0) return [shortest(`${town.city}, ${town.region}`, town, gazetteer)];
  }
  return asked.parts.flatMap((part) => {
    const slip = slips.find(({ written }) => foldPlace(written) === foldPlace(part));
    return slip === undefined ? [part] : (slip.meant ?? []);
  });
}

const saysCity = (parts: readonly string[], city: string): boolean =>
  parts.some((part) => foldPlace(part).includes(foldPlace(city)));

function readNamedRegion(name: string, gazetteer: Gazetteer): ResolvedLocation {
  const region = namedRegions.find((each) => each.name === name);
  const targets = (region?.members ?? []).flatMap((member) =>
    readNames(member, gazetteer).map(({ place }) => ({ ...anywhere, place, km: region?.km ?? null })),
  );
  return { targets, notices: [], slips: [] };
}

const areaPlace = (area: string): Place => ({
  text: area,
  level: 'area',
  area,
  city: null,
  region: null,
  country: null,
  lat: null,
  lon: null,
});

const anywhere: Target = { place: null, km: null, name: null, workplace: null };

function readParts(parts: readonly string[], gazetteer: Gazetteer): ResolvedLocation {
  const found = readNames(parts.join(', '), gazetteer);
  if (found.length === 0) return unknownTown(parts.join(', '), null, gazetteer);
  const last = found.at(-1);
  const before = found.slice(0, -1);
  const isTown = before.length > 0 && isWide(last) && before.every((each) => mayBeTownIn(each, last, parts));
  if (isTown) return unknownTown(textOf(before), last?.place ?? null, gazetteer);
  const wide = trailingRegion(last, gazetteer);
  const read = found.map((each) => resolvePlace(each, each === last ? null : wide, gazetteer));
  return {
    targets: read.flatMap(({ targets }) => targets),
    notices: read.flatMap(({ notices }) => notices),
    slips: read.flatMap(({ slips }) => slips),
  };
}

const isWide = (named: NamedPlace | undefined): boolean =>
  named?.place?.level === 'region' || named?.place?.level === 'country' || named?.place?.level === 'area';

/** "Berlin, TX": a name before a state or country is a town there, unless the list is one of regions. */
function mayBeTownIn(
  { place, names }: NamedPlace,
  wide: NamedPlace | undefined,
  { length }: readonly string[],
): boolean {
  if (place === null) return true;
  if (length > 2 || names.some(({ country, area }) => country !== null || area !== null)) return false;
  return place.level === 'city' || place.country !== wide?.place?.country;
}

const textOf = (found: readonly NamedPlace[]): string =>
  found.flatMap(({ names }) => names.map(({ text }) => text)).join(', ');

/** The state or country at the end of a list: "Camden, London, United Kingdom". */
function trailingRegion(last: NamedPlace | undefined, gazetteer: Gazetteer): Place | null {
  const end = last !== undefined && last.names.length > 1 ? last.names.at(-1) : undefined;
  const [read, ...others] = end === undefined ? [] : readNames(end.text, gazetteer);
  return others.length === 0 && isWide(read) ? (read?.place ?? null) : null;
}

/** Resolves one place of a list that ends with the region or country `wide`; towns outside it are not meant. */
function resolvePlace({ place, names }: NamedPlace, wide: Place | null, gazetteer: Gazetteer): ResolvedLocation {
  if (place === null) return unknownTown(textOf([{ place, names }]), wide, gazetteer);
  if (place.level === 'city' && place.lat === null) {
    const known = townOfCountry(place, names, gazetteer);
    if (known !== null) return used([{ ...anywhere, place: known }]);
    const wider: Place = { ...place, level: place.region === null ? 'country' : 'region', city: null };
    return unknownTown(place.city ?? place.text, wider, gazetteer);
  }
  if (wide !== null && !reachOf(wide, null, gazetteer).holds(place)) {
    const [there, ...others] = readNames(`${place.text}, ${wide.text}`, gazetteer);
    const isThere = others.length === 0 && there?.place?.level === 'city' && there.place.lat !== null;
    return isThere ? used([{ ...anywhere, place: there.place }]) : used([], [place.text]);
  }
  const isTown = place.level === 'city' || place.lat !== null;
  const isUnused = (name: Token): boolean =>
    isTown ? !isKnown(name) && name.cities.length + name.inner.length === 0 : !isWideName(name);
  const unused = names.filter(isUnused);
  // "Foo, Bar, TX" must not match all of Texas.
  if (!isTown && unused.length > 0) return unknownTown(textOf([{ place, names: unused }]), place, gazetteer);
  return used(
    [{ ...anywhere, place }],
    unused.map(({ text }) => text),
  );
}

/** "Kaspi, Georgia": a town missing from the state is in the country of the same name if that has it. */
function townOfCountry(place: Place, names: readonly Token[], gazetteer: Gazetteer): Place | null {
  const country = names.at(-1)?.country ?? null;
  const city = gazetteer.cities(place.city ?? '').find((each) => each.country === country);
  if (city === undefined) return null;
  const { name, region, lat, lon } = city;
  return { ...place, city: name, region, country, lat, lon };
}

const isWideName = ({ regions, districts, country, area }: Token): boolean =>
  regions.length + districts.length > 0 || country !== null || area !== null;

const used = (targets: Target[], unused: readonly string[] = []): ResolvedLocation => ({
  targets,
  notices: unused.map((name) => `We do not know "${name}" in the location; it is not used.`),
  slips: unused.map((written) => ({ written, meant: null })),
});

/** The target of an unknown name: matched by the text of a job's location, within the stated state or country. */
function unknownTown(name: string, place: Place | null, gazetteer: Gazetteer): ResolvedLocation {
  const where = place === null ? null : wideName(place, gazetteer);
  const suggestion = suggestPlace(name, place, gazetteer);
  const meant = suggestion === null || !isSlip(name, suggestion) ? null : placeNamed(suggestion, gazetteer);
  if (meant !== null && suggestion !== null)
    return {
      slips: [{ written: name, meant: place === null ? shortest(suggestion, meant, gazetteer) : townOf(suggestion) }],
      targets: [
        { ...anywhere, place: meant },
        { ...anywhere, place, name, isWritten: true },
      ],
      notices: [
        `We do not know the place "${name}" and read it as "${suggestion}". Jobs whose location says "${name}" are kept too.`,
      ],
    };
  const unknown =
    where === null
      ? `We do not know the place "${name}", so jobs are matched by the text of their location.`
      : `We do not know the place "${name}" in ${where}, so jobs there are matched by the text of their location.`;
  const notices = [suggestion === null ? unknown : `${unknown} Did you mean "${suggestion}"?`];
  return { targets: [{ ...anywhere, place, name }], notices, slips: [] };
}

/** A suggestion without its state or country. */
const townOf = (suggestion: string): string => suggestion.replace(/,.*/, '');

/** The town of a suggestion if its name by itself means it, as one would search for it; otherwise the full suggestion. */
function shortest(suggestion: string, { level, city, country }: Place, gazetteer: Gazetteer): string {
  const alone = placeNamed(townOf(suggestion), gazetteer);
  const isSame = alone?.level === level && alone.city === city && alone.country === country;
  return isSame ? townOf(suggestion) : suggestion;
}

/** The place that a name means by itself; `null` = none or several. */
function placeNamed(name: string, gazetteer: Gazetteer): Place | null {
  const [read, ...others] = readNames(name, gazetteer);
  return others.length === 0 ? (read?.place ?? null) : null;
}

/** Misspelt names read as well-known ones (worker/normalise/place/nearest-name.ts). */
function correctedNames(parts: readonly string[], gazetteer: Gazetteer): Slip[] {
  return parts.flatMap((part) => {
    const { cities, regions, districts, country, area } = gazetteer.meanings(part);
    if (cities.length + regions.length + districts.length > 0 || country !== null || area !== null) return [];
    const name = nearestName(part);
    return name === null ? [] : [{ written: part, meant: name.replace(/(?<= |^)\p{L}/gu, upper) }];
  });
}

const upper = (letter: string): string => letter.toUpperCase();

function wideName({ region, country, text }: Place, gazetteer: Gazetteer): string {
  if (country === null) return text;
  const nation = gazetteer.countryName(country);
  return region === null ? nation : `${gazetteer.regionName(country, region)}, ${nation}`;
}

/** Notices for postcodes and house numbers next to a known place. */
function unusedNumbers(parts: readonly string[], targets: readonly Target[]): string[] {
  if (targets.some(({ name }) => name !== null)) return [];
  const numbers = parts.flatMap((part) => part.split(/\s+/).filter((word) => /\d/.test(word)));
  return numbers
    .filter((number) => !targets.some(({ place }) => foldPlace(place?.city ?? '').includes(foldPlace(number))))
    .map((number) => `"${number}" in the location is not used.`);
}

function unusedRadius({ km, parts }: AskedPlace, targets: readonly Target[], isNamed: boolean): string[] {
  const meant = targets.filter(({ isWritten }) => isWritten !== true);
  const isUsed = !isNamed && meant.length > 0 && meant.every(({ place, name }) => name === null && place?.lat != null);
  if (km === null || isUsed) return [];
  return [`"within ${km} km" is not used: it needs a town, and "${parts.join(', ')}" is taken as a whole.`];
}
