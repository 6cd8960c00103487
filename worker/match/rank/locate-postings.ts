import type { Task } from '../../process/cooperative.js';
import { addressKey } from '../dedupe/job-fingerprint.js';
import type { PreparedCollection } from '../segment/prepared-collection.js';

type Located = Pick<PreparedCollection, 'fingerprintIndex' | 'idAt'>;

/**
 * The ids of the postings at each of these addresses (`canonicalUrl`), in the order of the addresses. By 50 bits of hash: among a
 * million postings one of 10 million lookups of a hundred addresses finds a posting of another address.
 */
export function* locating(collections: readonly Located[], addresses: readonly string[]): Task<string[][]> {
  const ids = addresses.map((): string[] => []);
  const keys = addresses.map(addressKey);
  const entries: number[] = [];
  for (const { fingerprintIndex, idAt } of collections) {
    for (const [at, key] of keys.entries()) {
      entries.length = 0;
      fingerprintIndex.gather(key, entries);
      for (const entry of entries) ids[at]?.push(idAt(entry));
    }
    yield;
  }
  return ids;
}
