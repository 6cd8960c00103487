import { z } from 'zod';
import { foldPlace } from '../../shared/places/fold-place.js';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { readLocation } from '../../worker/normalise/place/place.js';
import { realLocations } from './material.js';
import { type Outcome, type RealFact, type RealLabel, sourceOf } from './real-fact.js';

/**
 * A labelled place: its city under each correct name (`null` = none), its region (`*` = any), its country; an
 * `optional` one may be missing.
 */
const placeSchema = z.strictObject({
  city: z.array(z.string().nullable()),
  region: z.string().nullable(),
  country: z.string(),
  optional: z.literal(true).optional(),
});

/** A labelled location: an area after "?" is optional, the workplace `*` is any. */
const expectSchema = z.strictObject({
  places: z.array(placeSchema),
  areas: z.array(z.string()),
  workplace: z.string().nullable(),
});

const readSchema = z.object({
  places: z.array(z.tuple([z.string().nullable(), z.string().nullable(), z.string().nullable()])),
  areas: z.array(z.string()),
  workplace: z.string().nullable(),
});
type Read = z.infer<typeof readSchema>;

const stillMisread =
  'misspelt small towns and counties, words run together in addresses, quarters named without their city, a small town between large cities of a list, and companies named like a city';

/** Location strings drawn in proportion to their frequency. */
export const places: RealFact = placeFact('places', 'places, random strings', '99 %');

/** Distinct location strings that are not just a city and its state of the United States, each as likely as any other. */
export const hardPlaces: RealFact = placeFact('places-hard', 'places, hard strings', '96 %; 1 % wrong');

function placeFact(name: string, title: string, target: string): RealFact {
  return {
    name,
    title,
    right:
      'every place has its city, region and country, no other place is read, and areas and workplace are as labelled',
    target,
    misread: stillMisread,
    cases: () => {
      const gazetteer = loadGazetteer();
      const reading = (text: string) => () => read(text, gazetteer);
      return new Map(
        realLocations().map(({ id, text, source }) => [id, { shown: text, read: reading(text), ...sourceOf(source) }]),
      );
    },
    compare: compareLocation,
  };
}

/** The facts in the text; `null` = none. */
function read(text: string, gazetteer: ReturnType<typeof loadGazetteer>): Read | null {
  const found = readLocation(text, gazetteer);
  const named = found.places.filter(({ level }) => level !== 'area' && level !== 'unknown');
  const areas = found.places.flatMap(({ area }) => (area === null ? [] : [area]));
  if (named.length + areas.length === 0 && found.workplace === null) return null;
  return {
    places: named.map(({ city, region, country }) => [city, region, country]),
    areas,
    workplace: found.workplace,
  };
}

/** Wrong when something unlabelled is read, otherwise missed when something labelled is not read. */
export function compareLocation(got: unknown, { expect }: RealLabel): Outcome {
  const label = expectSchema.parse(expect);
  const { places: named, areas, workplace } = got === null ? nothing : readSchema.parse(got);
  const left = [...label.places];
  let wrong = 0;
  for (const [city, region, country] of named) {
    const at = left.findIndex(
      (each) =>
        each.country === country &&
        each.city.some((name) => isSame(name, city)) &&
        (each.region === '*' || isSame(each.region, region)),
    );
    if (at === -1) wrong += 1;
    else left.splice(at, 1);
  }
  wrong += areas.filter((area) => !label.areas.includes(area) && !label.areas.includes(`?${area}`)).length;
  if (wrong > 0 || (workplace !== null && ![workplace, '*'].includes(label.workplace ?? ''))) return 'wrong';
  const isMissed =
    left.some(({ optional }) => optional !== true) ||
    label.areas.some((area) => !area.startsWith('?') && !areas.includes(area)) ||
    (workplace === null && label.workplace !== null && label.workplace !== '*');
  return isMissed ? 'missed' : 'right';
}

const nothing: Read = { places: [], areas: [], workplace: null };

const isSame = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : foldPlace(one) === foldPlace(other);
