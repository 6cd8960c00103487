import { countries } from '../vocabulary/countries.js';
import type { DemoPlace } from '../vocabulary/places.js';
import type { RemoteRegion } from '../vocabulary/remote-regions.js';
import type { Chance } from './chance.js';
import type { Opening } from './opening.js';

/** Local and short names of towns. */
const otherNames: Readonly<Record<string, string>> = {
  'New York': 'NYC',
  'Frankfurt am Main': 'Frankfurt',
  Bengaluru: 'Bangalore',
  Cologne: 'Köln',
  Geneva: 'Genève',
  Gothenburg: 'Göteborg',
  Montreal: 'Montréal',
  Munich: 'München',
  Warsaw: 'Warszawa',
  Zurich: 'Zürich',
};

/** Towns that need no country beside them. */
const famous = new Set([
  'London',
  'Berlin',
  'Paris',
  'Amsterdam',
  'Dublin',
  'Toronto',
  'Madrid',
  'Sydney',
  'Singapore',
  'Mumbai',
  'San Francisco',
  'Chicago',
]);

/** The line of places of a posting, in one of the usual styles. `marked` adds the workplace in brackets. */
export function writePlace(opening: Opening, marked: boolean, chance: Chance): string {
  if (opening.remoteRegion) return writeRegion(opening.remoteRegion, chance);
  const spelling = chance.next();
  const towns = opening.places.map((place) => writeTown(place, spelling, chance));
  const line = towns.join(chance.pick([' / ', '; ', ' or ', ' • ']));
  if (!marked) return line;
  const word = opening.workplace === 'hybrid' ? 'Hybrid' : 'On-site';
  return chance.pick([`${line} (${word})`, `${line} - ${word}`]);
}

function writeTown({ city, region, regionCode, country }: DemoPlace, spelling: number, chance: Chance): string {
  const town = chance.maybe(0.12) ? (otherNames[city] ?? city) : city;
  const { name, alsoCalled } = countries[country];
  if (country === 'US' && town !== city) return town;
  if (regionCode && country !== 'CH') {
    if (spelling < 0.6) return `${town}, ${regionCode}`;
    if (spelling < 0.75) return `${town}, ${region}`;
    return `${town}, ${regionCode}, ${chance.pick([name, alsoCalled[0] ?? name])}`;
  }
  if (city === name) return city;
  if (spelling < 0.15 && famous.has(city)) return town;
  if (spelling < 0.3 && city !== region) return `${town}, ${region}, ${name}`;
  return `${town}, ${country === 'GB' ? chance.pick([name, 'UK']) : name}`;
}

function writeRegion({ name, worldwide }: RemoteRegion, chance: Chance): string {
  if (worldwide) return chance.pick(['Remote', 'Remote - Worldwide', 'Remote, Anywhere', 'Anywhere']);
  return chance.pick([
    `Remote - ${name}`,
    `Remote, ${name}`,
    `Remote (${name})`,
    `${name} - Remote`,
    `${name} (Remote)`,
  ]);
}
