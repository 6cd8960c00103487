/** Queries in OpenSearch's language, joined without needless nesting, and the shapes of answers that are read. */
import { z } from 'zod';

export type ClusterQuery = Readonly<Record<string, unknown>>;

export const everything: ClusterQuery = { match_all: {} };
export const nothing: ClusterQuery = { match_none: {} };

/** A query that meets all of these. */
export const allMet = (queries: readonly ClusterQuery[]): ClusterQuery => {
  const parts = queries.filter((query) => query !== everything);
  const [only] = parts;
  if (parts.includes(nothing)) return nothing;
  return parts.length > 1 ? { bool: { filter: parts } } : (only ?? everything);
};

/** A query that meets any of these; none meets nothing. */
export const anyMet = (queries: readonly ClusterQuery[]): ClusterQuery => {
  const parts = queries.filter((query) => query !== nothing);
  const [only] = parts;
  if (parts.includes(everything)) return everything;
  return parts.length > 1 ? { bool: { should: parts, minimum_should_match: 1 } } : (only ?? nothing);
};

/** A query that meets what this one does not. */
export const noneMet = (query: ClusterQuery): ClusterQuery =>
  query === everything ? nothing : query === nothing ? everything : { bool: { must_not: [query] } };

/** Meets what a query meets, each with the same score. */
export const scored = (filter: ClusterQuery, boost: number): ClusterQuery => ({ constant_score: { filter, boost } });

/** How long the parts of the index may take, beyond which the answer is of those that were ready. */
export const patience = '10s';

/** What the index says of parts that failed. */
export const shardsShape = z.object({
  timed_out: z.boolean(),
  _shards: z.object({ total: z.number(), failed: z.number() }),
});

/** Values of a field and the documents that have each; `sum_other_doc_count`: of values that are not listed. */
export const bucketsShape = z.object({
  sum_other_doc_count: z.number(),
  buckets: z.array(z.object({ key: z.union([z.string(), z.number()]), doc_count: z.number() })),
});

export const countShape = z.object({ doc_count: z.number() });

/** The parts of the index that did not answer. */
export const silentOf = ({ timed_out, _shards: { total, failed } }: z.infer<typeof shardsShape>) => ({
  silent: Math.max(failed, timed_out ? 1 : 0),
  parts: total,
});
