import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { labelled } from '../../bench/quality/labelled.js';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { readLocation } from '../../worker/normalise/place/place.js';

const place = z.tuple([z.string().nullable(), z.string().nullable(), z.string().nullable()]);

/** A location text, its places as city, region and country, its wider areas, and the workplace it names. */
const labelSchema = z.strictObject({
  location: z.string(),
  places: z.array(place),
  areas: z.array(z.string()),
  workplace: z.string().nullable(),
});

test.each(['tuning', 'held-out'])('97 of 100 locations of the %s set are read as labelled', (set) => {
  const gazetteer = loadGazetteer();
  const labels = labelled(`places-${set}`, labelSchema);
  const misread = labels.flatMap((label) => {
    const { places, workplace } = readLocation(label.location, gazetteer);
    const got = {
      location: label.location,
      places: places
        .filter(({ level }) => level !== 'area' && level !== 'unknown')
        .map(({ city, region, country }) => [city, region, country]),
      areas: places.flatMap(({ area }) => (area === null ? [] : [area])),
      workplace,
    };
    return JSON.stringify(got) === JSON.stringify(label) ? [] : [{ label, got }];
  });
  expect(labels.length).toBeGreaterThan(200);
  expect(misread.slice(Math.floor(0.03 * labels.length))).toEqual([]);
});
