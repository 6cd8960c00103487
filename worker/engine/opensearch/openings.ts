/** Queries the index for openings: counted, listed in an order, or all of them with their postings for our code. */
import { z } from 'zod';
import type { SearchCluster } from '../../../shared/cluster/cluster.js';
import { type Corpus, emptyCorpus, extendCorpus } from '../../match/corpus/corpus.js';
import { runInStretches } from '../../process/cooperative.js';
import type { Lacking } from '../engine.js';
import type { IndexNames } from './index-schema.js';
import { type ClusterQuery, nothing } from './keyword-query.js';
import { type OpenedPostings, partIn, postingIn } from './stored-posting.js';

export type Index = { cluster: SearchCluster; names: IndexNames; opened: OpenedPostings };
type Silence = Pick<Lacking, 'silent' | 'parts'>;

/** How long the shards of the index may take; later ones are left out of the answer. */
const patience = '10s';

/** The index's report of failed shards. */
const silenceShape = z
  .object({ timed_out: z.boolean(), _shards: z.object({ total: z.number(), failed: z.number() }) })
  .transform(({ timed_out, _shards }) => ({
    silent: Math.max(_shards.failed, Number(timed_out)),
    parts: _shards.total,
  }));

/** Queries the openings; `shape`: of the parts of the answer that are read. */
export function askOpenings<Answer>({ cluster, names }: Index, asked: object, shape: z.ZodType<Answer>) {
  const body = { size: 0, timeout: patience, ...asked };
  return cluster.ask({ method: 'POST', path: `/${names.openings}/_search`, body }, z.intersection(silenceShape, shape));
}

/** Openings listed in one request: the index's default limit; and with postings, some 7 kB each. */
const listedAtOnce = 10_000;
const fetchedAtOnce = 500;

/** Fields that identify an opening's postings. */
const described = ['content', 'group', 'parts'];

const oneText = z.tuple([z.string()]);
const fieldsShape = z.object({
  name: oneText,
  id: oneText,
  content: oneText.default(['']),
  group: oneText.default(['']),
  parts: z.array(z.string()).default([]),
  segments: z.array(z.string()).default([]),
});
const listedShape = z.object({
  hits: z.object({ hits: z.array(z.object({ fields: fieldsShape, sort: z.array(z.unknown()) })) }),
});

type Listing = { query: ClusterQuery; most?: number; full?: number; sort?: readonly unknown[]; withParts?: boolean };

/** Lists openings that match a query: all, without `most`; the first `full` of them (default: all) with postings. */
export async function findOpenings(
  index: Index,
  { query, most = Number.POSITIVE_INFINITY, full = most, sort = ['name'], withParts = false }: Listing,
): Promise<{ openings: FoundOpening[] } & Silence> {
  const openings: FoundOpening[] = [];
  const silence = { silent: 0, parts: 1 };
  for (let after: readonly unknown[] | undefined; openings.length < most; ) {
    const isFull = openings.length < full;
    const left = Math.min(most, isFull ? full : most) - openings.length;
    const size = Math.min(left, isFull ? fetchedAtOnce : listedAtOnce);
    const body = {
      query,
      size,
      sort,
      track_total_hits: false,
      ...(after && { search_after: after }),
      // Without the index's id, which is stored among compressed values.
      _source: false,
      stored_fields: '_none_',
      docvalue_fields: ['name', 'id', ...(isFull || withParts ? described : []), ...(isFull ? ['segments'] : [])],
    };
    const { hits, silent, parts }: z.infer<typeof listedShape> & Silence = await askOpenings(index, body, listedShape);
    for (const { fields } of hits.hits) openings.push(openingIn(fields, index.opened));
    Object.assign(silence, { silent: Math.max(silence.silent, silent), parts });
    if (hits.hits.length < size) break;
    after = hits.hits.at(-1)?.sort;
  }
  return { openings, ...silence };
}

/** A found opening; `id`: of the posting shown. Includes its postings only if requested. */
export type FoundOpening = ReturnType<typeof openingIn>;

function openingIn(fields: z.infer<typeof fieldsShape>, opened: OpenedPostings) {
  const { name, content, id, group, parts: packed, segments } = fields;
  const parts = packed.map(partIn);
  const postings = segments.map((segment, at) => postingIn(segment, parts[at], opened));
  return { name: name[0], content: content[0], id: id[0], group: group[0], parts, postings };
}

/** The openings as a corpus, including those of a former one. */
export const corpusOf = (openings: readonly FoundOpening[], former: Corpus = emptyCorpus): Promise<Corpus> =>
  runInStretches(
    extendCorpus(
      former,
      openings.map(({ postings }) => postings.map(({ prepared }) => prepared)),
    ),
  );

/** How many openings have each value of a field (`terms`), or match each query by its name (`filters`). */
const bucketsShape = z.preprocess(
  (buckets) =>
    Array.isArray(buckets) ? buckets : Object.entries(buckets ?? {}).map(([key, each]) => ({ ...each, key })),
  z.array(z.object({ key: z.union([z.string(), z.number()]), doc_count: z.number() })),
);
const countedShape = z.object({
  hits: z.object({ total: z.object({ value: z.number() }) }),
  aggregations: z.record(z.string(), z.object({ buckets: bucketsShape })).default({}),
});

/** Counts the openings that match a query, in all and by `aggs`. */
export async function countOpenings(index: Index, query: ClusterQuery, aggs: Readonly<Record<string, object>> = {}) {
  const body = { query, track_total_hits: true, aggs };
  const { hits, aggregations, silent, parts } = await askOpenings(index, body, countedShape);
  const countsOf = (name: string): ReadonlyMap<string, number> =>
    new Map(aggregations[name]?.buckets.map(({ key, doc_count }) => [String(key), doc_count]));
  return { total: hits.total.value, countsOf, silent, parts };
}

/** Counts the openings within a query that match each of several named queries. */
export async function countEach(index: Index, within: ClusterQuery, queries: ReadonlyMap<string, ClusterQuery>) {
  const filters = { none: nothing, ...Object.fromEntries(queries) };
  const counts = (await countOpenings(index, within, { by: { filters: { filters } } })).countsOf('by');
  return (name: string): number => counts.get(name) ?? 0;
}
