import { foldWord } from '../../../shared/words/text.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import type { Posting } from '../../sources/posting.js';
import { type LocationBias, readPlaces } from './place.js';

type PlacedPosting = Pick<Posting, 'company' | 'places' | 'remoteRegions'>;

/** The location biases of the companies of a collection. Call `note` for every posting before `of`. */
export type CompanyLocationBias = { note(posting: PlacedPosting): void; of(posting: PlacedPosting): LocationBias };

/** The share of a company's postings with a certain place that a country or region needs, and the fewest such postings. */
const biasShare = 0.8;
const fewestPostings = 3;

/** The fewest postings of a collection by which those of its unknown companies are read: "Kilmore WA" on an Australian board. */
const fewestOfCollection = 30;

const none: LocationBias = new Set();

/** Where postings are: their number, and that of each country and region. */
type Located = { postings: number; places: Map<string, number> };

/**
 * Collects where each company's postings are: "Cambridge" is in Massachusetts when the company's other postings are there, or,
 * of a company with few postings, those of the whole collection.
 */
export function createCompanyLocationBias(gazetteer: Gazetteer): CompanyLocationBias {
  const companies = new Map<string, Located>();
  const all: Located = { postings: 0, places: new Map() };
  const biases = new Map<Located, LocationBias>();
  const add = (to: Located, places: ReadonlySet<string>): void => {
    to.postings += 1;
    for (const place of places) to.places.set(place, (to.places.get(place) ?? 0) + 1);
  };
  return {
    note(posting) {
      const { places, open } = readPlaces(posting, gazetteer);
      const company = nameOf(posting);
      const lying = new Set(places.flatMap(({ country, region }) => namesOf(country, region)));
      if (open || lying.size === 0) return;
      add(all, lying);
      if (company === '') return;
      const known = companies.get(company) ?? { postings: 0, places: new Map<string, number>() };
      companies.set(company, known);
      add(known, lying);
    },
    of(posting) {
      const company = companies.get(nameOf(posting));
      const known = company === undefined || company.postings < fewestPostings ? all : company;
      if (known === all && all.postings < fewestOfCollection) return none;
      const bias = biases.get(known) ?? biasOf(known);
      biases.set(known, bias);
      return bias;
    },
  };
}

const nameOf = ({ company }: PlacedPosting): string => foldWord(company.name ?? '');

const namesOf = (country: string | null, region: string | null): string[] =>
  country === null ? [] : region === null ? [country] : [country, `${country} ${region}`];

function biasOf({ postings, places }: Located): LocationBias {
  return new Set([...places].filter(([, count]) => count >= biasShare * postings).map(([place]) => place));
}
