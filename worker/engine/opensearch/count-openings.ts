import { z } from 'zod';
import type { SearchCluster } from '../../../shared/cluster/cluster.js';
import type { Lacking } from '../engine.js';
import { aggregationsOf, bucketsShape, countShape, shardsShape, totalShape } from './answer-shapes.js';
import { type ClusterQuery, mustMeetAll, mustNotMeet } from './cluster-query.js';
import { patience, silentOf } from './find-openings.js';
import type { IndexNames } from './index-schema.js';

/** How many openings meet a query, and how many of them each source lists. */
export type CountedOpenings = Pick<Lacking, 'silent' | 'parts'> & {
  total: number;
  bySource: ReadonlyMap<string, number>;
};

/** Sources, collections or location sets that one request counts: the index allows 65,536 by default, and as many in a query. */
const mostBuckets = 65_000;

type Buckets = z.infer<typeof bucketsShape>;
const countedShape = shardsShape.extend({
  hits: totalShape,
  aggregations: z.object({ sources: bucketsShape }),
});
const namedShape = shardsShape.extend({
  aggregations: z.object({ by: z.object({ buckets: z.record(z.string(), countShape) }) }),
});
const inSetsShape = aggregationsOf({ sets: bucketsShape });
const aroundShape = aggregationsOf({ around: bucketsShape });
const documentsShape = z.object({
  hits: totalShape,
  aggregations: z.object({ boards: countShape, joined: z.object({ collections: bucketsShape }) }),
});

type Options = { cluster: SearchCluster; names: IndexNames };

/** Counts the openings that meet a query. */
export async function countOpenings({ cluster, names }: Options, query: ClusterQuery): Promise<CountedOpenings> {
  const body = {
    ...{ query, size: 0, track_total_hits: true, timeout: patience },
    aggs: { sources: { terms: { field: 'sources', size: mostBuckets } } },
  };
  const answer = await cluster.ask({ method: 'POST', path: `/${names.postings}/_search`, body }, countedShape);
  return {
    total: answer.hits.total.value,
    bySource: new Map(answer.aggregations.sources.buckets.map(({ key, doc_count }) => [key, doc_count])),
    ...silentOf(answer),
  };
}

/**
 * Counts the openings that meet a query by their location sets; `null` = there are too many of these. With a `timeout`, those that were
 * counted until then.
 */
export async function countSets(
  { cluster, names }: Options,
  query: ClusterQuery,
  { timeout }: { timeout?: string } = {},
): Promise<Map<string, number> | null> {
  const body = {
    ...{ query, size: 0, ...(timeout && { timeout }) },
    aggs: { sets: { terms: { field: 'locations', size: mostBuckets } } },
  };
  const answer = await cluster.ask({ method: 'POST', path: `/${names.postings}/_search`, body }, inSetsShape);
  const { sum_other_doc_count, buckets } = answer.aggregations.sets;
  return sum_other_doc_count > 0 ? null : new Map(buckets.map(({ key, doc_count }) => [key, doc_count]));
}

/** Openings by the names of queries that they meet. */
export type CountedEach = Pick<Lacking, 'silent' | 'parts'> & { counts: Map<string, number> };

/** Counts the openings within a query that meet each of some others, by the names of these. */
export async function countEach(
  { cluster, names }: Options,
  { within, queries }: { within: ClusterQuery; queries: Readonly<Record<string, ClusterQuery>> },
): Promise<CountedEach> {
  if (Object.keys(queries).length === 0) return { counts: new Map(), silent: 0, parts: 0 };
  const body = { size: 0, query: within, timeout: patience, aggs: { by: { filters: { filters: queries } } } };
  const answer = await cluster.ask({ method: 'POST', path: `/${names.postings}/_search`, body }, namedShape);
  const { buckets } = answer.aggregations.by;
  return {
    counts: new Map(Object.entries(buckets).map(([name, { doc_count }]) => [name, doc_count])),
    ...silentOf(answer),
  };
}

/**
 * How many documents the index has, of whole boards and of other collections, and those of the others of which postings may be one
 * opening with another; `null` = they are too many to be listed.
 */
export async function countDocuments({ cluster, names }: Options): Promise<{
  boards: number;
  others: number;
  joined: string[] | null;
}> {
  const isBoard: ClusterQuery = { term: { isBoard: true } };
  const joined = mustMeetAll([mustNotMeet(isBoard), { exists: { field: 'around' } }]);
  const collections = { terms: { field: 'collection', size: mostBuckets } };
  const aggs = { boards: { filter: isBoard }, joined: { filter: joined, aggs: { collections } } };
  const body = { size: 0, track_total_hits: true, aggs };
  const { hits, aggregations } = await cluster.ask(
    { method: 'POST', path: `/${names.postings}/_search`, body },
    documentsShape,
  );
  const boards = aggregations.boards.doc_count;
  return { boards, others: hits.total.value - boards, joined: keysOf(aggregations.joined.collections) };
}

const keysOf = ({ sum_other_doc_count, buckets }: Buckets): string[] | null =>
  sum_other_doc_count > 0 ? null : buckets.map(({ key }) => key);

/** The collections of which postings may be one opening with another; `null` = there are too many to be listed. */
export async function findJoined({ cluster, names }: Options): Promise<string[] | null> {
  const body = { size: 0, aggs: { around: { terms: { field: 'around', size: mostBuckets } } } };
  const path = `/${names.postings}/_search`;
  const { around } = (await cluster.ask({ method: 'POST', path, body }, aroundShape)).aggregations;
  return keysOf(around);
}
