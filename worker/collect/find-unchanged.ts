import type { FetchHashed } from '../fetch/fetch-page.js';
import { type Narrow, type PageRequest, paceOf, type Source, SourceError } from '../sources/source.js';
import type { ManifestPage } from './crawl/crawl-manifest.js';
import { drainQueue } from './crawl/drain-queue.js';
import type { ReceivedPages } from './crawl/received-pages.js';

type UnchangedContext = {
  fetchHashed: FetchHashed;
  /** Takes up all responses. */
  received: ReceivedPages;
  userAgent: string;
  signal: AbortSignal;
};

/**
 * Whether every request of a source's former crawl is answered as before: by a 304, or by the same bytes. Stops at the first
 * difference or failure; what was received by then need not be requested again.
 */
export async function isUnchanged(
  source: Source,
  { narrow, requests }: { narrow: Narrow; requests: readonly ManifestPage[] },
  { fetchHashed, received, userAgent, signal }: UnchangedContext,
): Promise<boolean> {
  const first = source.kind.requests(source.settings, narrow);
  const waiting = requests.map(({ request, hash }) => ({
    request: typeof request === 'number' ? first[request] : (request as PageRequest),
    hash,
  }));
  const pace = paceOf(source);
  let isSame = requests.length > 0;
  await drainQueue(waiting, pace.concurrency, async ({ request, hash }) => {
    if (request === undefined || !(await isAnsweredBy(request, hash))) {
      isSame = false;
      waiting.length = 0;
    }
  });
  return isSame;

  async function isAnsweredBy(request: PageRequest, hash: string): Promise<boolean> {
    try {
      const page = await fetchHashed(request, { signal, userAgent, ...pace });
      received.add(request, page);
      return page.hash === hash;
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      received.add(request, error);
      return false;
    }
  }
}
