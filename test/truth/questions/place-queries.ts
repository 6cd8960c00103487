import type { Chance } from '../../../demo-board/postings/chance.js';
import type { PlaceMeaning } from '../meaning.js';
import type { Opening } from '../world/opening.js';
import { countryOf, type Town, towns } from '../world/towns.js';

/** A location as a person types it, with its meaning. */
export type PlaceQuery = { text: string; places: PlaceMeaning[]; remote: boolean; traits: string[]; unknown: boolean };

/** The best-known town of its name, given by itself; its namesakes need their state. */
const twofold = new Set(['Portland', 'Cambridge', 'San Jose']);
const nicknames: Readonly<Record<string, string>> = { 'New York': 'NYC', 'San Francisco': 'SF', 'Los Angeles': 'LA' };
const areas = ['Bay Area', 'Midwest', 'New England', 'DACH', 'EMEA', 'Nordics', 'Europe'];
const unknownTowns: readonly (PlaceMeaning & { is: 'unknown' })[] = [
  { is: 'unknown', town: 'Berlin', state: { country: 'US', region: 'Texas' } },
  { is: 'unknown', town: 'Austn', state: { country: 'US', region: 'Texas' } },
  { is: 'unknown', town: 'Nowhereville', state: { country: 'DE', region: null } },
  { is: 'unknown', town: 'Mumbai', state: { country: 'US', region: 'Ohio' } },
];

type One = { text: string; place: PlaceMeaning; trait: string };

/** A location near or around an opening, so that most searches find something. */
export function placeQuery(about: Opening, chance: Chance): PlaceQuery {
  const near = about.places[0] ?? chance.pick(townsFor(about));
  const kind = chance.weigh([
    ['one', 62],
    ['several', 14],
    ['within', 10],
    ['remote', 8],
    ['unknown', 6],
  ] as const);
  if (kind === 'unknown') {
    const place = chance.pick(unknownTowns);
    const text = `${place.town}, ${unknownState(place)}`;
    return finish([{ text, place, trait: 'unknown town' }], { text, chance, unknown: true });
  }
  if (kind === 'within') {
    const [distance, km] = chance.pick([
      ['10 km', 10],
      ['100 km', 100],
      ['25 miles', 40.2],
      ['5 mi', 8],
    ] as const);
    const text = `${fullName(near)} within ${distance}`;
    return finish([{ text, place: { is: 'town', town: near, km }, trait: 'within' }], { text, chance });
  }
  const one = onePlace(near, chance);
  if (kind === 'remote') {
    const code = near.country;
    const name = chance.pick(countryOf(code).spellings);
    const text = `${chance.pick(['Remote, ', 'remote,', 'Remote '])}${name}`;
    return finish([{ text, place: { is: 'country', code }, trait: 'remote place' }], { text, chance, remote: true });
  }
  if (kind === 'one') return finish([one], { text: one.text, chance });
  const rest = chance.some(towns, chance.int(1, 2)).map((town) => onePlace(town, chance));
  // "Munich OR USA" may be Oregon: the contract does not say which reading takes precedence.
  const mayBeOregon = rest.some(({ place }) => place.is === 'country' && place.code === 'US');
  const between = chance.pick(mayBeOregon ? ['; ', ';'] : ['; ', ';', ' or ', ' OR ']);
  const text = [one, ...rest].map((each) => each.text).join(between);
  const all = finish([one, ...rest], { text, chance });
  return { ...all, traits: ['several places', ...all.traits] };
}

const townsFor = ({ remoteRegions: [region] }: Opening): readonly Town[] => {
  const inside = towns.filter(({ country }) => country === region);
  return inside.length > 0 ? inside : towns;
};

function unknownState({ state }: PlaceMeaning & { is: 'unknown' }): string {
  return towns.find(({ region }) => region === state.region)?.regionCode ?? countryOf(state.country).name;
}

/** "Austin, TX", "Leeds, UK": what distinguishes a town from its namesakes. */
function fullName({ city, regionCode, country }: Town): string {
  return `${city}, ${regionCode ?? countryOf(country).name}`;
}

function onePlace(town: Town, chance: Chance): One {
  const { city, region, regionCode, country } = town;
  const asTown = (text: string, trait: string): One => ({ text, place: { is: 'town', town, km: 50 }, trait });
  const options: (readonly [One, number])[] = [
    [asTown(fullName(town), 'town, state'), 30],
    [asTown(`${city}, ${region}`, 'town, region'), 10],
    [asTown(`${city}, ${countryOf(country).name}`, 'town, country'), twofold.has(city) ? 0 : 8],
    [asTown(city, 'town'), twofold.has(city) ? 0 : 14],
    [asTown(nicknames[city] ?? city, 'nickname'), nicknames[city] === undefined ? 0 : 14],
    [
      { text: chance.pick(countryOf(country).spellings), place: { is: 'country', code: country }, trait: 'country' },
      20,
    ],
    // A region that shares its name with one of our towns is read as the town.
    [{ text: region, place: { is: 'region', country, region }, trait: 'region' }, isTownName(region) ? 0 : 12],
    // "CA" is a state and a country code; "IN", "DE", "ME" and "OR" are words or countries too.
    [
      { text: regionCode ?? '', place: { is: 'region', country, region }, trait: 'region code' },
      regionCode !== null && ['TX', 'NY', 'MA', 'IL', 'OH', 'WA', 'CO'].includes(regionCode) && country === 'US'
        ? 12
        : 0,
    ],
    [areaOf(town, chance), town.areas.some((name) => areas.includes(name)) ? 10 : 0],
  ];
  return chance.weigh(options);
}

const isTownName = (region: string): boolean => towns.some(({ city }) => city === region) || region === 'Georgia';

function areaOf(town: Town, chance: Chance): One {
  const known = town.areas.filter((name) => areas.includes(name));
  const name = known.length > 0 ? chance.pick(known) : 'Europe';
  return { text: name, place: { is: 'area', name }, trait: `area` };
}

function finish(
  all: One[],
  {
    text,
    chance,
    unknown = false,
    remote = false,
  }: { text: string; chance: Chance; unknown?: boolean; remote?: boolean },
): PlaceQuery {
  const cased = chance.weigh([
    [text, 4],
    [text.toLowerCase(), 3],
    [text.toUpperCase(), 1],
  ]);
  const traits = [...all.map(({ trait }) => trait), ...(cased === text ? [] : ['place in other case'])];
  return { text: cased, places: all.map(({ place }) => place), remote, traits, unknown };
}
