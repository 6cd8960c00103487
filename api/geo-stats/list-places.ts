import type { PlaceKey } from '../../shared/stats/place-key.js';
import type { PlaceStats } from '../../shared/stats/place-stats.js';
import type { StatsWindow } from '../../shared/stats/stats-cache.js';
import { serializePlace } from './serialize-geo-stats.js';

/** A place and its JSON; `null` until it is needed. */
export type ListedPlace = { stats: PlaceStats; text: string | null };

/** The places of a window at one edition, sorted by searches. */
export type PlaceList = { edition: string; listed: ListedPlace[]; byPlace: Map<PlaceKey, ListedPlace> };

/** With more changes than this, sorting all places is cheaper than moving each. */
const maxMoves = 50;

/** Lists the places of a window. Unchanged places keep their JSON from the previous list, and only changed ones are moved. */
export function listPlaces(window: StatsWindow, former: PlaceList | undefined): PlaceList {
  if (former === undefined) return listAll(window, []);
  if (former.edition === window.edition) return former;
  const { news } = window;
  if (news?.since !== former.edition || news.places.length > maxMoves) return listAll(window, former.listed);
  for (const place of news.places) move(former, place, window.places.get(place));
  return { ...former, edition: window.edition };
}

/** Sorts all places, starting from the previous order, because sorting a nearly sorted list is fast. */
function listAll({ edition, places }: StatsWindow, former: readonly ListedPlace[]): PlaceList {
  const byPlace = new Map<PlaceKey, ListedPlace>();
  for (const held of former) {
    const stats = places.get(held.stats.place);
    if (stats !== undefined) byPlace.set(stats.place, stats === held.stats ? held : { stats, text: null });
  }
  if (byPlace.size < places.size)
    for (const [place, stats] of places) if (!byPlace.has(place)) byPlace.set(place, { stats, text: null });
  return { edition, listed: sortPlaces([...byPlace.values()]), byPlace };
}

/** Moves a place to its new position. */
function move({ listed, byPlace }: PlaceList, place: PlaceKey, stats: PlaceStats | undefined): void {
  const held = byPlace.get(place);
  if (held !== undefined) listed.splice(positionOf(listed, held), 1);
  byPlace.delete(place);
  if (stats === undefined) return;
  const now: ListedPlace = { stats, text: null };
  byPlace.set(place, now);
  listed.splice(positionOf(listed, now), 0, now);
}

/** The number of places before this one (binary search). */
function positionOf(listed: readonly ListedPlace[], wanted: ListedPlace): number {
  let from = 0;
  let to = listed.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = listed[middle];
    if (other !== undefined && comparePlaces(other, wanted) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Sorts places by searches, then jobs, then key, so that the order is total. */
export const sortPlaces = (places: ListedPlace[]): ListedPlace[] => places.sort(comparePlaces);

const comparePlaces = ({ stats: a }: ListedPlace, { stats: b }: ListedPlace): number =>
  b.searches - a.searches || b.jobs - a.jobs || (a.place === b.place ? 0 : a.place < b.place ? -1 : 1);

/** The JSON of a place, serialized on first use. */
export function textOf(place: ListedPlace): string {
  place.text ??= JSON.stringify(serializePlace(place.stats));
  return place.text;
}
