import { canonicalLocation } from '../../shared/places/canonical-location.js';
import { foldPlace } from '../../shared/places/fold-place.js';
import { type AskedPlace, parseLocation } from '../../shared/places/parse-location.js';
import { tableNames } from '../../shared/places/table-names.js';
import { asksRemote, type SearchSubject } from '../../shared/search/query/query.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import { understoodNames } from '../match/rank/filter/resolve-location.js';

/**
 * The places that a source's own search is narrowed to, each one canonical and spelt as the search understands it. `null` = not
 * narrowed by place: the query names none; it wants remote work, which no place finds; or it names a region that job boards do
 * not know.
 */
export function narrowLocation(
  { location, ...query }: Pick<SearchSubject, 'location' | 'remoteFilter'>,
  gazetteer: Gazetteer,
): string[] | null {
  if (asksRemote(query)) return null;
  const { places } = parseLocation(canonicalLocation(location));
  const understood = places.flatMap((place) => {
    const names = understoodNames(place, gazetteer).join(', ');
    return parseLocation(canonicalLocation(names)).places.map(({ parts }) => ({ ...place, parts }));
  });
  if (understood.length === 0 || !understood.every(isKnownToBoards)) return null;
  return [...new Set(understood.map(({ parts }) => usualName(parts, gazetteer).join(', ')))];
}

/** A town by its usual name, with its state or country where that name alone means more: boards do not know "New York City" or "Berlino". */
function usualName(parts: readonly string[], gazetteer: Gazetteer): readonly string[] {
  const [first = '', ...rest] = parts;
  const [, country = ''] = /^city ([A-Z]{2}) [^|]+$/.exec(tableNames().meaning(first) ?? '') ?? [];
  const town = gazetteer.cities(first).find((each) => each.country === country);
  if (town === undefined || foldPlace(town.name) === foldPlace(first)) return parts;
  if (rest.length > 0) return [town.name, ...rest];
  const code = town.region !== null && /^[A-Z]{2,3}$/.test(town.region) ? town.region : null;
  return [town.name, code ?? gazetteer.countryName(country)];
}

function isKnownToBoards({ parts, workplace }: AskedPlace): boolean {
  if (parts.length === 0 || workplace === 'remote') return false;
  return parts.length > 1 || !/^(?:area|named) /.test(tableNames().meaning(parts[0] ?? '') ?? '');
}
