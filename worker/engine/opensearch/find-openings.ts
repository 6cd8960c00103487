import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type SearchCluster, unusable } from '../../../shared/cluster/cluster.js';
import { type Corpus, emptyCorpus, extendCorpus } from '../../match/corpus/corpus.js';
import type { LocationSet } from '../../match/segment/fact-columns.js';
import { runInStretches } from '../../process/cooperative.js';
import type { Lacking } from '../engine.js';
import type { IndexNames } from './index-schema.js';
import { bucketsShape, type ClusterQuery, countShape, patience, shardsShape, silentOf } from './keyword-query.js';
import type { NamedOpening, OpeningCache } from './packed-posting.js';

/** Finds openings of the index: counted, listed in an order, or all of them; and gathers their postings for our code. */

type Index = { cluster: SearchCluster; names: IndexNames };
type Silence = Pick<Lacking, 'silent' | 'parts'>;

/** A posting of an opening, as its document names it. */
type OpeningPart = { name: string; content: string; collection: string; isBoard: boolean };

/** An opening that was found; `id`: that of the posting shown. */
export type FoundOpening = NamedOpening & { id: string; group: string; parts: OpeningPart[] };

/** Openings listed in one request: what the index allows by default. */
const listedAtOnce = 10_000;

const oneText = z.tuple([z.string()]);
const listedShape = shardsShape.extend({
  hits: z.object({
    hits: z.array(
      z.object({
        fields: z.object({
          name: oneText,
          content: oneText,
          id: oneText,
          group: z.array(z.string()).optional(),
          parts: z.array(z.string()).optional(),
        }),
        sort: z.array(z.unknown()),
      }),
    ),
  }),
});

/** Which openings, how many of them (all, without `most`), and in which order; `withParts`: their groups and postings, too. */
type Listing = Index & {
  query: ClusterQuery;
  most?: number;
  sort?: readonly unknown[];
  withParts?: boolean;
};

/** Lists openings that meet a query. */
export async function findOpenings({
  cluster,
  names,
  query,
  most = Number.POSITIVE_INFINITY,
  sort = ['name'],
  withParts = false,
}: Listing): Promise<{ openings: FoundOpening[] } & Silence> {
  const openings: FoundOpening[] = [];
  let silence: Silence = { silent: 0, parts: 1 };
  for (let after: readonly unknown[] | null = null; openings.length < most; ) {
    const size = Math.min(most - openings.length, listedAtOnce);
    const body: object = {
      query,
      size,
      sort,
      // Without the id of the index, which lies among compressed values.
      _source: false,
      stored_fields: '_none_',
      docvalue_fields: ['name', 'content', 'id', ...(withParts ? ['group', 'parts'] : [])],
      timeout: patience,
      track_total_hits: false,
      ...(after && { search_after: after }),
    };
    const path = `/${names.openings}/_search`;
    const answer: z.infer<typeof listedShape> = await cluster.ask({ method: 'POST', path, body }, listedShape);
    const { hits } = answer.hits;
    for (const { fields } of hits)
      openings.push({
        name: fields.name[0],
        content: fields.content[0],
        id: fields.id[0],
        group: fields.group?.[0] ?? '',
        parts: (fields.parts ?? []).map(partIn),
      });
    const { silent, parts } = silentOf(answer);
    silence = { silent: Math.max(silence.silent, silent), parts };
    if (hits.length < size) break;
    after = hits.at(-1)?.sort ?? null;
  }
  return { openings, ...silence };
}

function partIn(text: string): OpeningPart {
  const [name = '', content = '', collection = '', isBoard] = text.split(' ');
  return { name, content, collection, isBoard: isBoard === 'true' };
}

/** Sources that one request counts: the index allows 65,536 values in all. */
const mostSources = 65_000;

const countedShape = shardsShape.extend({
  hits: z.object({ total: z.object({ value: z.number() }) }),
  aggregations: z.object({ sources: bucketsShape }).optional(),
});

/** Counts the openings that meet a query, in all and, where requested, by the sources that list them. */
export async function countOpenings(
  { cluster, names }: Index,
  query: ClusterQuery,
  { withSources = false } = {},
): Promise<{ total: number; bySource: Record<string, number> } & Silence> {
  const body = {
    query,
    size: 0,
    track_total_hits: true,
    timeout: patience,
    ...(withSources && { aggs: { sources: { terms: { field: 'sources', size: mostSources } } } }),
  };
  const answer = await cluster.ask({ method: 'POST', path: `/${names.openings}/_search`, body }, countedShape);
  const buckets = answer.aggregations?.sources.buckets ?? [];
  const bySource = Object.assign(
    Object.create(null) as Record<string, number>,
    Object.fromEntries(buckets.map(({ key, doc_count }) => [key, doc_count])),
  );
  return { total: answer.hits.total.value, bySource, ...silentOf(answer) };
}

const eachShape = shardsShape.extend({
  aggregations: z.object({ by: z.object({ buckets: z.record(z.string(), countShape) }) }),
});

/** Counts the openings within a query that meet each of some others, by the names of these. */
export async function countEach(
  { cluster, names }: Index,
  { within, queries }: { within: ClusterQuery; queries: ReadonlyMap<string, ClusterQuery> },
): Promise<{ counts: ReadonlyMap<string, number> } & Silence> {
  if (queries.size === 0) return { counts: new Map(), silent: 0, parts: 0 };
  const filters = Object.fromEntries(queries);
  const body = { size: 0, query: within, timeout: patience, aggs: { by: { filters: { filters } } } };
  const answer = await cluster.ask({ method: 'POST', path: `/${names.openings}/_search`, body }, eachShape);
  const counted = Object.entries(answer.aggregations.by.buckets);
  return { counts: new Map(counted.map(([name, { doc_count }]) => [name, doc_count])), ...silentOf(answer) };
}

/** An opening was changed between its search and its reading. */
class OpeningChanged extends Error {}

/** How often a question is repeated because openings were changed meanwhile. */
const mostTries = 5;

/** Asks again while openings change between their search and their reading. */
export async function untilUnchanged<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof OpeningChanged) || tries === mostTries) throw error;
    }
}

/** A corpus with some openings added. Rejects with `OpeningChanged` when one is no longer there as it was found. */
export async function corpusOf(
  cache: OpeningCache,
  openings: readonly NamedOpening[],
  former: Corpus = emptyCorpus,
): Promise<Corpus> {
  const fetched = await cache.fetch(openings);
  if (fetched === null) throw new OpeningChanged('An opening was changed between its search and its reading.');
  const groups = fetched.map((postings) => postings.map(({ prepared }) => prepared));
  return runInStretches(extendCorpus(former, groups));
}

/** Counts openings by all that is known of where they are, for the facets of places: each distinct set of locations is read once. */

/** Counts the openings that meet a query by their location sets. */
export type LocationSets = (query: ClusterQuery) => Promise<{ set: LocationSet; openings: number }[]>;

/** Sets that a process remembers, some 600 bytes each. */
const mostKept = 100_000;

/** Sets that one request counts: the index allows 65,536 values. */
const mostSets = 65_000;

/** Sets that are read in one request. */
const readAtOnce = 5000;

const countedSetsShape = z.object({ aggregations: z.object({ sets: bucketsShape }) });
const readShape = z.object({
  docs: z.array(z.object({ _id: z.string(), _source: z.object({ set: z.string() }).optional() })),
});

function setIn(text: string): LocationSet {
  try {
    return JSON.parse(text) as LocationSet;
  } catch {
    throw unusable('holds a location set that cannot be read');
  }
}

export function createLocationSets({ cluster, names }: { cluster: SearchCluster; names: IndexNames }): LocationSets {
  const known = new LRUCache<string, LocationSet>({ max: mostKept });

  const readUnknown = async (ids: readonly string[]): Promise<void> => {
    const unknown = ids.filter((id) => !known.has(id));
    for (let from = 0; from < unknown.length; from += readAtOnce) {
      const body = { ids: unknown.slice(from, from + readAtOnce) };
      const { docs } = await cluster.ask({ method: 'POST', path: `/${names.locations}/_mget`, body }, readShape);
      for (const { _id, _source } of docs) if (_source !== undefined) known.set(_id, setIn(_source.set));
    }
  };
  return async (query) => {
    const aggs = { sets: { terms: { field: 'locations', size: mostSets } } };
    const body = { query, size: 0, timeout: patience, aggs };
    const path = `/${names.openings}/_search`;
    const { sets } = (await cluster.ask({ method: 'POST', path, body }, countedSetsShape)).aggregations;
    await readUnknown(sets.buckets.map(({ key }) => String(key)));
    return sets.buckets.flatMap(({ key, doc_count }) => {
      const set = known.get(String(key));
      return set === undefined ? [] : [{ set, openings: doc_count }];
    });
  };
}
