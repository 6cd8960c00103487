import { randomUUID } from 'node:crypto';
import { addOnce, priorities, type SearchJob, type WarmJob } from '../../shared/queue/queues.js';
import { type DocumentPage, documentVersion, readDocument, readSubject } from '../../shared/search/search-document.js';
import { readBusiest } from '../../shared/search/search-popularity.js';
import type { WarmTools } from './run-scheduled.js';

/** A search is busy when it was asked for so often, each time halved every half hour: three times of late, at the least. */
const leastAsked = 2;

/** A document is refreshed in the last part of its fresh life, and no sooner than that. */
const lastPart = 1 / 5;
const soonestMs = 120_000;

/**
 * Refreshes the busiest searches whose documents go stale soon, no more than `atOnce`: they wait behind all people, and
 * only what would go stale is collected. Gives the keys of those it queued.
 */
export async function refreshBusiest(
  tools: WarmTools,
  { top, atOnce }: Extract<WarmJob, { kind: 'busiest' }>,
): Promise<string[]> {
  const { redis, metrics, now } = tools;
  const at = now();
  const busiest = await readBusiest(redis, { top, least: leastAsked, now: at });
  const pages = await Promise.all(busiest.map(({ key }) => readDocument(redis, key, { from: 0, count: 0 })));
  const queued: string[] = [];
  for (const [index, { key }] of busiest.entries()) {
    if (queued.length === atOnce) break;
    const page = pages[index];
    const leadMs = page === undefined ? null : leadOf(page, { now: at.getTime(), sourcesPrint: tools.sourcesPrint });
    if (leadMs === null || !(await refresh(tools, key, at.getTime() + leadMs))) continue;
    queued.push(key);
    metrics.warmed('busiest', 'queued');
  }
  return queued;
}

/** How long before its end a document is refreshed, in milliseconds; `null` when there is no need to. */
export function leadOf(
  { head, running }: Pick<DocumentPage, 'head' | 'running'>,
  { now, sourcesPrint }: { now: number; sourcesPrint: string },
): number | null {
  if (head === null || head.state !== 'complete' || running !== null) return null;
  const leadMs = Math.min(soonestMs, Math.max(0, head.freshUntil - (head.collectedAt ?? now)) * lastPart);
  // Nobody is given a document made from another sources file: it is as good as stale.
  return head.sourcesPrint !== sourcesPrint || now >= head.freshUntil - leadMs ? leadMs : null;
}

/** Queues the search of a document; `false` when it waits or runs already, or the document has just expired. */
async function refresh({ redis, searches }: WarmTools, key: string, freshAt: number): Promise<boolean> {
  const subject = await readSubject(redis, key);
  if (subject === null || (await searches.getJob(key)) !== undefined) return false;
  const search: SearchJob = {
    ...{ v: 1, key, subject, requestId: `warm-${randomUUID()}`, runId: randomUUID() },
    ...{ documents: documentVersion, priority: priorities.warming, newerThan: 0, freshAt },
  };
  await addOnce(searches, search);
  return true;
}
