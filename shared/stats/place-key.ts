/** Place of a job or a search in statistics: `Austin|TX|US|30.27|-97.74`; `''` collects everything unplaced. */
export type PlaceKey = string;

/** A place by its names (region and country as codes where they have one) and its middle. */
export type PlacePoint = {
  city: string | null;
  region: string | null;
  country: string | null;
  lat: number | null;
  lon: number | null;
};

/** The key of a place; `''` when neither city, region nor country is known. Coordinates are rounded to about a kilometre. */
export function placeKeyOf({ city, region, country, lat, lon }: PlacePoint): PlaceKey {
  if (city === null && region === null && country === null) return '';
  return [city, region, country, lat?.toFixed(2), lon?.toFixed(2)].map((part) => part ?? '').join('|');
}

/** The parts of a place key. */
export function readPlaceKey(key: PlaceKey): PlacePoint {
  const [city = '', region = '', country = '', lat = '', lon = ''] = key.split('|');
  const orNull = (text: string) => (text === '' ? null : text);
  const number = (text: string) => (text === '' ? null : Number(text));
  return { city: orNull(city), region: orNull(region), country: orNull(country), lat: number(lat), lon: number(lon) };
}

/**
 * Whether a place's name may always be shown: every city of the gazetteer has a centre; a name without one was
 * written by a caller or a posting.
 */
export function isInGazetteer(key: PlaceKey): boolean {
  const { city, lat } = readPlaceKey(key);
  return city === null || lat !== null;
}
