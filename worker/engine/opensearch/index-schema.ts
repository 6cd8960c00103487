/** The indexes of the cluster: their names, the fields of a document, and their creation. */
import { ClusterError, ensureIndex, type SearchCluster } from '../../../shared/cluster/cluster.js';
import { currencyCodes } from '../../../shared/words/currencies.js';

/**
 * The version of the mapping and of document contents. It is part of the indexes' names: two releases that differ in
 * it, running side by side during an update, each fill and search their own.
 */
const schemaVersion = 12;

/** The names of the indexes that begin with a prefix. */
export const namesOf = (prefix: string) => ({
  openings: `${prefix}-openings-v${schemaVersion}`,
  /** The collections in the index, one document each. */
  collections: `${prefix}-collections-v${schemaVersion}`,
});

export type IndexNames = ReturnType<typeof namesOf>;

/** The analyzer splits only at spaces: our code has already processed the words. */
const analysis = {
  tokenizer: { words: { type: 'whitespace', max_token_length: 32_766 } },
  analyzer: { words: { type: 'custom', tokenizer: 'words' } },
};

/** Words in order, also copied to other fields. */
const words = (...copy_to: string[]) => ({
  type: 'text',
  analyzer: 'words',
  norms: false,
  index_options: 'positions',
  ...(copy_to.length > 0 && { copy_to }),
});

/** Values read with a hit; found but not read; and counted in most requests. */
const value = { type: 'keyword', norms: false };
const term = { ...value, doc_values: false, index_options: 'docs' };
const counted = { ...value, eager_global_ordinals: true };

/** The name of the field of pay in a currency; 0 = unknown. */
export const payField = (currency: number): string => `pay.${currencyCodes[currency - 1] ?? 'unknown'}`;

/** The bits that are set. */
export const bitsIn = (mask: number): number[] => [1, 2, 4, 8, 16, 32, 64, 128].filter((bit) => (mask & bit) !== 0);

/** Fields of one type. */
const all = (names: string, type: object) => Object.fromEntries(names.split(' ').map((name) => [name, type]));

/** A document is an opening: its postings, searchable text, and facts for filtering, ordering and counting. */
const mapping = {
  dynamic: 'strict',
  // Collected postings are in separate chunks: only the values of documents are read.
  _source: { enabled: false },
  properties: {
    // `content`: a hash of its postings; `group`: openings compared with each other; `id`: of the posting shown.
    ...all('name content group id', value),
    ...all('collections ids keys', term),
    // Each posting: its description (`packPart`), and all of it (`packSegment`).
    parts: { ...value, index: false },
    segments: { type: 'binary', doc_values: true },
    ...all('title company facts', words('all', 'head', 'own')),
    tags: words('all', 'head'),
    text: words('all'),
    all: { ...words(), index_options: 'docs' },
    ...all('head own', words()),
    // The last word of the title that names the work, the title's occupation groups, and its words.
    ...all('end roles', term),
    length: { type: 'rank_feature', positive_score_impact: false },
    // Without a known date `postedAt` is missing, and `date` is 0.
    postedAt: { type: 'date', format: 'epoch_millis' },
    ...all('date latestAt closesAt', { type: 'double' }),
    // The bounds of the highest pay in euros at the rates of the indexing day; -1 = they cannot be converted.
    ...all('euros eurosFrom', { type: 'double' }),
    pay: { properties: all(['unknown', ...currencyCodes].join(' '), { type: 'double_range', doc_values: false }) },
    employer: { type: 'long' },
    ...all('language workplace jobType level bucket', { type: 'integer' }),
    ...all('isBoard isOnSeveral', { type: 'boolean' }),
    // When it has each label (`labelSpans`).
    labels: { type: 'long_range', doc_values: false },
    // Where it is (`placeFields`), and everything known about that: its location set as JSON.
    ...all('places placeWords placeKind residence', term),
    points: { type: 'geo_point' },
    ...all('location sources employers industryNames companyFacts skills', counted),
  },
};

/** Creates missing indexes; `shards`: primary shards of the openings. Any number of processes may do so at once. */
export async function ensureIndexes(cluster: SearchCluster, names: IndexNames, shards: number): Promise<void> {
  // The writer of a collection makes it visible at the end.
  const written = {
    refresh_interval: '-1',
    codec: 'best_compression',
    'search.concurrent_segment_search.mode': 'auto',
  };
  const settings = { analysis, index: { number_of_shards: shards, ...written } };
  await ensureIndex(cluster, names.openings, { settings, mappings: mapping });
  await ensureIndex(cluster, names.collections, {
    settings: { index: { number_of_shards: 1 } },
    mappings: {
      dynamic: 'strict',
      properties: { key: value, version: value, isBoard: { type: 'boolean' } },
    },
  });
}

/** Whether someone else removed an index. */
export const isIndexMissing = (error: unknown): boolean =>
  error instanceof ClusterError && error.type === 'index_not_found_exception';
