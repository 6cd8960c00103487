import { randomUUID } from 'node:crypto';
import { addOnce, payloadVersion, priorities, type SearchJob, type WarmJob } from '../../shared/queue/queues.js';
import {
  type DocumentPage,
  documentVersion,
  readDocument,
  readDocumentSubject,
} from '../../shared/search/search-document.js';
import { readBusiest } from '../../shared/search/search-runs.js';
import type { WarmContext } from './run-scheduled.js';

/** The popularity from which a search is busy: three recent requests. Each counts 1, with a half-life of half an hour. */
const leastAsked = 2;

/** A document is refreshed in the last part of its freshness lifetime, at most two minutes before its end. */
const lastPart = 1 / 5;
const maxLeadMs = 120_000;

/**
 * Queues the busiest searches whose documents go stale soon, at most `atOnce` of them and at the lowest priority; only
 * collections that would go stale are collected again. Returns the keys of the queued searches.
 */
export async function refreshBusiest(
  context: WarmContext,
  { top, atOnce }: Extract<WarmJob, { kind: 'busiest' }>,
): Promise<string[]> {
  const { redis, metrics, now } = context;
  const at = now();
  const busiest = await readBusiest(redis, { top, least: leastAsked, now: at });
  const pages = await Promise.all(busiest.map(({ key }) => readDocument(redis, key, { from: 0, count: 0 })));
  const queued: string[] = [];
  for (const [index, { key }] of busiest.entries()) {
    if (queued.length === atOnce) break;
    const page = pages[index];
    const leadMs = page === undefined ? null : leadOf(page, { now: at.getTime(), sourcesHash: context.sourcesHash });
    if (leadMs === null || !(await refresh(context, key, at.getTime() + leadMs))) continue;
    queued.push(key);
    metrics.warmed('busiest', 'queued');
  }
  return queued;
}

/** The lead with which a due document is refreshed before it goes stale, in milliseconds; `null` when it is not due. */
export function leadOf(
  { head, running }: Pick<DocumentPage, 'head' | 'running'>,
  { now, sourcesHash }: { now: number; sourcesHash: string },
): number | null {
  if (head === null || head.state !== 'complete' || running !== null) return null;
  const lifetimeMs = head.freshUntil - Math.max(head.collectedAt ?? now, head.rankedAt ?? 0);
  const leadMs = Math.min(maxLeadMs, Math.max(0, lifetimeMs) * lastPart);
  // A document made with a different sources file is never served, so it counts as stale.
  return head.sourcesPrint !== sourcesHash || now >= head.freshUntil - leadMs ? leadMs : null;
}

/** Queues a document's search; `false` when it is already queued or running, or the document has just expired. */
async function refresh({ redis, searches }: WarmContext, key: string, freshAt: number): Promise<boolean> {
  const subject = await readDocumentSubject(redis, key);
  if (subject === null || (await searches.getJob(key)) !== undefined) return false;
  const search: SearchJob = {
    ...{ v: payloadVersion, key, subject, requestId: `warm-${randomUUID()}`, runId: randomUUID() },
    ...{ documents: documentVersion, priority: priorities.warming, newerThan: 0, freshAt },
  };
  await addOnce(searches, search);
  return true;
}
