import { readFileSync } from 'node:fs';
import { projectFile } from '../../../shared/project-file.js';
import type { Place } from '../../../shared/search/job.js';
import type { Gazetteer } from '../../../worker/gazetteer/gazetteer.js';
import type { Random } from './random.js';

/** A town of the gazetteer, as named in postings. */
export type Town = { place: Place; inhabitants: number };

/** The towns of the countries that postings come from. */
export type Towns = {
  /** A random town, larger ones more often; of one country, or of any by the countries' weights. */
  draw(random: Random, country?: string): Town;
  drawCountry(random: Random): string;
  /** The largest towns of all countries, the largest first. */
  largest: readonly Town[];
};

/** Shares of the postings, roughly as on open job boards. */
const countryWeights: readonly (readonly [country: string, weight: number])[] = [
  ['US', 46],
  ['GB', 10],
  ['DE', 8],
  ['CA', 6],
  ['IN', 5],
  ['FR', 4],
  ['NL', 3],
  ['AU', 3],
  ['ES', 3],
  ['PL', 2],
  ['IE', 2],
  ['BR', 2],
  ['SE', 2],
  ['CH', 1],
  ['IT', 1],
  ['JP', 1],
  ['MX', 1],
];

/** Smaller towns are left out. */
const fewestInhabitants = 20_000;

/** Larger towns have more postings, but less than proportionally. */
const sizePower = 0.8;

/** Reads the towns. Throws when the gazetteer's file is missing (naming the command that makes it). */
export function readTowns(gazetteer: Gazetteer, file = projectFile('.cache/gazetteer.txt')): Towns {
  const weights = new Map(countryWeights);
  const byCountry = new Map<string, Town[]>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [folded = '', own, country = '', , , , inhabitants, part] = line.split('|');
    if (own !== '' || part !== '' || !weights.has(country) || Number(inhabitants) < fewestInhabitants) continue;
    const town = townOf(folded, country, gazetteer);
    if (town === null) continue;
    const known = byCountry.get(country) ?? [];
    byCountry.set(country, known);
    known.push(town);
  }
  const sums = new Map([...byCountry].map(([country, towns]) => [country, { towns, ends: endsOf(towns) }]));
  const drawCountry = (random: Random): string => weighed(countryWeights, random);
  return {
    drawCountry,
    draw(random, country = drawCountry(random)) {
      const known = sums.get(country);
      if (known === undefined) throw new Error(`The gazetteer has no towns of ${country}.`);
      const { towns, ends } = known;
      const town = towns[upperBound(ends, random.share() * (ends.at(-1) ?? 0))];
      if (town === undefined) throw new Error(`No town of ${country} was found.`);
      return town;
    },
    largest: [...byCountry.values()].flat().sort((one, other) => other.inhabitants - one.inhabitants),
  };
}

/** The commonest town of this name in a country. */
function townOf(folded: string, country: string, gazetteer: Gazetteer): Town | null {
  const city = gazetteer.cities(folded).find((each) => each.country === country && !each.alias);
  if (city === undefined) return null;
  const { name, region, lat, lon, inhabitants } = city;
  const text = region === null ? `${name}, ${gazetteer.countryName(country)}` : `${name}, ${region}`;
  return { place: { text, level: 'city', area: null, city: name, region, country, lat, lon }, inhabitants };
}

/** Running sums of the towns' weights. */
function endsOf(towns: readonly Town[]): Float64Array {
  const ends = new Float64Array(towns.length);
  let sum = 0;
  for (const [at, { inhabitants }] of towns.entries()) {
    sum += inhabitants ** sizePower;
    ends[at] = sum;
  }
  return ends;
}

/** The index of the first value above `point`. */
function upperBound(values: Float64Array, point: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) > point) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** One of the rows' items, by weight. */
export function weighed<Item>(rows: readonly (readonly [Item, number])[], random: Random): Item {
  let left = random.share() * rows.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [item, weight] of rows) {
    left -= weight;
    if (left < 0) return item;
  }
  const [last] = rows.at(-1) ?? [];
  if (last === undefined) throw new Error('There is nothing to weigh.');
  return last;
}
