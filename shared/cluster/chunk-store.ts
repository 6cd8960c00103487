import { z } from 'zod';
import type { Config } from '../config.js';
import { type ClusterSettings, ensureIndex, openCluster, type SearchCluster, writeDocuments } from './cluster.js';
import { EngineUnavailable } from './engine-unavailable.js';

/** A version of a collection. */
export type StoredVersion = { key: string; version: string };

/** Packed postings of collections stored in a cluster instead of Redis, by the names of their chunks there. */
export type ChunkStore = {
  /** These chunks of a version, in order; `null` = missing. Written ones can be read at once. */
  read(of: StoredVersion, fields: readonly string[]): Promise<(Buffer | null)[]>;
  write(of: StoredVersion, chunks: ReadonlyMap<string, Buffer>): Promise<void>;
  /** All stored versions, in batches; `writtenAt`: when the last of its chunks was written, epoch ms. */
  list(): AsyncGenerator<(StoredVersion & { writtenAt: number })[]>;
  remove(of: StoredVersion): Promise<void>;
};

/** The index of chunks is independent of how postings are searched: its version changes only with its own mapping. */
export const chunkIndexOf = (prefix: string): string => `${prefix}-collected-v1`;

const value = { type: 'keyword', norms: false } as const;

const mapping = {
  dynamic: 'strict',
  properties: {
    key: value,
    version: value,
    writtenAt: { type: 'long' },
    chunk: { type: 'binary', doc_values: false },
  },
} as const;

/** Chunks read in one request, some 60 kB each. */
const readAtOnce = 40;

/** Versions listed in one request. */
const listedAtOnce = 1000;

const fetchedShape = z.object({
  docs: z.array(
    z.object({
      error: z.object({ type: z.string() }).optional(),
      _source: z.object({ chunk: z.string() }).optional(),
    }),
  ),
});
const versionShape = z.object({ key: z.string(), version: z.string() });
const bucketShape = z.object({ key: versionShape, writtenAt: z.object({ value: z.number() }) });
const versionsShape = z.object({ buckets: z.array(bucketShape), after_key: versionShape.optional() });
const listedShape = z.object({ aggregations: z.object({ versions: versionsShape }) });
type Listed = z.infer<typeof listedShape>;

/** Stores chunks in the cluster, in an index with this many primary shards, made by the first writer. */
function createChunkStore(
  cluster: SearchCluster,
  { prefix, shards, now }: { prefix: string; shards: number; now: () => Date },
): ChunkStore {
  const index = chunkIndexOf(prefix);
  const idOf = ({ key, version }: StoredVersion, field: string): string => `${key}/${version}/${field}`;
  const ensure = () =>
    ensureIndex(cluster, index, { settings: { index: { number_of_shards: shards } }, mappings: mapping });
  return {
    async read(of, fields) {
      const found: (Buffer | null)[] = [];
      for (let from = 0; from < fields.length; from += readAtOnce) {
        const ids = fields.slice(from, from + readAtOnce).map((field) => idOf(of, field));
        const { docs } = await cluster.ask({ method: 'POST', path: `/${index}/_mget`, body: { ids } }, fetchedShape);
        for (const { error, _source } of docs) {
          if (error !== undefined && error.type !== 'index_not_found_exception')
            throw new EngineUnavailable('OpenSearch', `OpenSearch could not read a collection: ${error.type}`);
          found.push(_source === undefined ? null : Buffer.from(_source.chunk, 'base64'));
        }
      }
      return found;
    },
    async write(of, chunks) {
      await ensure();
      const writtenAt = now().getTime();
      const documents = [...chunks].map(([field, packed]) => [
        { index: { _id: idOf(of, field) } },
        { key: of.key, version: of.version, writtenAt, chunk: packed.toString('base64') },
      ]);
      await writeDocuments(cluster, index, documents);
    },
    async *list() {
      await ensure();
      for (let after: StoredVersion | undefined; ; ) {
        const sources = [{ key: { terms: { field: 'key' } } }, { version: { terms: { field: 'version' } } }];
        const composite = { size: listedAtOnce, sources, ...(after && { after }) };
        const aggs = { versions: { composite, aggs: { writtenAt: { max: { field: 'writtenAt' } } } } };
        const path = `/${index}/_search`;
        const answer: Listed = await cluster.ask({ method: 'POST', path, body: { size: 0, aggs } }, listedShape);
        const { buckets, after_key } = answer.aggregations.versions;
        yield buckets.map(({ key, writtenAt }) => ({ ...key, writtenAt: writtenAt.value }));
        if (after_key === undefined) return;
        after = after_key;
      }
    },
    async remove({ key, version }) {
      await cluster.ask({
        method: 'POST',
        path: `/${index}/_delete_by_query`,
        query: { conflicts: 'proceed' },
        body: { query: { bool: { filter: [{ term: { key } }, { term: { version } }] } } },
      });
    },
  };
}

type Settings = ClusterSettings & Pick<Config, 'OPENSEARCH_PREFIX' | 'OPENSEARCH_SHARDS'>;

/** The chunks of the cluster in the settings, whichever engine searches; `undefined` = no cluster is set. */
export function openChunkStore(
  config: Settings,
  now: () => Date,
): (ChunkStore & { close(): Promise<void> }) | undefined {
  if (config.OPENSEARCH_URL === '') return undefined;
  const cluster = openCluster(config);
  const store = createChunkStore(cluster, {
    prefix: config.OPENSEARCH_PREFIX,
    shards: config.OPENSEARCH_SHARDS,
    now,
  });
  return { ...store, close: cluster.close };
}
