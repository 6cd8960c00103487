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
 * What the index tells of a condition: `sure` finds postings that meet it, `maybe` leaves none out that meets it. They are one
 * query where the index tells all.
 */
export type Told = { sure: ClusterQuery; maybe: ClusterQuery };

/** A condition of which a query tells all. */
export const toldBy = (query: ClusterQuery): Told => ({ sure: query, maybe: query });

const isTold = ({ sure, maybe }: Told): boolean => sure === maybe;

export const allTold = (conditions: readonly Told[]): Told => joined(conditions, mustMeetAll);

export const anyTold = (conditions: readonly Told[]): Told => joined(conditions, mustMeetAny);

function joined(conditions: readonly Told[], join: (queries: readonly ClusterQuery[]) => ClusterQuery): Told {
  const sure = join(conditions.map((each) => each.sure));
  return conditions.every(isTold) ? toldBy(sure) : { sure, maybe: join(conditions.map((each) => each.maybe)) };
}

export function notTold(condition: Told): Told {
  const sure = mustNotMeet(condition.maybe);
  return isTold(condition) ? toldBy(sure) : { sure, maybe: mustNotMeet(condition.sure) };
}

/** Postings that may meet a condition, and of which the index does not tell that they do. */
export const doubtfulOf = ({ sure, maybe }: Told): ClusterQuery =>
  sure === maybe ? nothing : mustMeetAll([maybe, mustNotMeet(sure)]);

export const isNothing = (query: ClusterQuery): boolean => query === nothing;
