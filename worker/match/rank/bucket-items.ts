import { bucketCount, exportBucketAt } from '../../../shared/export/export-chunk.js';
import type { Task } from '../../process/cooperative.js';
import type { Corpus } from '../corpus/corpus.js';

/** Items by bucket (shared/export/export-chunk.ts): those of bucket `b` begin at `starts[b]`. */
export type BucketedItems = { items: Int32Array; starts: Uint32Array };

/** Items handled between two yields. */
const batch = 20_000;

/** Sorts items by the bucket of their ids; within a bucket they keep their order. */
export function* bucketItems({ collections, columns }: Corpus, items: Int32Array): Task<BucketedItems> {
  const buckets = new Uint16Array(items.length);
  const starts = new Uint32Array(bucketCount + 1);
  for (const [at, item] of items.entries()) {
    const collection = collections[columns.collection[item] ?? -1];
    if (collection === undefined) throw new Error(`There is no item ${item}.`);
    const { idBytes, idStarts } = collection.facts;
    const bucket = exportBucketAt(idBytes, idStarts[columns.entry[item] ?? -1] ?? 0);
    buckets[at] = bucket;
    starts[bucket + 1] = (starts[bucket + 1] ?? 0) + 1;
    if (at % batch === 0) yield;
  }
  for (let bucket = 0; bucket < bucketCount; bucket++)
    starts[bucket + 1] = (starts[bucket + 1] ?? 0) + (starts[bucket] ?? 0);
  const next = starts.slice();
  const sorted = new Int32Array(items.length);
  for (const [at, item] of items.entries()) {
    const bucket = buckets[at] ?? 0;
    const to = next[bucket] ?? 0;
    sorted[to] = item;
    next[bucket] = to + 1;
  }
  return { items: sorted, starts };
}
