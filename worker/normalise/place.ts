import type { Place } from '../../shared/job.js';
import { tidyText } from '../../shared/text.js';
import { type Workplace, workplaces } from '../../shared/words.js';
import type { City, Gazetteer, Region } from '../gazetteer.js';
import type { PostingPlace } from '../posting.js';

/** What a posting's location says: its places, where remote workers must live, and the workplace if it names one. */
export type ReadPlaces = { places: Place[]; remoteRegions: Place[]; workplace: Workplace | null };

/** Reads every place of a posting; what is no place ("N/A", "3 Locations", "Office") is left out. */
export function readPlaces(
  input: { places: readonly PostingPlace[]; remoteRegions: readonly string[]; workplace?: readonly string[] },
  gazetteer: Gazetteer,
): ReadPlaces {
  const found = input.places.map((place) => readStated(place, gazetteer));
  const workplace = found.map((each) => each.workplace).find((each) => each !== null) ?? null;
  const places = unique(found.flatMap((each) => each.places));
  const stated = unique(input.remoteRegions.flatMap((text) => readLocation(text, gazetteer).places));
  // "Remote - EMEA": for remote work the place in the location says where one must live.
  const byText = workplace === 'remote' ? places : [];
  // "Europe" beside a workplace that is remote is where one must live, for it is no place to work at.
  const toldRemote = (input.workplace ?? []).some((text) => workplaces.read(text) === 'remote');
  const byField = toldRemote ? places.filter(({ level }) => level === 'area') : [];
  const remoteRegions = [stated, byText, byField].find((regions) => regions.length > 0) ?? [];
  return { places: places.filter(({ level }) => level !== 'area'), remoteRegions, workplace };
}

/** A text that does not tell its country is read together with the country stated beside it. */
function readStated(place: PostingPlace, gazetteer: Gazetteer): ReturnType<typeof readLocation> {
  const alone = readLocation(asText(place), gazetteer);
  const country = place.text === null || place.country === null ? null : gazetteer.country(place.country);
  if (country === null || alone.places.some((each) => each.level === 'area' || each.country === country)) return alone;
  const together = readLocation(`${place.text}, ${place.country}`, gazetteer);
  return together.places.some((each) => each.country === country) ? together : alone;
}

function asText({ text, city, region, country }: PostingPlace): string {
  if (text !== null) return text;
  return [city, region, country].filter((part) => part !== null && part.trim() !== '').join(', ');
}

const unique = (places: readonly Place[]): Place[] => [
  ...new Map(
    places.map((place) => [`${place.city}|${place.region}|${place.country}|${place.area ?? place.text}`, place]),
  ).values(),
];

const workplaceWords: { word: RegExp; workplace: Workplace }[] = [
  { word: /\b(?:hybrid|hybride|híbrido|hibrido|ibrido|hybrydow\w+)\b/giu, workplace: 'hybrid' },
  {
    word: /\b(?:(?:fully|100 ?%|only)?\s*remote(?:ly)?(?: only| first|-first)?|home[ -]?based|home ?office|work from home|wfh|telecommut\w*|télétravail|teletrabajo|remoto|zdaln\w+|distributed)\b/giu,
    workplace: 'remote',
  },
  { word: /\b(?:on[ -]?site|in[ -]office|in person)\b/giu, workplace: 'on site' },
];

const noise =
  /\b(?:greater|metropolitan area|metro(?: area)?|area|region|locations?|offices?|office|hq|headquarters|based|multiple|various|several|flexible|any(?:where)? in|within|candidates? in|city of|n\/a|na|world wide|tbd|unavailable|unknown|null|undefined|none|home)\b/giu;

/** What always stands between places, and what may also stand inside the name of one. */
const strongSeparators = /\s*(?:;|\||·|•|\n|\s\/\s)\s*/u;
const weakSeparators = /\s*(?:\/|\bor\b|\band\b|\s\+\s)\s*/iu;

/** Reads one line of location text: several places apart, workplace words taken off. */
export function readLocation(text: string, gazetteer: Gazetteer): { places: Place[]; workplace: Workplace | null } {
  const line = tidyText(text);
  if (workplaces.read(line) === 'remote') return { places: wholeArea(line, gazetteer), workplace: 'remote' };
  let workplace: Workplace | null = null;
  let rest = line;
  for (const { word, workplace: told } of workplaceWords)
    rest = rest.replace(word, () => {
      workplace ??= told;
      return ' ';
    });
  const pieces = rest.split(strongSeparators);
  const places = pieces
    .flatMap((piece) => {
      const whole = readPlace(piece, gazetteer);
      if (whole === null || whole.level !== 'unknown') return [whole];
      return piece.split(weakSeparators).map((part) => readPlace(part, gazetteer));
    })
    .filter((place) => place !== null)
    .map((place) => (pieces.length === 1 && place.level !== 'unknown' ? { ...place, text: line } : place));
  const known = places.filter(({ level }) => level !== 'unknown');
  return { places: known.length > 0 ? known : places, workplace };
}

const wholeArea = (line: string, gazetteer: Gazetteer): Place[] =>
  gazetteer.area(line) === null ? [] : [{ ...unknownPlace(line), level: 'area', area: line.toLowerCase() }];

const unknownPlace = (text: string): Place => ({
  text,
  level: 'unknown',
  area: null,
  city: null,
  region: null,
  country: null,
  lat: null,
  lon: null,
});

/** Reads one place; `null` when nothing but noise is left of it, level `unknown` when nobody knows it. */
export function readPlace(text: string, gazetteer: Gazetteer): Place | null {
  const tidy = tidyText(text).replace(/^[\s,;:()[\]–—-]+|[\s,;:()[\]–—-]+$/gu, '');
  if (gazetteer.area(tidy) !== null) return { ...unknownPlace(tidy), level: 'area', area: tidy.toLowerCase() };
  const parts = partsOf(tidy, gazetteer);
  if (parts.length === 0) return null;
  const area = parts.find((part) => gazetteer.area(part) !== null);
  return (
    readWithCity(parts, gazetteer) ??
    readWider(parts, gazetteer) ??
    (area === undefined
      ? unknownPlace(parts.join(', '))
      : { ...unknownPlace(tidy), level: 'area', area: area.toLowerCase() })
  );
}

function partsOf(text: string, gazetteer: Gazetteer): string[] {
  return text
    .split(/\s*[,()[\]]\s*|\s+[–—-]+\s+|\s*[–—]\s*|(?<=^[A-Z]{2,3})-(?=[A-Z])|(?<=^[A-Z]{2}-[A-Z]{2,3})-(?=[A-Z])/u)
    .map((part) =>
      (gazetteer.cities(part).length > 0 ? part : part.replace(noise, ' '))
        .replace(/\b\d{4,6}(?:-\d{4})?\b/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((part) => /\p{L}/u.test(part));
}

/** What the other parts of a text demand of its city. */
type Demand = { countries: string[]; regions: readonly Region[] };

/** Codes of two letters are a word like any other unless they are written as codes. */
function demandOf(part: string, gazetteer: Gazetteer): Demand | null {
  const isCode = part.length > 3 || part === part.toUpperCase() || part.length === 3;
  const country = isCode || part.length > 2 ? gazetteer.country(part) : gazetteer.country(part.toUpperCase());
  const regions = gazetteer.regions(part);
  return country === null && regions.length === 0 ? null : { countries: country === null ? [] : [country], regions };
}

const meets = (
  { country, region }: { country: string; region: string | null },
  { countries, regions }: Demand,
): boolean => countries.includes(country) || regions.some((each) => each.country === country && each.name === region);

/** A city that meets what the other parts say; the reading that understands most parts wins, then the first part. */
function readWithCity(parts: readonly string[], gazetteer: Gazetteer): Place | null {
  let best: { city: City; understood: number } | null = null;
  for (const [index, part] of parts.entries()) {
    if (parts.length === 1 && isWiderByItself(part, gazetteer)) return null;
    const demands = parts.filter((_, other) => other !== index).map((other) => demandOf(other, gazetteer));
    const known = demands.filter((demand) => demand !== null);
    const [city] = gazetteer.cities(part).filter((each) => known.every((demand) => meets(each, demand)));
    if (city === undefined || (parts.length > 1 && known.length === 0 && index > 0)) continue;
    if (known.length > (best?.understood ?? -1)) best = { city, understood: known.length };
  }
  if (best === null) return null;
  const { name, country, region, lat, lon } = best.city;
  return { text: parts.join(', '), level: 'city', area: null, city: name, region, country, lat, lon };
}

/** A lone word that names a country or region more than a city: "Mexico", "California", not "New York". */
function isWiderByItself(part: string, gazetteer: Gazetteer): boolean {
  const [largest] = gazetteer.cities(part);
  const regions = gazetteer.regions(part);
  if (part.length > 3 && gazetteer.country(part) !== null) return true;
  if (part.length <= 3 && part === part.toUpperCase() && gazetteer.country(part) !== null && largest === undefined)
    return true;
  return regions.length > 0 && (largest?.inhabitants ?? 0) < 150_000;
}

/** City-states are a city too. */
const cityStates: Readonly<Record<string, string>> = { SG: 'Singapore', MC: 'Monaco', HK: 'Hong Kong' };

/** A region or a country; with a first part nobody knows, that part is a small place in it. */
function readWider(parts: readonly string[], gazetteer: Gazetteer): Place | null {
  const demands = parts.map((part) => demandOf(part, gazetteer));
  const known = demands.filter((demand) => demand !== null);
  if (known.length === 0) return null;
  const countries = known.flatMap((demand) => demand.countries);
  const regions = known.flatMap((demand) => demand.regions);
  // "Georgia" alone is the American state more often than the country; "California, US" is a region of its country.
  const region =
    regions.find((each) => countries.includes(each.country) && countries.length < known.length) ??
    regions.find(() => countries.length === 0 || (known.length === 1 && (parts[0]?.length ?? 0) > 3));
  const country = region?.country ?? countries[0] ?? null;
  const first = parts[0];
  const small =
    demands[0] === null && first !== undefined && gazetteer.area(first) === null && first.length > 2 ? first : null;
  const city = small ?? (country !== null && region === undefined ? (cityStates[country] ?? null) : null);
  return {
    text: parts.join(', '),
    level: city !== null ? 'city' : region !== undefined ? 'region' : 'country',
    area: null,
    city,
    region: region?.name ?? null,
    country,
    lat: null,
    lon: null,
  };
}
