import type { TruthQuery } from '../meaning.js';

/** A promise of the contract that is not kept yet, and the trait of the affected queries. */
export type KnownDisagreement = { trait: string; reason: string };

/** Queries with these traits are omitted from the small run; the large one includes them. Ideally empty. */
export const knownDisagreements: readonly KnownDisagreement[] = [];

/** Whether a known disagreement affects a query. */
export const isKnown = ({ traits }: TruthQuery): boolean =>
  knownDisagreements.some(({ trait }) => traits.includes(trait));

/** The numbers of the queries that a known disagreement affects. */
export const knownQueries = (queries: readonly TruthQuery[]): ReadonlySet<number> =>
  new Set(queries.filter(isKnown).map(({ number }) => number));
