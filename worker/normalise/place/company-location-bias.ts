import { foldWord } from '../../../shared/words/text.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import type { Posting } from '../../sources/posting.js';
import { type LocationBias, readPlaces } from './place.js';

type Located = Pick<Posting, 'company' | 'places' | 'remoteRegions'>;

/** The location biases of the companies of a collection. Call `note` for every posting before `of`. */
export type CompanyLocationBias = { note(posting: Located): void; of(posting: Located): LocationBias };

/** The share of a company's postings with a certain place that a country or region needs, and the fewest such postings. */
const biasShare = 0.8;
const fewestPostings = 3;

const none: LocationBias = new Set();

/** Collects where each company's postings are: "Cambridge" is in Massachusetts when the company's other postings are there. */
export function createCompanyLocationBias(gazetteer: Gazetteer): CompanyLocationBias {
  const companies = new Map<string, { postings: number; places: Map<string, number> }>();
  const biases = new Map<string, LocationBias>();
  return {
    note(posting) {
      const { places, open } = readPlaces(posting, gazetteer);
      const company = nameOf(posting);
      const lying = new Set(places.flatMap(({ country, region }) => namesOf(country, region)));
      if (company === '' || open || lying.size === 0) return;
      const known = companies.get(company) ?? { postings: 0, places: new Map<string, number>() };
      companies.set(company, known);
      known.postings += 1;
      for (const place of lying) known.places.set(place, (known.places.get(place) ?? 0) + 1);
    },
    of(posting) {
      const company = nameOf(posting);
      const known = companies.get(company);
      if (known === undefined || known.postings < fewestPostings) return none;
      const bias = biases.get(company) ?? biasOf(known);
      biases.set(company, bias);
      return bias;
    },
  };
}

const nameOf = ({ company }: Located): string => foldWord(company.name ?? '');

const namesOf = (country: string | null, region: string | null): string[] =>
  country === null ? [] : region === null ? [country] : [country, `${country} ${region}`];

function biasOf({ postings, places }: { postings: number; places: ReadonlyMap<string, number> }): LocationBias {
  return new Set([...places].filter(([, count]) => count >= biasShare * postings).map(([place]) => place));
}
