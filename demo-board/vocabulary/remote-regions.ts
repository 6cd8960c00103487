import { type CountryCode, countries } from './countries.js';

/** Where the holder of a remote job may live. */
export type RemoteRegion = {
  /** The region's short name, as boards write it. */
  name: string;
  /** The same in a sentence. */
  inWords: string;
  /** Countries of the demo boards inside it; all of them for a worldwide job. */
  countries: readonly CountryCode[];
  /** Everything a person may search this region by. */
  names: readonly string[];
  /** Postings may say "Remote" alone, or "Worldwide". */
  worldwide: boolean;
};

const everywhere = Object.keys(countries) as CountryCode[];
const europe: readonly CountryCode[] = ['GB', 'DE', 'NL', 'FR', 'IE', 'ES', 'PL', 'CH', 'SE'];

/** Regions larger than a country. */
const wide: readonly RemoteRegion[] = [
  region('EMEA', europe, ['Europe, Middle East and Africa']),
  region('Europe', europe, ['EU']),
  region('North America', ['US', 'CA'], ['Americas']),
  region('APAC', ['IN', 'AU', 'SG'], ['Asia-Pacific', 'Asia']),
  { ...region('Worldwide', everywhere, ['Anywhere', 'Global']), worldwide: true },
];

/** Countries with an article. */
const articles: Partial<Record<CountryCode, string>> = { US: 'the ', GB: 'the ', NL: 'the ' };

/** How a country is named after the word "Remote". */
const shortNames: Partial<Record<CountryCode, string>> = { US: 'US', GB: 'UK' };

/** The regions a job of this country may be open to: the country itself (first), then what it lies in. */
export function remoteRegionsOf(code: CountryCode): readonly RemoteRegion[] {
  const { name, alsoCalled } = countries[code];
  const own = region(shortNames[code] ?? name, [code], [name, code, ...alsoCalled]);
  return [{ ...own, inWords: `${articles[code] ?? ''}${name}` }, ...wide.filter((one) => one.countries.includes(code))];
}

function region(name: string, inside: readonly CountryCode[], also: readonly string[]): RemoteRegion {
  return { name, inWords: name, countries: inside, names: [...new Set([name, ...also])], worldwide: false };
}
