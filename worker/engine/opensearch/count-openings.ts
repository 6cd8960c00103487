import type { SearchCluster } from '../../../shared/cluster/cluster.js';
import type { Lacking } from '../engine.js';
import { type ClusterQuery, mustMeetAll, mustNotMeet } from './cluster-query.js';
import { patience, type Shards, silentOf } from './find-openings.js';
import type { IndexNames } from './index-schema.js';

/** How many openings meet a query, and how many of them each source lists. */
export type CountedOpenings = Pick<Lacking, 'silent' | 'parts'> & {
  total: number;
  bySource: ReadonlyMap<string, number>;
};

/** Sources, collections or location sets that one request counts: the index allows 65,536 by default, and as many in a query. */
const mostBuckets = 65_000;

type Buckets = { sum_other_doc_count: number; buckets: readonly { key: string; doc_count: number }[] };
type Counted = Shards & { hits: { total: { value: number } }; aggregations: { sources: Buckets } };
type Named = Shards & { aggregations: { by: { buckets: Readonly<Record<string, { doc_count: number }>> } } };
type InSets = { aggregations: { sets: Buckets } };
type Around = { aggregations: { around: Buckets } };
type Documents = {
  hits: { total: { value: number } };
  aggregations: { boards: { doc_count: number }; joined: { collections: Buckets } };
};

type Options = { cluster: SearchCluster; names: IndexNames };

/** Counts the openings that meet a query. */
export async function countOpenings({ cluster, names }: Options, query: ClusterQuery): Promise<CountedOpenings> {
  const answer = await cluster.ask<Counted>({
    ...{ method: 'POST', path: `/${names.postings}/_search` },
    body: {
      ...{ query, size: 0, track_total_hits: true, timeout: patience },
      aggs: { sources: { terms: { field: 'sources', size: mostBuckets } } },
    },
  });
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
  const answer = await cluster.ask<InSets>({ method: 'POST', path: `/${names.postings}/_search`, body });
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
  const answer = await cluster.ask<Named>({ method: 'POST', path: `/${names.postings}/_search`, body });
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
  const { hits, aggregations } = await cluster.ask<Documents>({
    method: 'POST',
    path: `/${names.postings}/_search`,
    body,
  });
  const boards = aggregations.boards.doc_count;
  return { boards, others: hits.total.value - boards, joined: keysOf(aggregations.joined.collections) };
}

const keysOf = ({ sum_other_doc_count, buckets }: Buckets): string[] | null =>
  sum_other_doc_count > 0 ? null : buckets.map(({ key }) => key);

/** The collections of which postings may be one opening with another; `null` = there are too many to be listed. */
export async function findJoined({ cluster, names }: Options): Promise<string[] | null> {
  const body = { size: 0, aggs: { around: { terms: { field: 'around', size: mostBuckets } } } };
  const path = `/${names.postings}/_search`;
  const { around } = (await cluster.ask<Around>({ method: 'POST', path, body })).aggregations;
  return keysOf(around);
}
