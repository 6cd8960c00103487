import { canonicalLocation } from '../../shared/places/canonical-location.js';
import { type AskedPlace, parseLocation } from '../../shared/places/parse-location.js';
import { tableNames } from '../../shared/places/table-names.js';
import type { SearchSubject } from '../../shared/search/query.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import { understoodNames } from '../match/rank/resolve-location.js';

/**
 * The places that a source's own search is narrowed to, each one canonical and spelt as the search understands it. `null` = not
 * narrowed by place: the query names none; it wants remote work, which no place finds; or it names a region that job boards do
 * not know.
 */
export function narrowLocation(
  { location, remoteFilter }: Pick<SearchSubject, 'location' | 'remoteFilter'>,
  gazetteer: Gazetteer,
): string[] | null {
  if (remoteFilter === 'remote') return null;
  const { places } = parseLocation(canonicalLocation(location));
  const understood = places.flatMap((place) => {
    const names = understoodNames(place, gazetteer).join(', ');
    return parseLocation(canonicalLocation(names)).places.map(({ parts }) => ({ ...place, parts }));
  });
  if (understood.length === 0 || !understood.every(isKnownToBoards)) return null;
  return [...new Set(understood.map(({ parts }) => parts.join(', ')))];
}

function isKnownToBoards({ parts, workplace }: AskedPlace): boolean {
  if (parts.length === 0 || workplace === 'remote') return false;
  return parts.length > 1 || !/^(?:area|named) /.test(tableNames().meaning(parts[0] ?? '') ?? '');
}
