import { runCooperatively } from '../../process/cooperative.js';
import { type Corpus, changeOf, noCorpus, type PreparedCollection, renewCorpus } from './corpus.js';

/** A corpus that is held or being made. */
export type KnownCorpus = { collections: readonly PreparedCollection[]; making: Promise<Corpus> };

/** What a posting that came or went costs beside one that is merged with all others, and what each collection adds. */
const changedCost = 3;
const eachCollection = 1 / 40;

/**
 * Merges collections, a few milliseconds at a time: from the known corpus that differs least, where that is cheaper than
 * to merge all of them.
 */
export async function makeCorpus(
  collections: readonly PreparedCollection[],
  known: readonly KnownCorpus[],
): Promise<Corpus> {
  const near = nearest(collections, known);
  const former = near === null ? noCorpus : await near.making;
  return runCooperatively(renewCorpus(isCrowded(former) ? noCorpus : former, collections));
}

function nearest(collections: readonly PreparedCollection[], known: readonly KnownCorpus[]): KnownCorpus | null {
  let best: KnownCorpus | null = null;
  let least = sizeOf(collections) / (changedCost + collections.length * eachCollection);
  for (const each of known) {
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

/** Places stay when their postings go: a corpus made from one that was made from another … gathers them. */
function isCrowded({ collections, columns }: Corpus): boolean {
  const alive = collections.reduce((sum, { whereabouts }) => sum + whereabouts.size, 0);
  return columns.places.length > 2 * alive + 100;
}
