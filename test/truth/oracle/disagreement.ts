import type { Opening } from '../world/opening.js';

/** One disagreement between the oracle and the service. */
export type Disagreement = {
  kind:
    | 'refused'
    | 'breaks a filter'
    | 'missing'
    | 'twice'
    | 'merged'
    | 'also on'
    | 'by id'
    | 'total'
    | 'paging'
    | 'order'
    | 'near'
    | 'why'
    | 'notice'
    | 'spelling'
    | 'unsteady'
    | 'understood otherwise'
    | 'facet'
    | 'facet and search'
    | 'export'
    | 'changes'
    | 'watch';
  query: number;
  /** The opening concerned, if any. */
  opening?: Opening;
  /** What was expected and why, and what was returned. */
  text: string;
};

/** A disagreement before it is known which query it belongs to. */
export type Trouble = Omit<Disagreement, 'query'>;

export const asTroubles = (kind: Disagreement['kind'], texts: readonly string[]): Trouble[] =>
  texts.map((text) => ({ kind, text }));

/** An opening on one line. */
export function describe(opening: Opening): string {
  const { number, title, company, places, remoteRegions, nature, validUntil } = opening;
  const where =
    places.length > 0
      ? places.map(({ city, region }) => `${city}/${region}`).join('+')
      : `remote ${remoteRegions.join()}`;
  const stated = opening.postings.map(({ board, facts }) => {
    const { workplace, jobType, level, pay, postedAt } = facts;
    const age = postedAt === null ? null : Math.round((Date.now() - postedAt) / 360_000) / 10;
    const paid = pay === null ? null : `${pay.currency} ${pay.min}–${pay.max ?? ''}/${pay.per}`;
    return `${board}: ${[workplace, jobType, level, paid, age === null ? null : `${age} h`].map((each) => each ?? '–').join(', ')}`;
  });
  const ends = validUntil === null ? '' : ` until ${new Date(validUntil).toISOString().slice(0, 10)}`;
  return `#${number} "${title}" ${company} ${where} (${nature}${ends}) [${stated.join(' | ')}]`;
}
