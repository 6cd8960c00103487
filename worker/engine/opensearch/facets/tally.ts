import type { FacetField } from '../../../../shared/search/facets.js';
import type { LocationSet } from '../../../match/segment/location-set.js';
import { namedFields } from '../named-facts.js';

/** How many openings have each value. */
export type ValueCounts = Map<string, number>;

/** Openings of a search by what is named of them; `sets`: by their location sets, whatever the location of the search. */
export type Tally = Record<(typeof namedFields)[number] | 'sets', ValueCounts>;

export const emptyTally = (): Tally => ({
  ...{ employers: new Map(), industries: new Map(), industryNames: new Map(), sizes: new Map(), skills: new Map() },
  sets: new Map(),
});

export const addCount = (counts: ValueCounts, value: string, count = 1): void =>
  void counts.set(value, (counts.get(value) ?? 0) + count);

/** Adds one tally to another. */
export function addTally(into: Tally, from: Tally): void {
  for (const field of [...namedFields, 'sets'] as const)
    for (const [value, count] of from[field]) addCount(into[field], value, count);
}

type Counted = { field: FacetField | 'location' | 'salary'; word?: string };

/** The name under which the openings are counted that a search with this word in this field finds; no word = without the field. */
export const countName = ({ field, word }: Counted): string =>
  word === undefined ? `without ${field}` : `${field} ${word}`;

/** The name under which those are counted that the search itself finds. */
export const countOfAll = 'all';

/** Location sets by their names in the index. */
export type NamedSets = ReadonlyMap<string, LocationSet>;
