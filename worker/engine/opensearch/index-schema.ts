import { ClusterError, ensureIndex, type SearchCluster } from '../../../shared/cluster/cluster.js';
import { indexedFields } from '../../match/index/collection-index.js';
import { namedFields } from './named-facts.js';

/**
 * The version of the mapping and of what documents hold. It is a part of the indexes' names: two releases that differ in it, which
 * run beside each other during an update, each fill and search their own.
 */
const schemaVersion = 10;

/** The names of the indexes that begin with a prefix. */
export const namesOf = (prefix: string) => ({
  postings: `${prefix}-postings-v${schemaVersion}`,
  /** Which collections are in the index, one document each. */
  collections: `${prefix}-collections-v${schemaVersion}`,
  /** What place filters read of postings, one document for each location set. */
  locations: `${prefix}-locations-v${schemaVersion}`,
});

export type IndexNames = ReturnType<typeof namesOf>;

/** Words as our code has made them, in their order: they are told apart by the spaces between them alone. */
const orderedWords = { type: 'text', analyzer: 'words', norms: false, index_options: 'positions' } as const;
const analysis = {
  tokenizer: { words: { type: 'whitespace', max_token_length: 32_766 } },
  analyzer: { words: { type: 'custom', tokenizer: 'words' } },
} as const;

/** Words in no order: an inverted list each, nothing else. */
const words = { type: 'keyword', doc_values: false, norms: false, index_options: 'docs' } as const;

/** A value that is compared as a whole and read with a hit. */
const value = { type: 'keyword', norms: false } as const;

/**
 * A document is one posting of one collection. Its words are those of all postings that may be one opening with it, but for `own`
 * and `ownTitle`: a query that finds one of them finds all, so that openings are joined and filtered as a whole. Its facts are
 * those of the opening where `kind` says so, else all that any of these postings may have.
 */
const mapping = {
  dynamic: 'strict',
  // What was collected lies in chunks of its own: documents are only read by their values.
  _source: { enabled: false },
  properties: {
    name: value,
    collection: value,
    /** Whether its collection is a whole board. */
    isBoard: { type: 'boolean' },
    posting: value,
    source: value,
    content: value,
    opening: value,
    members: value,
    keys: words,
    ...Object.fromEntries(indexedFields.map((field) => [field, orderedWords])),
    ownTitle: words,
    own: words,
    /** What scores read of all postings that may be one opening with it but for their texts, each as `headText`. */
    heads: { ...value, index: false },
    frequent: words,
    /** `single`: it is an opening; `lead`: its opening is shown as it; `member`: as another one; `mixed`: they may be several. */
    kind: value,
    /** The collections of the postings that may be one opening with it, and each of these: its name, content and collection. */
    around: value,
    parts: { ...value, index: false },
    sources: value,
    isOnSeveral: { type: 'boolean' },
    /** `postedAt` is missing where no date is known, `date` is 0 then. */
    postedAt: { type: 'double' },
    date: { type: 'double' },
    latestAt: { type: 'double' },
    closesAt: { type: 'double' },
    payFrom: { type: 'double' },
    pay: { type: 'double' },
    currency: { type: 'integer' },
    employer: { type: 'long' },
    language: { type: 'integer' },
    /** What decides its label; absent where our code decides. */
    firstSeen: { type: 'double' },
    isBegun: { type: 'boolean' },
    reposted: { type: 'integer' },
    workplace: { type: 'integer' },
    jobType: { type: 'integer' },
    level: { type: 'integer' },
    locations: value,
    /** What is counted by its name (worker/engine/opensearch/named-facts.ts): read from no document. */
    ...Object.fromEntries(namedFields.map((field) => [field, value])),
    /** `packPosting`. */
    segment: { type: 'binary', doc_values: true },
  },
} as const;

/** Makes what is missing of the indexes; `shards`: primary shards of the postings. Any number of processes may do so at once. */
export async function ensureIndexes(cluster: SearchCluster, names: IndexNames, shards: number): Promise<void> {
  await ensureIndex(cluster, names.postings, {
    // What is written becomes visible as a whole: the writer of a collection refreshes the index at its end.
    // A copy of each document is kept for other nodes to catch up, and left out by merges once they have: it is best compressed.
    settings: { analysis, index: { number_of_shards: shards, refresh_interval: '-1', codec: 'best_compression' } },
    mappings: mapping,
  });
  await ensureIndex(cluster, names.collections, {
    settings: { index: { number_of_shards: 1 } },
    mappings: {
      dynamic: 'strict',
      properties: { key: value, version: value, source: value, documents: { type: 'integer', index: false } },
    },
  });
  await ensureIndex(cluster, names.locations, {
    settings: { index: { number_of_shards: 1 } },
    mappings: { dynamic: 'strict', properties: { set: { ...value, index: false, doc_values: false } } },
  });
}

/** Whether an index was removed behind our back. */
export const isIndexMissing = (error: unknown): boolean =>
  error instanceof ClusterError && error.type === 'index_not_found_exception';
