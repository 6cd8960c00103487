/** Bounds the memory of a crawl: pages are fetched when there is room for them, and count until their postings are stored. */
import type { FetchHashed } from '../../fetch/fetch-page.js';
import type { ByteAccount, Reservation } from '../../process/byte-budget.js';
import type { Posting } from '../../sources/posting.js';
import { SourceError } from '../../sources/source.js';
import type { ParsePage } from '../../threads/read-in-threads.js';

/** Bytes of memory that a parsed posting takes in addition to its texts. */
const bytesPerPosting = 1000;

const bytesOf = ({ descriptionHtml, descriptionText }: Posting): number =>
  bytesPerPosting + (descriptionHtml?.length ?? 0) + (descriptionText?.length ?? 0);

/** Fetches pages when there is room for them, and counts their bytes until they are parsed. `first`: room for the first one. */
export function fetchWithin(account: ByteAccount, first: Reservation, fetchHashed: FetchHashed): FetchHashed {
  let unused: Reservation | null = first;
  return async (request, options) => {
    const reserved = unused;
    unused = null;
    const reservation = reserved ?? (await reserve(account, options.signal));
    let pageBytes = 0;
    try {
      const page = await fetchHashed(request, options);
      pageBytes = page.heldBytes;
      const read = async () => {
        const { further, ...response } = await page.read();
        if (further === undefined) {
          account.replace(pageBytes, response.body.length);
          return response;
        }
        // The compressed answer stays in memory until its last part has been read.
        account.replace(0, response.body.length);
        return { ...response, further: countParts(account, further, pageBytes) };
      };
      return { ...page, read };
    } finally {
      reservation.settle(pageBytes);
    }
  };
}

/** Counts each further part of an answer, which `parseWithin` replaces by its postings, and frees the answer at their end. */
async function* countParts(
  account: ByteAccount,
  further: AsyncIterable<string>,
  pageBytes: number,
): AsyncGenerator<string, undefined> {
  try {
    for await (const part of further) {
      account.replace(0, part.length);
      yield part;
    }
  } finally {
    account.replace(pageBytes, 0);
  }
}

/** Waits for room, at most until the source's time is up. */
async function reserve(account: ByteAccount, signal: AbortSignal): Promise<Reservation> {
  try {
    return await account.reserve(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new SourceError('timeout', 'The time for this source was up before there was memory for its next page.');
  }
}

/** Parses pages and counts their postings in place of their bodies. */
export const parseWithin =
  (account: ByteAccount, parse: ParsePage): ParsePage =>
  async (source, page) => {
    const bodyBytes = page.response.rendered ? 0 : page.response.body.length;
    let bytes = 0;
    try {
      const parsed = await parse(source, page);
      bytes = parsed.postings.reduce((sum, posting) => sum + bytesOf(posting), 0);
      return parsed;
    } finally {
      account.replace(bodyBytes, bytes);
    }
  };
