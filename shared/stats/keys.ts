import { redisKeys } from '../redis-keys.js';
import { type Workplace, workplaces } from '../words.js';

const hourMs = 3_600_000;

/** The hour a moment lies in, as epoch milliseconds of its beginning (UTC). */
export function hourOf(at: number): number {
  return at - (at % hourMs);
}

/** The last `hours` hours, the present one included, oldest first. */
export function hoursBefore(now: number, hours: number): number[] {
  const last = hourOf(now);
  return Array.from({ length: hours }, (_, index) => last - (hours - 1 - index) * hourMs);
}

/** Workplaces as geo-stats tells them apart: the words of a job record and `unknown`. */
export const statsWorkplaces = [...workplaces.words, 'unknown'] as const;
export type StatsWorkplace = Workplace | 'unknown';

/** Place of a job or a search in statistics: `Austin|TX|US|30.27|-97.74`; `''` gathers what could not be placed. */
export type PlaceKey = string;

/** Places told apart in one hour at most; the rest is counted with what could not be placed, so that the sums add up. */
export const placesPerHour = 500;

export const statsKeys = {
  /** Hash of an hour: searches, engines, histograms of time. */
  hour: (hour: number) => redisKeys.stats('hour', hour),
  /** Hash of an hour: what each source did. */
  sources: (hour: number) => redisKeys.stats('sources', hour),
  /** Hash of an hour: place → counters. */
  places: (hour: number) => redisKeys.stats('places', hour),
  /** Unique jobs of an hour at a place, by workplace. */
  jobs: (hour: number, place: PlaceKey, workplace: StatsWorkplace) => redisKeys.stats('jobs', hour, place, workplace),
  /** Set of the places an hour tells apart. */
  placeNames: (hour: number) => redisKeys.stats('place-names', hour),
  /** Unique jobs of an hour at a place that state their yearly pay in a currency. */
  paid: (hour: number, place: PlaceKey, currency: string) => redisKeys.stats('paid', hour, place, currency),
  /** Unique jobs of an hour at a place that were posted within a day. */
  newJobs: (hour: number, place: PlaceKey) => redisKeys.stats('new', hour, place),
  /** Unique jobs of an hour. */
  allJobs: (hour: number) => redisKeys.stats('jobs', hour),
};

/** The key of a place; `''` when neither city, region nor country is known. Coordinates are rounded to about a kilometre. */
export function placeKeyOf(place: {
  city: string | null;
  region: string | null;
  country: string | null;
  lat: number | null;
  lon: number | null;
}): PlaceKey {
  const { city, region, country, lat, lon } = place;
  if (city === null && region === null && country === null) return '';
  return [city, region, country, lat?.toFixed(2), lon?.toFixed(2)].map((part) => part ?? '').join('|');
}

/** What a place key says. */
export function readPlaceKey(key: PlaceKey): PlacePoint {
  const [city = '', region = '', country = '', lat = '', lon = ''] = key.split('|');
  const orNull = (text: string) => (text === '' ? null : text);
  const number = (text: string) => (text === '' ? null : Number(text));
  return { city: orNull(city), region: orNull(region), country: orNull(country), lat: number(lat), lon: number(lon) };
}

export type PlacePoint = {
  city: string | null;
  region: string | null;
  country: string | null;
  lat: number | null;
  lon: number | null;
};
