/** A query in OpenSearch's language. */
export type ClusterQuery = Readonly<Record<string, unknown>>;

export const everything: ClusterQuery = { match_all: {} };
export const nothing: ClusterQuery = { match_none: {} };

/** A query that meets all of these. */
export const mustMeetAll = (queries: readonly ClusterQuery[]): ClusterQuery => {
  const asked = queries.filter((query) => query !== everything);
  const [only] = asked;
  if (asked.includes(nothing)) return nothing;
  return asked.length > 1 ? { bool: { filter: asked } } : (only ?? everything);
};

/** A query that meets any of these; none meets nothing. */
export const mustMeetAny = (queries: readonly ClusterQuery[]): ClusterQuery => {
  const asked = queries.filter((query) => query !== nothing);
  const [only] = asked;
  if (asked.includes(everything)) return everything;
  return asked.length > 1 ? { bool: { should: asked, minimum_should_match: 1 } } : (only ?? nothing);
};

/** A query that meets what this one does not. */
export const mustNotMeet = (query: ClusterQuery): ClusterQuery =>
  query === everything ? nothing : query === nothing ? everything : { bool: { must_not: [query] } };

/**
 * Bounds of a condition in what the index has: `sure` finds only postings that meet it, `maybe` leaves none out that does. They
 * are one query where the index decides the condition.
 */
export type QueryBounds = { sure: ClusterQuery; maybe: ClusterQuery };

/** A condition that the index decides by this query. */
export const exactBounds = (query: ClusterQuery): QueryBounds => ({ sure: query, maybe: query });

const areExact = ({ sure, maybe }: QueryBounds): boolean => sure === maybe;

export const boundsOfAll = (conditions: readonly QueryBounds[]): QueryBounds => joined(conditions, mustMeetAll);

export const boundsOfAny = (conditions: readonly QueryBounds[]): QueryBounds => joined(conditions, mustMeetAny);

function joined(
  conditions: readonly QueryBounds[],
  join: (queries: readonly ClusterQuery[]) => ClusterQuery,
): QueryBounds {
  const sure = join(conditions.map((each) => each.sure));
  return conditions.every(areExact) ? exactBounds(sure) : { sure, maybe: join(conditions.map((each) => each.maybe)) };
}

export function negatedBounds(condition: QueryBounds): QueryBounds {
  const sure = mustNotMeet(condition.maybe);
  return areExact(condition) ? exactBounds(sure) : { sure, maybe: mustNotMeet(condition.sure) };
}

/** Postings that may meet a condition, which the index does not decide. */
export const doubtfulOf = ({ sure, maybe }: QueryBounds): ClusterQuery =>
  sure === maybe ? nothing : mustMeetAll([maybe, mustNotMeet(sure)]);

export const isNothing = (query: ClusterQuery): boolean => query === nothing;
