import { type CopiesJob, writeJobCopies } from '../../shared/search/job-copies.js';
import { parseQuery } from '../../shared/search/parse-query.js';
import { subjectOf } from '../../shared/search/query.js';
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
  const { copies, gone } = await askCollections(context, subject, (refs) =>
    matcher.copies({ refs, subject, now: now() }, posting),
  );
  if (copies !== null && gone.length === 0)
    await writeJobCopies(redis, { id: posting.id, ...copies }, config.STALE_SECONDS * 1000);
}
