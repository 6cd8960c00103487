import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { listPlaces, type PlaceList, textOf } from '../../../api/geo-stats/list-places.js';
import { emptyPlace, type PlaceStats } from '../../../shared/stats/place-stats.js';
import type { StatsWindow } from '../../../shared/stats/stats-cache.js';

const windowOf = (
  edition: number,
  places: ReadonlyMap<string, PlaceStats>,
  news: StatsWindow['news'],
): StatsWindow => ({
  ...{ from: 0, edition: String(edition), sums: [], took: new Map(), sources: new Map() },
  places,
  news,
});

const change = fc.record({
  place: fc.integer({ min: 0, max: 90 }).map((index) => `Town ${index}|||1.00|2.00`),
  searches: fc.integer({ min: 0, max: 4 }),
  jobs: fc.integer({ min: 0, max: 4 }),
});
const step = fc.record({ changes: fc.array(change, { maxLength: 70 }), isTold: fc.boolean() });

describe('the sorted list of places', () => {
  test('is the same when updated incrementally or rebuilt, whatever changed and however it was announced', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        let places = new Map<string, PlaceStats>();
        let kept: PlaceList | undefined;
        for (const [index, { changes, isTold }] of steps.entries()) {
          places = new Map(places);
          for (const { place, searches, jobs } of changes)
            if (searches + jobs === 0) places.delete(place);
            else places.set(place, { ...emptyPlace(place), searches, jobs });
          const news = { since: String(index - 1), places: changes.map(({ place }) => place) };
          const window = windowOf(index, places, isTold ? news : null);
          kept = listPlaces(window, kept);
          const anew = listPlaces(window, undefined);
          expect(kept.listed.map(textOf)).toEqual(anew.listed.map(textOf));
          expect(kept.edition).toBe(String(index));
        }
      }),
    );
  });

  test('keeps the serialised text of places that did not change', () => {
    const one = { ...emptyPlace('One|||1.00|2.00'), searches: 1 };
    const first = listPlaces(windowOf(1, new Map([[one.place, one]]), null), undefined);
    first.listed.map(textOf);
    const other = { ...emptyPlace('Other|||1.00|2.00'), searches: 2 };
    const places = new Map([
      [one.place, one],
      [other.place, other],
    ]);
    const second = listPlaces(windowOf(2, places, { since: '1', places: [other.place] }), first);
    expect(second.listed.map(({ text }) => text === null)).toEqual([true, false]);
  });

  test('is rebuilt when a change was not announced', () => {
    const one = { ...emptyPlace('One|||1.00|2.00'), searches: 1 };
    const first = listPlaces(windowOf(1, new Map([[one.place, one]]), null), undefined);
    const changed = windowOf(3, new Map([[one.place, { ...one, searches: 5 }]]), { since: '2', places: [] });
    expect(listPlaces(changed, first).listed[0]?.stats.searches).toBe(5);
  });
});
