/** The jobs of a new collection: those that were read now, and those that the former one has. */
import type { CollectedJob } from '../../../shared/search/collections/collection-store.js';
import { hideObtained } from '../../../shared/secrets/redact.js';
import { foldWord } from '../../../shared/words/text.js';
import { jobId } from '../../normalise/text/job-id.js';
import { readUrl } from '../../normalise/text/url.js';
import { mapInTurns } from '../../process/cooperative.js';
import { emptyPosting, type Posting } from '../../sources/posting.js';
import type { Source } from '../../sources/source.js';
import { loginOf } from '../../sources/source-limits.js';
import type { PostingManifest } from '../crawl/crawl-manifest.js';
import type { CrawledEntry, CrawlResult } from '../crawl/crawl-result.js';

/** Jobs of the former collection by their place in it. */
export type HeldJobs = ReadonlyMap<number, CollectedJob>;

/** A collection's jobs, and which of its postings became which. */
type AssembledJobs = { jobs: CollectedJob[]; postings: PostingManifest['postings'] };

/**
 * Puts the jobs of a crawl in its order: those that were normalised now, and those that the former collection holds. Of jobs
 * with equal ids the first is kept.
 */
export async function assembleJobs(
  source: string,
  entries: readonly CrawledEntry[],
  { normalised, held }: { normalised: readonly CollectedJob[]; held: HeldJobs },
): Promise<AssembledJobs> {
  const byId = new Map(normalised.map((each) => [each.job.id, each]));
  const found = await mapInTurns(entries, ({ posting, job }) =>
    posting === null ? held.get(job) : byId.get(idOf(source, posting)),
  );
  const placed = new Set<string>();
  const jobs: CollectedJob[] = [];
  const postings: AssembledJobs['postings'] = [];
  for (const [at, { hash }] of entries.entries()) {
    const each = found[at];
    const isPlaced = each !== undefined && !placed.has(each.job.id);
    postings.push({ hash, job: isPlaced ? jobs.length : -1 });
    if (isPlaced) {
      placed.add(each.job.id);
      jobs.push(each);
    }
  }
  return { jobs, postings };
}

/** The id that normalising gives a posting; empty when its address is unusable, so that it becomes no job. */
function idOf(source: string, { sourceJobId, url }: Posting): string {
  const sourceId = sourceJobId ?? readUrl(url);
  return sourceId === null ? '' : jobId(source, sourceId);
}

/** Held jobs of a company that tell where its other postings are. */
const jobsOfCompany = 30;

/**
 * Where the companies of new postings are, by the jobs that are stored: a new posting of "Cambridge" is in Massachusetts when the
 * other postings of its company are there (worker/normalise/place/company-location-bias.ts), though they are not read again.
 */
export function biasSample({ postings, entries }: CrawlResult, held: HeldJobs): Posting[] {
  const wanted = new Set(postings.map(({ company }) => foldWord(company.name ?? '')));
  const counts = new Map<string, number>();
  const used = entries.flatMap(({ job }) => (job === null ? [] : (held.get(job) ?? [])));
  return used.flatMap(({ job: { title, url, company, places, remoteRegions } }): Posting[] => {
    const name = foldWord(company.name ?? '');
    const count = counts.get(name) ?? 0;
    if (name === '' || !wanted.has(name) || count === jobsOfCompany) return [];
    counts.set(name, count + 1);
    return [
      {
        ...emptyPosting(title, url),
        company: { name: company.name, url: null, logoUrl: null },
        places: places.map(({ city, region, country }) => ({ text: null, city, region, country })),
        remoteRegions: remoteRegions.map(({ text }) => text),
      },
    ];
  });
}

/** The postings of a source, without its credentials where it has some. */
export async function withoutCredentials(source: Source, postings: readonly Posting[]): Promise<readonly Posting[]> {
  if (source.kind.keyed !== true && loginOf(source) === undefined) return postings;
  return mapInTurns(postings, (posting) => hideIn(posting) as Posting);
}

/** Postings are plain data, a few levels deep. */
function hideIn(value: unknown): unknown {
  if (typeof value === 'string') return hideObtained(value);
  if (Array.isArray(value)) return value.map(hideIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hideIn(each)]));
}
