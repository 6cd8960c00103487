import type { CollectedJob } from '../../../shared/search/collections/collection-store.js';
import { jobId } from '../../normalise/text/job-id.js';
import { readUrl } from '../../normalise/text/url.js';
import type { Posting } from '../../sources/posting.js';
import type { PostingManifest } from '../crawl/crawl-manifest.js';
import type { CrawledEntry } from '../crawl/crawl-result.js';

/** Jobs of the former collection by their place in it. */
export type HeldJobs = ReadonlyMap<number, CollectedJob>;

/** A collection's jobs, and which of its postings became which. */
export type AssembledJobs = { jobs: CollectedJob[]; postings: PostingManifest['postings'] };

/**
 * Puts the jobs of a crawl in its order: those that were normalised now, and those that the former collection holds. Of jobs
 * with equal ids the first is kept.
 */
export function assembleJobs(
  source: string,
  entries: readonly CrawledEntry[],
  { normalised, held }: { normalised: readonly CollectedJob[]; held: HeldJobs },
): AssembledJobs {
  const byId = new Map(normalised.map((each) => [each.job.id, each]));
  const placed = new Set<string>();
  const jobs: CollectedJob[] = [];
  const postings: AssembledJobs['postings'] = [];
  for (const { hash, posting, job } of entries) {
    const found = posting === null ? held.get(job) : byId.get(idOf(source, posting));
    const isPlaced = found !== undefined && !placed.has(found.job.id);
    postings.push({ hash, job: isPlaced ? jobs.length : -1 });
    if (isPlaced) {
      placed.add(found.job.id);
      jobs.push(found);
    }
  }
  return { jobs, postings };
}

/** The id that normalising gives a posting; empty when its address is unusable, so that it becomes no job. */
function idOf(source: string, { sourceJobId, url }: Posting): string {
  const sourceId = sourceJobId ?? readUrl(url);
  return sourceId === null ? '' : jobId(source, sourceId);
}
