import { type CountryCode, countries } from '../vocabulary/countries.js';
import { type DemoPlace, placesByCountry } from '../vocabulary/places.js';
import { type Sector, softwareSectors } from '../vocabulary/sectors.js';
import { placeSectors } from '../vocabulary/sectors-places.js';
import { type Chance, chanceOf } from './chance.js';

/** An invented employer. Its domain is in `.example`, which is reserved (RFC 2606). */
export type Company = {
  name: string;
  slug: string;
  url: string;
  sector: Sector;
  /** Its home country. */
  home: CountryCode;
  /** Towns where it hires; the first is its headquarters. */
  places: readonly DemoPlace[];
  founded: number;
  people: number;
  /** Which set of headings and order of sections its descriptions use. */
  houseStyle: number;
};

/** Every employer of the demo boards; deterministic for a seed. */
export function makeCompanies(seed: number): Company[] {
  return [...softwareSectors, ...placeSectors].flatMap((sector) =>
    sector.names.map((name) => makeCompany(name, sector, chanceOf(seed, 'company', name))),
  );
}

function makeCompany(name: string, sector: Sector, chance: Chance): Company {
  const slug = slugOf(name);
  const home = sector.homes?.[name] ?? chance.weigh(countryWeights);
  return {
    name,
    slug,
    url: `https://${slug}.example`,
    sector,
    home,
    places: sector.reach === 'global' ? officesAbroad(home, chance) : localTowns(home, chance),
    founded: sector.reach === 'global' ? chance.int(2004, 2023) : chance.int(1921, 2015),
    people: chance.pick([28, 45, 60, 85, 120, 180, 240, 320, 450, 700, 1100, 1800, 3200]),
    houseStyle: chance.int(0, 1000),
  };
}

/** A name as it appears in a domain: `Marrow & Pike` → `marrow-pike`. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

const countryWeights = Object.values(countries).map(({ code, weight }) => [code as CountryCode, weight] as const);

function localTowns(home: CountryCode, chance: Chance): DemoPlace[] {
  return chance.some(placesByCountry[home], chance.int(2, 6));
}

function officesAbroad(home: CountryCode, chance: Chance): DemoPlace[] {
  const codes = (Object.keys(countries) as CountryCode[]).filter((code) => code !== home);
  const abroad = chance
    .some(codes, chance.int(1, 4))
    .flatMap((code) => chance.some(placesByCountry[code], chance.int(1, 2)));
  return [...chance.some(placesByCountry[home], chance.int(3, 7)), ...abroad];
}
