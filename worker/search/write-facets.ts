import { announcedAs } from '../../shared/queue/queues.js';
import { announce } from '../../shared/redis/listener.js';
import { redisChannels } from '../../shared/redis/redis-keys.js';
import type { StoredFacets } from '../../shared/search/facets.js';
import { nobody } from '../../shared/search/retention.js';
import { readRanked, writeFacets } from '../../shared/search/search-document.js';
import { enforceBudget } from '../collect/protect/enforce-budget.js';
import { silence } from '../engine/engine.js';
import { askHeld, type RankedDocument } from './ask-held.js';
import type { AnalyzedSearchJob, SearchRunContext } from './search-context.js';

/**
 * Counts the facets of a document version, over its sources' stored postings and as of the time it was ranked. Does
 * nothing when the document was replaced in the meantime, which waiting requests detect themselves.
 */
export async function writeFacetsOf(context: SearchRunContext, job: AnalyzedSearchJob, version: string): Promise<void> {
  const { redis, logger } = context;
  const began = performance.now();
  const document = await readRanked(redis, job.key);
  if (document !== null && document.head.version === version) {
    const facets = await countAll(context, job, document);
    const owner = job.budget?.owner ?? nobody;
    const written = await writeFacets(redis, job.key, { version, owner, facets, now: context.now() });
    await enforceBudget(context, written, job.budget ?? null);
  }
  await announce(redis, redisChannels.documents, { key: announcedAs(job), state: 'further' });
  const tookMs = Math.round(performance.now() - began);
  logger.info({ requestId: job.requestId, search: job.key, tookMs }, 'search: facets counted');
}

async function countAll(
  context: SearchRunContext,
  job: AnalyzedSearchJob,
  document: RankedDocument,
): Promise<StoredFacets> {
  const { head } = document;
  const { exact, facets, ...found } = await askHeld(context, job, { document, ask: context.engine.facets });
  // Near matches come from the document: facets count none.
  const near = head.exact === undefined ? 0 : head.total - head.exact;
  return { exact, facets, total: exact + near, notices: silence(found) };
}
