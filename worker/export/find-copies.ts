import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { canonicalUrl } from '../../shared/search/canonical-url.js';
import { findClosed } from '../../shared/search/collections/collected-jobs.js';
import { readCollectionStates, readPackedJobs, unpackJobs } from '../../shared/search/collections/collection-store.js';
import type { HeldPostings } from '../../shared/search/collections/read-chunks.js';
import {
  type CopiesJob,
  type JobCopies,
  type LookupJob,
  readJobCopies,
  writeJobCopies,
  writeLocated,
} from '../../shared/search/lookup.js';
import type { Engine } from '../engine/engine.js';
import { joinExactRepeats } from '../match/dedupe/merge-duplicates.js';
import { readUrl } from '../normalise/text/url.js';
import { collectionsForAll, type PlanContext } from '../search/search-context.js';
import { isWholeBoard } from '../sources/collection-key.js';

export type FindCopiesContext = PlanContext &
  HeldPostings & {
    engine: Pick<Engine, 'copies'>;
    config: { STALE_SECONDS: number };
    now: () => Date;
  };

/**
 * Finds the duplicates of one posting among all stored postings, and writes them. The former result stays if a
 * collection could not be read, or no stored collection has the posting.
 */
export async function updateCopies(context: FindCopiesContext, posting: CopiesJob): Promise<void> {
  const { engine, redis, config } = context;
  const collections = collectionsForAll(context);
  const copiesOf = (id: string) => engine.copies(collections, { id, source: posting.source, now: context.now() });
  let found = await copiesOf(posting.id);
  const equal = found.copies === null ? await findEqual(context, posting.id) : null;
  if (equal !== null) found = await copiesOf(equal);
  const { copies, missing, silent } = found;
  if (copies === null || missing.length > 0 || silent > 0) return;
  const narrowing = new Set(context.sources().flatMap((source) => (isWholeBoard(source) ? [] : [source.id])));
  const kept = withNarrowed(copies, { before: await readJobCopies(redis, posting.id), narrowing });
  // A question does not extend the lifetime of a retained collection.
  const leftMs = kept === copies ? 0 : await redis.pttl(redisKeys.jobCopies(posting.id));
  await writeJobCopies(redis, { id: posting.id, ...kept }, leftMs > 0 ? leftMs : config.STALE_SECONDS * 1000);
}

/**
 * The duplicates including those that narrowing sources gave for a search: these are stored only for that search, as it
 * found them.
 */
function withNarrowed(
  copies: JobCopies,
  { before, narrowing }: { before: JobCopies; narrowing: ReadonlySet<string> },
): JobCopies {
  const found = new Map(copies.alsoOn.map((each) => [each.url, each]));
  if (!before.alsoOn.some(({ source, url }) => narrowing.has(source) && !found.has(url))) return copies;
  const known = before.alsoOn.flatMap((each) => found.get(each.url) ?? (narrowing.has(each.source) ? each : []));
  const more = copies.alsoOn.filter(({ url }) => !known.some((each) => each.url === url));
  const [firstSeenAt = null] = [copies.firstSeenAt, before.firstSeenAt].filter((at) => at !== null).sort();
  return { ...copies, alsoOn: [...known, ...more], firstSeenAt };
}

/** The id of the posting that represents this one if its source lists several equal ones; `null` = none. */
async function findEqual(postings: HeldPostings, id: string): Promise<string | null> {
  const { redis } = postings;
  const [key = ''] = ((await redis.get(redisKeys.job(id))) ?? '').split(' ');
  const [state] = key === '' ? [] : await readCollectionStates(redis, [key]);
  const packed = state?.head ? await readPackedJobs(postings, key, state.head.version) : null;
  const jobs = packed === null ? [] : await unpackJobs(packed);
  const openPosting = jobs.find((job) => job.id === id);
  if (openPosting === undefined) return null;
  const alike = jobs.filter(
    ({ title, description }) => title === openPosting.title && description === openPosting.description,
  );
  const listed = joinExactRepeats(alike).find(({ job }) => joinExactRepeats([job, openPosting]).length === 1);
  return listed === undefined || listed.job.id === id ? null : listed.job.id;
}

export type LocateContext = PlanContext & { redis: RedisConnection; engine: Pick<Engine, 'located'> };

/**
 * Finds the openings at the addresses of a lookup among all stored and recently closed postings, and writes them for
 * the API. Addresses are compared as for duplicates: without tracking parameters, scheme, `www.` and application form.
 */
export async function locateOpenings(context: LocateContext, lookup: LookupJob): Promise<void> {
  const { engine, redis } = context;
  const read = lookup.urls.map((url) => readUrl(url));
  const addresses = [...new Set(read.flatMap((url) => (url === null ? [] : canonicalUrl(url))))];
  const found = await engine.located(collectionsForAll(context), addresses);
  const closed = await findClosed(redis, addresses);
  const idsAt = new Map(
    addresses.map((address, at) => {
      const last = closed[at] ?? null;
      return [address, [...(found.ids[at] ?? []), ...(last === null ? [] : [last])]] as const;
    }),
  );
  await writeLocated(redis, lookup, {
    ids: read.map((url) => (url === null ? [] : [...(idsAt.get(canonicalUrl(url)) ?? [])])),
    partial: found.missing.length > 0 || found.silent > 0,
  });
}
