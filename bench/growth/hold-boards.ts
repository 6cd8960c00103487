import { randomUUID } from 'node:crypto';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { type CollectedJob, writeCollection } from '../../shared/search/collections/collection-store.js';
import type { HeldJob } from '../../shared/search/job.js';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { collectionKey } from '../../worker/search/plan-collections.js';
import { readSourcesFile } from '../../worker/sources/config/sources-file.js';
import { holdDemoPostings } from '../lib/hold-demo-postings.js';

/** Maximum number of different postings; larger sizes repeat them with other companies and URLs. */
const different = 10_000;

/** How long they stay fresh: longer than any bench takes. */
const freshMs = 86_400_000;

/** Generates the postings of the boards; deterministic for a given number. */
export function makePostings(count: number): HeldJob[] {
  const made = holdDemoPostings({ seed: 5, postings: Math.min(count, different), now: new Date() }, loadGazetteer());
  return made.map(({ job }) => job);
}

/** Stores the postings as the collections of these sources, as if each had just been collected whole. */
export async function holdBoards(
  redis: RedisConnection,
  sources: readonly object[],
  { postings, count }: { postings: readonly HeldJob[]; count: number },
): Promise<void> {
  const each = count / sources.length;
  const now = Date.now();
  for (const [index, source] of readSourcesFile(JSON.stringify({ sources }), 'bench').entries()) {
    const jobs = Array.from({ length: each }, (_, at) => again(postings, index * each + at, source.id));
    const attempt = { at: now, status: 'ok', jobs: each, tookMs: 100, detail: null, ours: false } as const;
    const times = { collectedAt: now, freshUntil: now + freshMs, staleUntil: now + 2 * freshMs };
    const head = { v: 1, source: source.id, version: randomUUID(), ...times, jobs: each, detail: null } as const;
    await writeCollection(redis, collectionKey(source, {}), { head, attempt, jobs });
  }
}

function again(postings: readonly HeldJob[], number: number, source: string): CollectedJob {
  const job = postings[number % postings.length];
  if (job === undefined) throw new Error('There are no postings to hold.');
  const copy = Math.floor(number / postings.length);
  const other = {
    id: `job_${String(number).padStart(16, '0')}`,
    company: { ...job.company, name: `${job.company.name} ${copy}` },
    url: `${job.url}/${copy}`,
  };
  return { job: { ...job, source, ...(copy === 0 ? {} : other) }, descriptionHtml: '' };
}
