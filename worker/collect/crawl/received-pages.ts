import type { FetchedPage } from '../../fetch/fetch-page.js';
import type { PageRequest, SourceError } from '../../sources/source.js';
import { requestKey } from './crawl-manifest.js';

/** Responses that were compared with those of the former crawl, so that a crawl need not request them again. */
export type ReceivedPages = {
  add(request: PageRequest, outcome: FetchedPage | SourceError): void;
  /** The outcome of a request, once; `null` when it must be sent. */
  take(request: PageRequest): FetchedPage | SourceError | null;
};

/** Bytes of responses kept for one crawl; pages beyond them are requested again. The first is kept however large it is. */
const mostBytes = 16_000_000;

export function createReceivedPages(): ReceivedPages {
  const outcomes = new Map<string, FetchedPage | SourceError>();
  let bytes = 0;
  return {
    add(request, outcome) {
      const held = 'heldBytes' in outcome ? outcome.heldBytes : 0;
      if (bytes > 0 && bytes + held > mostBytes) return;
      bytes += held;
      outcomes.set(requestKey(request), outcome);
    },
    take(request) {
      const id = requestKey(request);
      const outcome = outcomes.get(id) ?? null;
      outcomes.delete(id);
      return outcome;
    },
  };
}
