import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { readCollectionStates, readPackedJobs, unpackJobs } from '../../shared/search/collection-store.js';
import { type CopiesJob, writeJobCopies } from '../../shared/search/job-copies.js';
import { parseQuery } from '../../shared/search/parse-query.js';
import { subjectOf } from '../../shared/search/query.js';
import { joinExactRepeats } from '../match/dedupe/exact-repeats.js';
import type { Matcher } from '../shards/matcher.js';
import { type AskContext, askCollections } from './ask-collections.js';

export type FindCopiesContext = AskContext & { matcher: Pick<Matcher, 'copies'>; config: { STALE_SECONDS: number } };

/**
 * Finds the duplicates of one posting among all that is held now, and writes them. What was found before stays where a collection
 * could not be read, or none that is held has the posting.
 */
export async function findCopies(context: FindCopiesContext, posting: CopiesJob): Promise<void> {
  const { matcher, redis, now, config } = context;
  const everything = parseQuery({});
  if ('errors' in everything) throw new Error('A search without fields is refused.');
  const subject = subjectOf(everything.query);
  const copiesOf = (id: string) =>
    askCollections(context, subject, (refs) =>
      matcher.copies({ refs, subject, now: now() }, { id, source: posting.source }),
    );
  let found = await copiesOf(posting.id);
  const equal = found.copies === null ? await findEqual(redis, posting.id) : null;
  if (equal !== null) found = await copiesOf(equal);
  const { copies, gone } = found;
  if (copies !== null && gone.length === 0)
    await writeJobCopies(redis, { id: posting.id, ...copies }, config.STALE_SECONDS * 1000);
}

/** The id of the posting that represents this one in searches, where its source lists several equal ones; `null` = none does. */
async function findEqual(redis: RedisConnection, id: string): Promise<string | null> {
  const [key = ''] = ((await redis.get(redisKeys.job(id))) ?? '').split(' ');
  const [state] = key === '' ? [] : await readCollectionStates(redis, [key]);
  const packed = state?.head ? await readPackedJobs(redis, key, state.head.version) : null;
  const jobs = packed === null ? [] : await unpackJobs(packed);
  const own = jobs.find((job) => job.id === id);
  if (own === undefined) return null;
  const alike = jobs.filter(({ title, description }) => title === own.title && description === own.description);
  const listed = joinExactRepeats(alike).find(({ job }) => joinExactRepeats([job, own]).length === 1);
  return listed === undefined || listed.job.id === id ? null : listed.job.id;
}
