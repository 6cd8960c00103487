/** Postings as documents hold them: each prepared for matching by itself, and compressed. */
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type SearchCluster, unusable } from '../../../shared/cluster/cluster.js';
import { createSegmentTools, openSegment, type PreparedCollection } from '../../match/segment/open-segment.js';
import type { IndexNames } from './index-schema.js';

/** A posting by the name of its document's part and a hash of its segment. */
type PostingName = { name: string; content: string };

/** A document that was found: `content` changes with its postings. */
export type NamedOpening = { name: string; content: string };

export type OpenedPosting = PostingName & { segment: Uint8Array; prepared: PreparedCollection };

/** Openings whose postings were fetched, within a limit of memory. */
export type OpeningCache = {
  /** The postings of these openings, in their order; `null` = one was changed or removed since it was found. */
  fetch(openings: readonly NamedOpening[]): Promise<OpenedPosting[][] | null>;
  bytes(): number;
  size(): number;
};

/** A short name of any text or bytes. */
export const documentHash = (of: string | Uint8Array): string =>
  createHash('sha256').update(of).digest('base64url').slice(0, hashLength);

/** Characters of a name and of a content, with which a packed posting begins. */
const hashLength = 22;

/** Bytes of an unpacked segment of one posting at most: its text has a tenth. */
const longestSegment = 10_000_000;

/** What an opened segment takes besides its bytes: some fifty views of them. */
const bytesOfOpened = 8000;

/** Openings fetched in one request, some 7 kB each. */
const fetchedAtOnce = 500;

const tools = createSegmentTools();

/** A posting in base64: its name, its content, and its segment, compressed. */
export const packPosting = ({ name, content, segment }: Omit<OpenedPosting, 'prepared'>): string =>
  // Higher levels save two per cent.
  Buffer.concat([Buffer.from(name + content), deflateRawSync(segment, { level: 1 })]).toString('base64');

function unpackPosting(packed: string): OpenedPosting {
  try {
    const bytes = Buffer.from(packed, 'base64');
    const unpacked = inflateRawSync(bytes.subarray(2 * hashLength), { maxOutputLength: longestSegment });
    // A copy: a slice of Buffer's pool has no alignment.
    const segment = Uint8Array.from(unpacked);
    return {
      name: bytes.toString('latin1', 0, hashLength),
      content: bytes.toString('latin1', hashLength, 2 * hashLength),
      segment,
      prepared: openPosting(segment),
    };
  } catch (error) {
    throw unusable(`holds a posting that cannot be unpacked (${String(error)})`);
  }
}

/** Opens the segment of a posting, whose few location sets are read once: it is searched again and again. */
export function openPosting(segment: Uint8Array): PreparedCollection {
  const prepared = openSegment(segment, tools);
  let sets: ReturnType<PreparedCollection['locationSets']> | null = null;
  return {
    ...prepared,
    locationSets() {
      sets ??= prepared.locationSets();
      return sets;
    },
  };
}

const oneText = z.tuple([z.string()]);
const fetchedShape = z.object({
  hits: z.object({
    hits: z.array(
      z.object({ fields: z.object({ name: oneText, content: oneText, segments: z.array(z.string()).min(1) }) }),
    ),
  }),
});

/** Creates a cache of openings: those that a search has used stay until others need the memory. */
export function createOpeningCache({
  cluster,
  names,
  maxBytes,
}: {
  cluster: SearchCluster;
  names: IndexNames;
  maxBytes: number;
}): OpeningCache {
  const kept = new LRUCache<string, OpenedPosting[]>({
    maxSize: maxBytes,
    sizeCalculation: (postings) => postings.reduce((sum, { segment }) => sum + segment.byteLength + bytesOfOpened, 0),
  });
  const keyOf = ({ name, content }: NamedOpening): string => `${name} ${content}`;
  const fetchSome = async (openings: readonly NamedOpening[], into: Map<string, OpenedPosting[]>): Promise<void> => {
    const body = {
      query: { bool: { filter: [{ terms: { name: openings.map(({ name }) => name) } }] } },
      size: openings.length,
      _source: false,
      stored_fields: '_none_',
      docvalue_fields: ['name', 'content', 'segments'],
      track_total_hits: false,
      sort: ['_doc'],
    };
    const answer = await cluster.ask({ method: 'POST', path: `/${names.openings}/_search`, body }, fetchedShape);
    for (const { fields } of answer.hits.hits) {
      const key = keyOf({ name: fields.name[0], content: fields.content[0] });
      const postings = fields.segments.map(unpackPosting);
      kept.set(key, postings);
      into.set(key, postings);
    }
  };
  return {
    async fetch(openings) {
      const found = new Map<string, OpenedPosting[]>();
      const unknown: NamedOpening[] = [];
      for (const opening of openings) {
        const known = kept.get(keyOf(opening));
        if (known === undefined) unknown.push(opening);
        else found.set(keyOf(opening), known);
      }
      for (let from = 0; from < unknown.length; from += fetchedAtOnce)
        await fetchSome(unknown.slice(from, from + fetchedAtOnce), found);
      const all: OpenedPosting[][] = [];
      for (const opening of openings) {
        const postings = found.get(keyOf(opening));
        if (postings === undefined) return null;
        all.push(postings);
      }
      return all;
    },
    bytes: () => kept.calculatedSize,
    size: () => kept.size,
  };
}
