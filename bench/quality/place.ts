import { z } from 'zod';
import { type Gazetteer, loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { readLocation } from '../../worker/normalise/place/place.js';
import { given } from './given.js';
import { labelled } from './labelled.js';
import type { Row } from './row.js';

const placeSchema = z.tuple([z.string().nullable(), z.string().nullable(), z.string().nullable()]);
type Named = z.infer<typeof placeSchema>;

/** A location text, its places as city, region and country, its wider areas, and the workplace it names. */
const labelSchema = z.strictObject({
  location: z.string(),
  places: z.array(placeSchema),
  areas: z.array(z.string()),
  workplace: z.string().nullable(),
});
export type PlaceLabel = z.infer<typeof labelSchema>;

/** A parsed result that differs from its label. */
export type Misread = { label: PlaceLabel; got: PlaceLabel };

const sets = ['tuning', 'held-out'] as const;
export type PlaceSet = (typeof sets)[number];

/** The target share of correct places. */
const target = 0.97;

/** Measures the reading of locations: every place of a text must have its city, region and country right, or rightly none. */
export async function measurePlace(): Promise<Row[]> {
  const gazetteer = loadGazetteer();
  const rows = sets.flatMap((set) => {
    const labels = placeLabels(set);
    const row = { fact: 'place', set, cases: labels.length, target };
    const baseline = labels.filter((label) => same(label.places, atCommas(label.location, gazetteer))).length;
    const misread = misreadPlaces(labels, gazetteer);
    const wrong = misread.filter(({ label, got }) => !same(label.places, got.places)).length;
    const shareOf = (count: number) => count / labels.length;
    return [
      { ...row, measure: 'city, region and country', ours: 1 - shareOf(wrong), baseline: shareOf(baseline) },
      { ...row, measure: 'also areas and workplace', ours: 1 - shareOf(misread.length), baseline: null },
    ];
  });
  return [...rows, ...measureExamples(gazetteer)];
}

/** One of our labelled sets. */
export function placeLabels(set: PlaceSet): PlaceLabel[] {
  return labelled(`places-${set}`, labelSchema);
}

/** The labels that are parsed differently. */
export function misreadPlaces(labels: readonly PlaceLabel[], gazetteer: Gazetteer): Misread[] {
  return labels.flatMap((label) => {
    const read = readLocation(label.location, gazetteer);
    const places = read.places.filter(({ level }) => level !== 'area' && level !== 'unknown');
    const areas = read.places.flatMap(({ area }) => (area === null ? [] : [area]));
    const got: PlaceLabel = {
      location: label.location,
      places: places.map(({ city, region, country }): Named => [city, region, country]),
      areas,
      workplace: read.workplace,
    };
    const right = same(label.places, got.places) && same(label.areas, got.areas) && label.workplace === got.workplace;
    return right ? [] : [{ label, got }];
  });
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The baseline: city, region, country between commas; a last part that names no country is a region of the United States. */
function atCommas(location: string, gazetteer: Gazetteer): Named[] {
  const parts = location.split(',').map((part) => part.trim());
  const country = gazetteer.country(parts.at(-1) ?? '');
  if (parts.length === 1) return country === null ? [[location, null, null]] : [[null, null, country]];
  if (country === null || parts.at(-1)?.length === 2) return [[parts[0] ?? null, parts[1] ?? null, country ?? 'US']];
  return [[parts[0] ?? null, parts.length > 2 ? (parts[1] ?? null) : null, country]];
}

/** Labelled strings of the optional external set: the place by its name only. */
const exampleSchema = z.object({ input: z.array(z.string()), places: z.array(z.string().nullable()) });

function measureExamples(gazetteer: Gazetteer): Row[] {
  const labels = given('location_examples_for_developers', exampleSchema)?.flatMap(
    ({ input: [location], places: [name = null] }) =>
      location === undefined || name?.includes('(') ? [] : [{ location, names: name?.split('/') ?? [] }],
  );
  if (labels === undefined) return [];
  const named = (city: string | null, country: string | null) =>
    city ?? (country === null ? null : gazetteer.countryName(country));
  const right = ({ names }: { names: string[] }, name: string | null) =>
    name === null ? names.length === 0 : names.includes(name);
  const ours = labels.filter((label) => {
    const { places } = readLocation(label.location, gazetteer);
    return places.length <= 1 && right(label, named(places[0]?.city ?? null, places[0]?.country ?? null));
  });
  const simple = labels.filter((label) => {
    const [[city, , country] = [null, null, null]] = atCommas(label.location, gazetteer);
    return right(label, named(city, country));
  });
  const shareOf = (found: readonly unknown[]): number => found.length / labels.length;
  return [
    {
      fact: 'place',
      measure: 'its name',
      set: 'beside the project',
      cases: labels.length,
      ours: shareOf(ours),
      baseline: shareOf(simple),
      target,
    },
  ];
}
