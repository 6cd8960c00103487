import { decodePage } from '../../../worker/fetch/decode-page.js';
import type { FetchHashed, FetchPage } from '../../../worker/fetch/fetch-page.js';
import { decodeMails } from '../../../worker/mail/packed-mails.js';
import type { ParsePage } from '../../../worker/threads/read-in-threads.js';

/** Parses in this thread, without a time limit. */
export const parseHere: ParsePage = async ({ kind, settings }, { response, request }) =>
  kind.parse(decodePage(await decodeMails(response, request), request), request, settings);

/** Pages whose responses are never the former ones. */
export const neverSame =
  (fetchPage: FetchPage): FetchHashed =>
  async (request, options) => {
    const page = await fetchPage(request, options);
    return { hash: crypto.randomUUID(), read: async () => page, heldBytes: page.body.length };
  };
