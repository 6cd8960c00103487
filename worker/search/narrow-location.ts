import { canonicalLocation } from '../../shared/places/canonical-location.js';
import { type AskedPlace, parseLocation } from '../../shared/places/parse-location.js';
import { tableNames } from '../../shared/places/table-names.js';
import type { SearchSubject } from '../../shared/search/query.js';

/**
 * What a source that searches by itself is asked for, one canonical place an alternative. `null` = it is not narrowed by
 * the place: none is asked for; remote work, which no place finds; or a region that boards do not know by its name.
 */
export function narrowLocation({
  location,
  remoteFilter,
}: Pick<SearchSubject, 'location' | 'remoteFilter'>): string[] | null {
  if (remoteFilter === 'remote') return null;
  const { places } = parseLocation(canonicalLocation(location));
  if (places.length === 0 || !places.every(isKnownToBoards)) return null;
  return [...new Set(places.map(({ parts }) => parts.join(', ')))];
}

function isKnownToBoards({ parts, workplace }: AskedPlace): boolean {
  if (parts.length === 0 || workplace === 'remote') return false;
  return parts.length > 1 || !/^(?:area|named) /.test(tableNames().meaning(parts[0] ?? '') ?? '');
}
