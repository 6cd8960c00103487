import type { StatsWindow } from '../../shared/stats/book.js';
import type { PlaceKey } from '../../shared/stats/place-key.js';
import type { PlaceStats } from '../../shared/stats/place-stats.js';
import { serializePlace } from './serialize-geo-stats.js';

/** A place with its text, once it was asked for. */
export type ListedPlace = { stats: PlaceStats; text: string | null };

/** The places of a window, the busiest first, as they stood at an edition of it. */
export type PlaceList = { edition: string; listed: ListedPlace[]; byPlace: Map<PlaceKey, ListedPlace> };

/** With more changes than these, going through all places costs less than finding each. */
const fewChanges = 50;

/** Lists a window's places, from how they were listed before: what did not change keeps its text, and mostly its turn. */
export function listPlaces(window: StatsWindow, former: PlaceList | undefined): PlaceList {
  if (former === undefined) return listAnew(window, []);
  if (former.edition === window.edition) return former;
  const { news } = window;
  if (news?.since !== former.edition || news.places.length > fewChanges) return listAnew(window, former.listed);
  for (const place of news.places) replace(former, place, window.places.get(place));
  return { ...former, edition: window.edition };
}

/** Sorts all places, beginning with how they were sorted: a list that is nearly sorted is soon sorted. */
function listAnew({ edition, places }: StatsWindow, former: readonly ListedPlace[]): PlaceList {
  const byPlace = new Map<PlaceKey, ListedPlace>();
  for (const held of former) {
    const stats = places.get(held.stats.place);
    if (stats !== undefined) byPlace.set(stats.place, stats === held.stats ? held : { stats, text: null });
  }
  if (byPlace.size < places.size)
    for (const [place, stats] of places) if (!byPlace.has(place)) byPlace.set(place, { stats, text: null });
  return { edition, listed: sortPlaces([...byPlace.values()]), byPlace };
}

/** Takes a place out of its turn and puts it into the one it has now. */
function replace({ listed, byPlace }: PlaceList, place: PlaceKey, stats: PlaceStats | undefined): void {
  const held = byPlace.get(place);
  if (held !== undefined) listed.splice(turnOf(listed, held), 1);
  byPlace.delete(place);
  if (stats === undefined) return;
  const now: ListedPlace = { stats, text: null };
  byPlace.set(place, now);
  listed.splice(turnOf(listed, now), 0, now);
}

/** How many places come before this one. */
function turnOf(listed: readonly ListedPlace[], wanted: ListedPlace): number {
  let from = 0;
  let to = listed.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = listed[middle];
    if (other !== undefined && compareBusy(other, wanted) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Sorts places, the busiest first; no two have the same turn. */
export const sortPlaces = (places: ListedPlace[]): ListedPlace[] => places.sort(compareBusy);

const compareBusy = ({ stats: a }: ListedPlace, { stats: b }: ListedPlace): number =>
  b.searches - a.searches || b.jobs - a.jobs || (a.place === b.place ? 0 : a.place < b.place ? -1 : 1);

/** A place's JSON, printed when it is first asked for. */
export function textOf(place: ListedPlace): string {
  place.text ??= JSON.stringify(serializePlace(place.stats));
  return place.text;
}
