import type { Posting } from '../sources/posting.js';

/**
 * Postings of a source, packed to pass between threads: their descriptions as UTF-8 outside V8's heap, everything else
 * as JSON. A thread that only passes them on never makes strings of the descriptions.
 */
export type PostingBatch = {
  json: string;
  /** HTML and text of each posting, in sequence. */
  texts: Uint8Array;
  /** Two byte lengths per posting, of HTML and text; -1 = see `json` (`null`, or a text not valid in UTF-8). */
  lengths: Int32Array;
};

/** The parts of postings that show where their companies are, as JSON. */
export type LocatedBatch = string;

/** The part of a posting that shows where its company is. */
export type LocatedPosting = Pick<Posting, 'company' | 'places' | 'remoteRegions'>;

/** Postings in one batch: all are repeated when one must be left out, and all are unpacked without yielding. */
export const batchSize = 50;

/** Splits postings into batches, in order. */
export function batchesOf(postings: readonly Posting[]): (readonly Posting[])[] {
  const batches: (readonly Posting[])[] = [];
  for (let from = 0; from < postings.length; from += batchSize) batches.push(postings.slice(from, from + batchSize));
  return batches;
}

/** A posting without the descriptions stored as bytes. */
type PackedPosting = { rest: Posting; html: Uint8Array | null; text: Uint8Array | null };

/** The packed form of postings made by `holdPostings`. */
const packedForms = new WeakMap<Posting, PackedPosting>();

/** Packs postings; those made by `holdPostings` are copied unchanged. */
export function packPostings(postings: readonly Posting[]): PostingBatch {
  const packed = postings.map((posting) => packedForms.get(posting) ?? pack(posting));
  const parts = packed.flatMap(({ html, text }) => [html, text]);
  const texts = new Uint8Array(parts.reduce((sum, part) => sum + (part?.length ?? 0), 0));
  let at = 0;
  for (const part of parts) {
    if (part === null) continue;
    texts.set(part, at);
    at += part.length;
  }
  const lengths = Int32Array.from(parts, (part) => part?.length ?? -1);
  return { json: JSON.stringify(packed.map(({ rest }) => rest)), texts, lengths };
}

/** Unpacks postings completely. */
export const unpackPostings = (batch: PostingBatch): Posting[] =>
  split(batch).map(({ rest, html, text }) => ({
    ...rest,
    descriptionHtml: html === null ? rest.descriptionHtml : decode(html),
    descriptionText: text === null ? rest.descriptionText : decode(text),
  }));

/** Unpacks postings, decoding descriptions on each access. */
export const holdPostings = (batch: PostingBatch): Posting[] =>
  split(batch).map((packed) => {
    const { rest, html, text } = packed;
    const posting: Posting = {
      ...rest,
      get descriptionHtml() {
        return html === null ? rest.descriptionHtml : decode(html);
      },
      get descriptionText() {
        return text === null ? rest.descriptionText : decode(text);
      },
    };
    packedForms.set(posting, packed);
    return posting;
  });

/** Approximate memory of a posting's descriptions. */
export function bytesOfTexts(posting: Posting): number {
  const { html, text } = packedForms.get(posting) ?? { html: posting.descriptionHtml, text: posting.descriptionText };
  return (html?.length ?? 0) + (text?.length ?? 0);
}

function pack(posting: Posting): PackedPosting {
  const html = encode(posting.descriptionHtml);
  const text = encode(posting.descriptionText);
  return {
    rest: {
      ...posting,
      descriptionHtml: html === null ? posting.descriptionHtml : null,
      descriptionText: text === null ? posting.descriptionText : null,
    },
    html,
    text,
  };
}

/** A text as UTF-8; `null` when there is none, or UTF-8 would change it (half of a surrogate pair). */
const encode = (text: string | null): Uint8Array | null =>
  text === null || !text.isWellFormed() ? null : Buffer.from(text);

const decode = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString();

function split({ json, texts, lengths }: PostingBatch): PackedPosting[] {
  let at = 0;
  const part = (index: number): Uint8Array | null => {
    const length = lengths[index] ?? -1;
    if (length < 0) return null;
    at += length;
    return texts.subarray(at - length, at);
  };
  return (JSON.parse(json) as Posting[]).map((rest, index) => {
    const html = part(2 * index);
    return { rest, html, text: part(2 * index + 1) };
  });
}

export function packLocated(postings: readonly Posting[]): LocatedBatch {
  return JSON.stringify(
    postings.map(({ company, places, remoteRegions }): LocatedPosting => ({ company, places, remoteRegions })),
  );
}

export const unpackLocated = (batch: LocatedBatch): LocatedPosting[] => JSON.parse(batch) as LocatedPosting[];
