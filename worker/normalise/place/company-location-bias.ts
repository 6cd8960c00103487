import { foldWord } from '../../../shared/words/text.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import type { Posting } from '../../sources/posting.js';
import { type LocationBias, readPlaces } from './place.js';

type PlacedPosting = Pick<Posting, 'company' | 'places' | 'remoteRegions'>;

/** The location biases of the companies of a collection. Call `note` for every posting before `of`. */
export type CompanyLocationBias = { note(posting: PlacedPosting): void; of(posting: PlacedPosting): LocationBias };

/** Minimum share of a company's postings with a certain place for a country or region, and minimum number of them. */
const biasShare = 0.8;
const fewestPostings = 3;

/** Minimum postings of a collection for its bias to apply to unknown companies: "Kilmore WA" on an Australian board. */
const fewestOfCollection = 30;

const none: LocationBias = new Set();

/** The locations of postings: the total, and the number per country and region. */
type Located = { postings: number; places: Map<string, number> };

/**
 * Collects the locations of each company's postings: "Cambridge" is in Massachusetts if the company's other postings
 * are there or, for a company with few postings, those of the entire collection.
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
