/** The indexes of the cluster: their names, what a document has, and how they are made. */
import { ClusterError, ensureIndex, type SearchCluster } from '../../../shared/cluster/cluster.js';
import { currencyCodes } from '../../../shared/words/currencies.js';

/**
 * The version of the mapping and of what documents hold. It is a part of the indexes' names: two releases that differ in it, which
 * run side by side during an update, each fill and search their own.
 */
const schemaVersion = 11;

/** The names of the indexes that begin with a prefix. */
export const namesOf = (prefix: string) => ({
  openings: `${prefix}-openings-v${schemaVersion}`,
  /** Which collections are in the index, one document each. */
  collections: `${prefix}-collections-v${schemaVersion}`,
  /** What place filters read of openings, one document for each location set. */
  locations: `${prefix}-locations-v${schemaVersion}`,
});

export type IndexNames = ReturnType<typeof namesOf>;

/** The analyzer splits only at spaces: words are as our code has made them. */
const analysis = {
  tokenizer: { words: { type: 'whitespace', max_token_length: 32_766 } },
  analyzer: { words: { type: 'custom', tokenizer: 'words' } },
} as const;

/** Words in their order. */
const words = (...copy_to: string[]) => ({
  type: 'text',
  analyzer: 'words',
  norms: false,
  index_options: 'positions',
  ...(copy_to.length > 0 && { copy_to }),
});

/** Values that are found, and not read. */
const term = { type: 'keyword', doc_values: false, norms: false, index_options: 'docs' } as const;

/** Values that are found, counted, and read with a hit. */
const value = { type: 'keyword', norms: false } as const;

/** Values that are counted in most requests. */
const counted = { ...value, eager_global_ordinals: true } as const;

/** The pay that postings state, from its lower to its upper end. */
const payRange = { type: 'double_range', doc_values: false } as const;

/** The name of the field of pay in a currency; 0 = none is known. */
export const payField = (currency: number): string => `pay.${currencyCodes[currency - 1] ?? 'unknown'}`;

/** The bits that are set. */
export const bitsIn = (mask: number): number[] => [1, 2, 4, 8, 16, 32, 64, 128].filter((bit) => (mask & bit) !== 0);

/** A document is an opening: all its postings, what is searched of them, and the facts by which it is filtered, ordered and counted. */
const mapping = {
  dynamic: 'strict',
  // What was collected lies in chunks of its own: only the values of documents are read.
  _source: { enabled: false },
  properties: {
    name: value,
    /** A hash of its postings. */
    content: value,
    /** Names openings whose postings were compared with each other. */
    group: value,
    /** Each posting: the name, content and collection of it, and whether that is a whole board. */
    parts: { ...value, index: false },
    /** Each posting as `packPosting` has written it. */
    segments: { type: 'binary', doc_values: true },
    collections: term,
    isBoard: { type: 'boolean' },
    /** The id of the posting that is shown, its part of exports, and the ids of all postings. */
    id: value,
    bucket: { type: 'integer' },
    ids: term,
    keys: term,
    title: words('all', 'head', 'own'),
    company: words('all', 'head', 'own'),
    tags: words('all', 'head'),
    facts: words('all', 'head', 'own'),
    text: words('all'),
    all: { ...words(), index_options: 'docs' },
    head: words(),
    own: words(),
    /** The last word of the title that names the work, the occupation groups of the title, and its words. */
    end: term,
    roles: term,
    length: { type: 'rank_feature', positive_score_impact: false },
    sources: counted,
    isOnSeveral: { type: 'boolean' },
    /** `postedAt` is missing where no date is known, `date` is 0 then. */
    postedAt: { type: 'date', format: 'epoch_millis' },
    date: { type: 'double' },
    latestAt: { type: 'double' },
    closesAt: { type: 'double' },
    pay: {
      properties: Object.fromEntries(['unknown', ...currencyCodes].map((code) => [code, payRange])),
    },
    /** The highest pay, its currency, and both ends of it in euros by the rates of the day on which it was indexed; -1 = unknown. */
    highest: { type: 'double' },
    currency: { type: 'integer' },
    euros: { type: 'double' },
    eurosFrom: { type: 'double' },
    employer: { type: 'long' },
    language: { type: 'integer' },
    firstSeen: { type: 'double' },
    isBegun: { type: 'boolean' },
    reposted: { type: 'integer' },
    workplace: { type: 'integer' },
    jobType: { type: 'integer' },
    level: { type: 'integer' },
    /** Where it is (`placeFields`), and the set of all that is known of that. */
    places: term,
    points: { type: 'geo_point' },
    placeWords: term,
    placeKind: term,
    remotePlaces: term,
    remotePoints: { type: 'geo_point' },
    residence: term,
    locations: counted,
    employers: counted,
    industries: counted,
    industryNames: counted,
    sizes: counted,
    skills: counted,
  },
};

/** Makes what is missing of the indexes; `shards`: primary shards of the openings. Any number of processes may do so at once. */
export async function ensureIndexes(cluster: SearchCluster, names: IndexNames, shards: number): Promise<void> {
  await ensureIndex(cluster, names.openings, {
    settings: {
      analysis,
      index: {
        number_of_shards: shards,
        // The writer of a collection makes it visible at its end.
        refresh_interval: '-1',
        codec: 'best_compression',
        'search.concurrent_segment_search.mode': 'auto',
      },
    },
    mappings: mapping,
  });
  await ensureIndex(cluster, names.collections, {
    settings: { index: { number_of_shards: 1 } },
    mappings: {
      dynamic: 'strict',
      properties: { key: value, version: value, source: value, isBoard: { type: 'boolean' } },
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
