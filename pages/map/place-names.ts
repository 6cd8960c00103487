import type { PlaceRow } from '../geo/geo-stats.js';

const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** "Germany" for "DE". */
export const countryName = (code: string): string => names.of(code) ?? code;

/** Identifies a place among all rows: two places may have the same name. */
export const keyOf = ({ place, lat, lon }: PlaceRow): string => `${place ?? ''} ${lat ?? ''} ${lon ?? ''}`;

/** The name of a place for people: "Austin, TX", "Berlin, Germany", "CA, United States", "Canada". */
export function nameOf({ place, city, region, country }: PlaceRow): string {
  if (place === null) return 'Without a known place';
  if (country === null) return place;
  if (city === null && region === null) return countryName(country);
  // A city with the code of its state is known by it; others are named with their country.
  const isCoded = city !== null && region !== null && /^[A-Z]{2,3}$/.test(region);
  return isCoded ? place : `${city ?? region}, ${countryName(country)}`;
}

/** The place as a search understands it; `null` when the row has none. A country's two letters may be those of a state. */
export const searchedLocation = (row: PlaceRow): string | null => (row.place === null ? null : nameOf(row));
