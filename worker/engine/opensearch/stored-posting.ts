/** Postings as stored in documents: each prepared for matching separately, and compressed. */
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { unusable } from '../../../shared/cluster/cluster.js';
import { createSegmentTools, openSegment, type PreparedCollection } from '../../match/segment/open-segment.js';

/** An opening's entry for a posting. `content`: a hash of its segment; `isBoard`: of a full board's collection. */
export type PostingPart = { name: string; content: string; collection: string; isBoard: boolean };

export type StoredPosting = PostingPart & { segment: Uint8Array; prepared: PreparedCollection };

/** A short name of any text or bytes. */
export const documentHash = (of: string | Uint8Array): string =>
  createHash('sha256').update(of).digest('base64url').slice(0, hashLength);

const hashLength = 22;

/** Maximum bytes of an unpacked segment of one posting: its text has a tenth. */
const longestSegment = 10_000_000;

const tools = createSegmentTools();

/** A posting prepared as a segment. */
export const openPosting = (part: PostingPart, segment: Uint8Array): StoredPosting => ({
  ...part,
  segment,
  prepared: openSegment(segment, tools),
});

/** Values of the fields `parts` and `segments`; both begin with the name, which the index sorts them by. */
export const packPart = ({ name, content, collection, isBoard }: PostingPart): string =>
  JSON.stringify([name, content, collection, isBoard]);
export const packSegment = ({ name, segment }: StoredPosting): string =>
  // Higher levels save two per cent.
  Buffer.concat([Buffer.from(name), deflateRawSync(segment, { level: 1 })]).toString('base64');

/** Parses a value of `parts`. */
export function partIn(text: string): PostingPart {
  const [name, content, collection, isBoard] = JSON.parse(text) as [string, string, string, boolean];
  return { name, content, collection, isBoard };
}

/** Opened postings cached by a process, within a memory limit: opening one takes longer than fetching it. */
export type OpenedPostings = LRUCache<string, StoredPosting>;
export const createOpenedPostings = (maxSize: number): OpenedPostings =>
  new LRUCache({ maxSize, sizeCalculation: ({ segment }) => segment.byteLength + bytesOfOpened });

/** Memory of an opened segment other than its bytes: some fifty views of them. */
const bytesOfOpened = 8000;

/** Parses a value of `segments`. */
export function postingIn(packed: string, part: PostingPart | undefined, opened: OpenedPostings): StoredPosting {
  const key = `${part?.name} ${part?.content}`;
  const known = opened.get(key);
  if (known !== undefined) return known;
  try {
    const bytes = Buffer.from(packed, 'base64');
    if (part?.name !== bytes.toString('latin1', 0, hashLength)) throw new Error('it has another name');
    // A copy: a slice of Buffer's pool has no alignment.
    const unpacked = inflateRawSync(bytes.subarray(hashLength), { maxOutputLength: longestSegment });
    const posting = openPosting(part, new Uint8Array(unpacked));
    opened.set(key, posting);
    return posting;
  } catch (error) {
    throw unusable(`has a posting that cannot be unpacked (${String(error)})`);
  }
}
