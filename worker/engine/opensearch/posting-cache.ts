import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { SearchCluster } from '../../../shared/cluster/cluster.js';
import { unusable } from '../../../shared/cluster/cluster.js';
import { createSegmentTools, openSegment, type SegmentTools } from '../../match/segment/open-segment.js';
import type { PreparedCollection } from '../../match/segment/prepared-collection.js';
import { hitsOf, oneText } from './answer-shapes.js';
import type { IndexNames } from './index-schema.js';

/** What names a version of a posting. */
export type FoundPosting = { name: string; content: string };

type FetchedPosting = { segment: Uint8Array; prepared: PreparedCollection };

/** A document as a search names it; `opening` and `members`: the postings that may be one opening with it. */
export type NamedDocument = FoundPosting & {
  collection: string;
  isBoard: boolean;
  opening: string;
  members: string;
};

/** Postings that were fetched, within a limit of memory. */
export type PostingCache = {
  /** These postings, in their order; `null` = a document was changed or removed since the search. */
  fetch<Document extends FoundPosting>(documents: readonly Document[]): Promise<(Document & FetchedPosting)[] | null>;
  bytes(): number;
  size(): number;
};

/** Postings fetched in one request, some 7 kB each. */
const fetchedAtOnce = 500;

/** What an opened segment takes besides its bytes: some fifty views of them. */
const bytesOfOpened = 8000;

/** A posting that is searched again and again, each time beside others: its few location sets are read once. */
function keepingSets(prepared: PreparedCollection): PreparedCollection {
  let sets: ReturnType<PreparedCollection['locationSets']> | null = null;
  return {
    ...prepared,
    locationSets() {
      sets ??= prepared.locationSets();
      return sets;
    },
  };
}

type Options = { cluster: SearchCluster; names: IndexNames; maxBytes: number; tools?: SegmentTools };

const packedShape = hitsOf(z.object({ fields: z.object({ segment: oneText }) }));

/** Bytes of an unpacked segment of one posting at most: its text has a tenth. */
const longestSegment = 10_000_000;

/** The characters of a document's name and content (`documentHash`), with which a packed posting begins. */
const hashLength = 22;

/**
 * A posting as a document has it, in base64: its name, its content, and its segment, compressed. The index keeps it as a value of its own: to
 * read and unpack it takes a third of the time of a field of `_source`.
 */
export const packPosting = ({ name, content, segment }: FoundPosting & { segment: Uint8Array }): string =>
  // Higher levels save two per cent.
  Buffer.concat([Buffer.from(name + content), deflateRawSync(segment, { level: 1 })]).toString('base64');

function unpackPosting(packed: string): FoundPosting & { segment: Uint8Array } {
  const bytes = Buffer.from(packed, 'base64');
  const [name, content] = [
    bytes.toString('latin1', 0, hashLength),
    bytes.toString('latin1', hashLength, 2 * hashLength),
  ];
  // A copy of its own: a slice of Buffer's pool has no alignment.
  return {
    name,
    content,
    segment: Uint8Array.from(inflateRawSync(bytes.subarray(2 * hashLength), { maxOutputLength: longestSegment })),
  };
}

/** Creates a cache of postings: those that a search has used stay until others need the memory. */
export function createPostingCache({ cluster, names, maxBytes, tools = createSegmentTools() }: Options): PostingCache {
  const kept = new LRUCache<string, FetchedPosting>({
    maxSize: maxBytes,
    sizeCalculation: ({ segment }) => segment.byteLength + bytesOfOpened,
  });
  const keyOf = ({ name, content }: FoundPosting): string => `${name} ${content}`;
  const opened = (packed: string): { found: FoundPosting; posting: FetchedPosting } => {
    try {
      const { segment, ...found } = unpackPosting(packed);
      return { found, posting: { segment, prepared: keepingSets(openSegment(segment, tools)) } };
    } catch (error) {
      throw unusable(`holds a posting that cannot be unpacked (${String(error)})`);
    }
  };
  const fetchSome = async (documents: readonly FoundPosting[], into: Map<string, FetchedPosting>): Promise<void> => {
    const body = {
      query: { bool: { filter: [{ terms: { name: documents.map(({ name }) => name) } }] } },
      ...{ size: documents.length, _source: false, stored_fields: '_none_', docvalue_fields: ['segment'] },
      ...{ track_total_hits: false, sort: ['_doc'] },
    };
    const { hits } = await cluster.ask({ method: 'POST', path: `/${names.postings}/_search`, body }, packedShape);
    for (const { fields } of hits.hits) {
      const { found, posting } = opened(fields.segment[0]);
      kept.set(keyOf(found), posting);
      into.set(keyOf(found), posting);
    }
  };
  return {
    async fetch<Document extends FoundPosting>(documents: readonly Document[]) {
      const found = new Map<string, FetchedPosting>();
      const unknown: Document[] = [];
      for (const document of documents) {
        const known = kept.get(keyOf(document));
        if (known === undefined) unknown.push(document);
        else found.set(keyOf(document), known);
      }
      for (let from = 0; from < unknown.length; from += fetchedAtOnce)
        await fetchSome(unknown.slice(from, from + fetchedAtOnce), found);
      const postings: (Document & FetchedPosting)[] = [];
      for (const document of documents) {
        const posting = found.get(keyOf(document));
        if (posting === undefined) return null;
        postings.push({ ...document, ...posting });
      }
      return postings;
    },
    bytes: () => kept.calculatedSize,
    size: () => kept.size,
  };
}
