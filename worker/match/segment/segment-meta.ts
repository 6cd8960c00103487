import type { CompanyFact } from './company-facts.js';

/** What a segment says of itself besides its arrays. */
export type SegmentMeta = {
  source: string;
  /** The number of entries. */
  size: number;
  /** The numbers of the words that name a step of a career. */
  steps: number[];
  /** What is known of its companies, each distinct fact once. */
  companyFacts: CompanyFact[];
  /** The names of the skills of its entries. */
  skills: string[];
  /** The number of distinct location sets. */
  locationSets: number;
};
