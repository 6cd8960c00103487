/** What answers of the cluster must have to be read: each request states its own of these (shared/cluster/cluster.ts). */
import { z } from 'zod';

/** What the index says of parts that failed. */
export const shardsShape = z.object({
  timed_out: z.boolean(),
  _shards: z.object({ total: z.number(), failed: z.number() }),
});

/** Values of a field and the documents that have each; `sum_other_doc_count`: of values that are not listed. */
export const bucketsShape = z.object({
  sum_other_doc_count: z.number(),
  buckets: z.array(z.object({ key: z.string(), doc_count: z.number() })),
});

export const countShape = z.object({ doc_count: z.number() });

/** How many documents a query finds. */
export const totalShape = z.object({ total: z.object({ value: z.number() }) });

/** Documents that a query finds, in an order. */
export const hitsOf = <Hit extends z.ZodType>(hit: Hit) => z.object({ hits: z.object({ hits: z.array(hit) }) });

/** Values after which the next documents follow. */
export const sortShape = z.array(z.unknown());

/** Aggregations of an answer. */
export const aggregationsOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ aggregations: z.object(shape) });

/** A field of a document with one value. */
export const oneText = z.tuple([z.string()]);
