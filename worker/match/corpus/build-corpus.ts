import { runCooperatively } from '../../process/cooperative.js';
import type { PreparedCollection } from '../segment/prepared-collection.js';
import { type Corpus, changeOf, emptyCorpus, updateCorpus } from './corpus.js';

/** A corpus that is cached or being built. */
export type CachedCorpus = { collections: readonly PreparedCollection[]; building: Promise<Corpus> };

/**
 * The cost of a changed posting in an update, relative to a posting in a full build (docs/decisions/0010-merging-by-what-changed.md);
 * `npm run bench -- merge` measures it.
 */
const changedCost = 2.25;

/**
 * Merges collections, yielding every few milliseconds: an update of the cached corpus that differs least where that is
 * cheaper, else a full build.
 */
export async function buildCorpus(
  collections: readonly PreparedCollection[],
  cached: readonly CachedCorpus[],
): Promise<Corpus> {
  const base = cheapestBase(collections, cached);
  const former = base === null ? emptyCorpus : await base.building;
  return runCooperatively(updateCorpus(hasStaleLocations(former) ? emptyCorpus : former, collections));
}

/** The cached corpus from which an update is cheapest; `null` = a full build is cheaper. */
function cheapestBase(
  collections: readonly PreparedCollection[],
  cached: readonly CachedCorpus[],
): CachedCorpus | null {
  let best: CachedCorpus | null = null;
  let least = sizeOf(collections) / changedCost;
  for (const each of cached) {
    const { added, removed } = changeOf(each.collections, collections);
    const changed = sizeOf(added) + sizeOf(removed);
    if (changed >= least) continue;
    best = each;
    least = changed;
  }
  return best;
}

const sizeOf = (collections: readonly PreparedCollection[]): number =>
  collections.reduce((sum, { size }) => sum + size, 0);

/** Whether updates have left many location sets that no item uses: an update only ever adds to the table. */
function hasStaleLocations({ collections, columns }: Corpus): boolean {
  const inUse = collections.reduce((sum, { locationSetCount }) => sum + locationSetCount, 0);
  return columns.locationSets.length > 2 * inUse + 100;
}
