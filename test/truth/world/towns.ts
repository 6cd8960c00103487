/** A town of the world, with every fact that a place in a query can be compared to. */
export type Town = {
  city: string;
  /** State or nation in full, and its short form where one is in use. */
  region: string;
  regionCode: string | null;
  country: string;
  lat: number;
  lon: number;
  /** Named regions that include this town. */
  areas: readonly string[];
};

/** A country's name in postings, its spellings in queries, its currency and the areas it belongs to. */
export type Country = { name: string; spellings: readonly string[]; currency: string; areas: readonly string[] };

const european = ['Europe', 'EMEA'];

export const countriesByCode: Readonly<Record<string, Country>> = {
  US: {
    name: 'United States',
    spellings: ['United States', 'USA', 'US', 'U.S.A.'],
    currency: 'USD',
    areas: ['North America'],
  },
  GB: {
    name: 'United Kingdom',
    spellings: ['United Kingdom', 'UK', 'Great Britain'],
    currency: 'GBP',
    areas: european,
  },
  DE: {
    name: 'Germany',
    spellings: ['Germany', 'Deutschland'],
    currency: 'EUR',
    areas: [...european, 'DACH'],
  },
  AT: { name: 'Austria', spellings: ['Austria', 'Österreich'], currency: 'EUR', areas: [...european, 'DACH'] },
  CH: { name: 'Switzerland', spellings: ['Switzerland', 'Schweiz'], currency: 'CHF', areas: [...european, 'DACH'] },
  FR: { name: 'France', spellings: ['France'], currency: 'EUR', areas: european },
  IE: { name: 'Ireland', spellings: ['Ireland'], currency: 'EUR', areas: european },
  NL: { name: 'Netherlands', spellings: ['Netherlands'], currency: 'EUR', areas: european },
  SE: { name: 'Sweden', spellings: ['Sweden', 'Sverige'], currency: 'SEK', areas: [...european, 'Nordics'] },
  DK: { name: 'Denmark', spellings: ['Denmark'], currency: 'DKK', areas: [...european, 'Nordics'] },
  NO: { name: 'Norway', spellings: ['Norway', 'Norge'], currency: 'NOK', areas: [...european, 'Nordics'] },
  CA: { name: 'Canada', spellings: ['Canada'], currency: 'CAD', areas: ['North America'] },
  IN: { name: 'India', spellings: ['India'], currency: 'INR', areas: ['Asia', 'APAC'] },
  AU: { name: 'Australia', spellings: ['Australia'], currency: 'AUD', areas: ['APAC'] },
};

type Row = readonly [city: string, regionCode: string | null, region: string, lat: number, lon: number, area?: string];

/** Towns by country. Coordinates are from GeoNames, accurate to about a hundred metres. */
export const towns: readonly Town[] = [
  ...inCountry('US', [
    ['Austin', 'TX', 'Texas', 30.267, -97.743],
    ['Round Rock', 'TX', 'Texas', 30.508, -97.679],
    ['Houston', 'TX', 'Texas', 29.763, -95.363],
    ['El Paso', 'TX', 'Texas', 31.759, -106.487],
    ['San Francisco', 'CA', 'California', 37.775, -122.419, 'Bay Area'],
    ['Oakland', 'CA', 'California', 37.804, -122.271, 'Bay Area'],
    ['San Jose', 'CA', 'California', 37.339, -121.895, 'Bay Area'],
    ['Los Angeles', 'CA', 'California', 34.052, -118.244],
    ['New York', 'NY', 'New York', 40.714, -74.006],
    ['Buffalo', 'NY', 'New York', 42.886, -78.878],
    ['Boston', 'MA', 'Massachusetts', 42.358, -71.06, 'New England'],
    ['Cambridge', 'MA', 'Massachusetts', 42.375, -71.106, 'New England'],
    ['Portland', 'ME', 'Maine', 43.657, -70.259, 'New England'],
    ['Portland', 'OR', 'Oregon', 45.523, -122.676],
    ['Chicago', 'IL', 'Illinois', 41.85, -87.65, 'Midwest'],
    ['Minneapolis', 'MN', 'Minnesota', 44.98, -93.264, 'Midwest'],
    ['Columbus', 'OH', 'Ohio', 39.961, -82.999, 'Midwest'],
    ['Denver', 'CO', 'Colorado', 39.739, -104.985],
    ['Seattle', 'WA', 'Washington', 47.606, -122.332],
    ['Atlanta', 'GA', 'Georgia', 33.749, -84.388],
  ]),
  ...inCountry('GB', [
    ['London', null, 'England', 51.509, -0.126],
    ['Manchester', null, 'England', 53.481, -2.237],
    ['Cambridge', null, 'England', 52.2, 0.117],
    ['Leeds', null, 'England', 53.796, -1.548],
    ['Bradford', null, 'England', 53.794, -1.752],
    ['Edinburgh', null, 'Scotland', 55.952, -3.196],
    ['Cardiff', null, 'Wales', 51.48, -3.18],
    ['Bristol', null, 'England', 51.455, -2.597],
  ]),
  ...inCountry('DE', [
    ['Berlin', null, 'Berlin', 52.524, 13.411],
    ['Potsdam', null, 'Brandenburg', 52.399, 13.066],
    ['Munich', null, 'Bavaria', 48.137, 11.575],
    ['Hamburg', null, 'Hamburg', 53.551, 9.993],
    ['Cologne', null, 'North Rhine-Westphalia', 50.933, 6.95],
    ['Bonn', null, 'North Rhine-Westphalia', 50.734, 7.095],
  ]),
  ...inCountry('AT', [['Vienna', null, 'Vienna', 48.208, 16.372]]),
  ...inCountry('CH', [['Zurich', null, 'Zurich', 47.367, 8.55]]),
  ...inCountry('FR', [
    ['Paris', null, 'Île-de-France', 48.853, 2.349],
    ['Lyon', null, 'Auvergne-Rhône-Alpes', 45.748, 4.847],
  ]),
  ...inCountry('IE', [['Dublin', null, 'Leinster', 53.333, -6.249]]),
  ...inCountry('NL', [['Amsterdam', null, 'North Holland', 52.374, 4.89]]),
  ...inCountry('SE', [['Stockholm', null, 'Stockholm', 59.329, 18.069]]),
  ...inCountry('DK', [['Copenhagen', null, 'Capital Region', 55.676, 12.566]]),
  ...inCountry('NO', [['Oslo', null, 'Oslo', 59.913, 10.746]]),
  ...inCountry('CA', [
    ['Toronto', 'ON', 'Ontario', 43.7, -79.416],
    ['Vancouver', 'BC', 'British Columbia', 49.25, -123.119],
  ]),
  ...inCountry('IN', [['Mumbai', null, 'Maharashtra', 19.073, 72.883]]),
  ...inCountry('AU', [['Sydney', 'NSW', 'New South Wales', -33.868, 151.207]]),
];

function inCountry(country: string, rows: readonly Row[]): Town[] {
  const { areas } = countryOf(country);
  return rows.map(([city, regionCode, region, lat, lon, area]) => ({
    city,
    region,
    regionCode,
    country,
    lat,
    lon,
    areas: area === undefined ? areas : [...areas, area],
  }));
}

export function countryOf(code: string): Country {
  const found = countriesByCode[code];
  if (found === undefined) throw new Error(`The world has no country ${code}.`);
  return found;
}

/** "Austin, TX", "Berlin, Germany": how postings write a town. */
export function writtenTown({ city, regionCode, country }: Town): string {
  return `${city}, ${country === 'US' || country === 'CA' ? regionCode : countryOf(country).name}`;
}

/** Kilometres between two towns on a sphere of the Earth's mean radius (haversine). */
export function kilometres(a: Town, b: Town): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const [dLat, dLon] = [radians(b.lat - a.lat), radians(b.lon - a.lon)];
  const chord = Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(dLon / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(chord));
}
