import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import type { CollectedJob } from '../../shared/search/collections/collection-store.js';
import type { CollectionWords } from '../../shared/search/collections/word-counts.js';
import type { Place } from '../../shared/search/job.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import { locationOf, searchableLocation } from '../match/rank/facets/place-facets.js';
import { boardKey, isWholeBoard } from '../sources/collection-key.js';
import type { Source } from '../sources/source.js';
import { countWords } from './count-words.js';
import { createWordPublisher, type WordPublisher } from './publish-words.js';
import { createWiderPlaces } from './wider-places.js';

type Options = {
  redis: RedisConnection;
  logger: Logger;
  gazetteer: Gazetteer;
  /** The sources of the moment. */
  sources: () => readonly Source[];
  now: () => Date;
};

/** What a worker does for `GET /api/suggest`. */
export type Suggestions = WordPublisher & {
  /** The most frequent words of a whole board's open postings, which are stored with it. */
  count(jobs: readonly Pick<CollectedJob, 'job'>[]): Promise<CollectionWords>;
};

/** Counts the words of boards and publishes those of all of them. */
export function openSuggestions({ redis, logger, gazetteer, sources, now }: Options): Suggestions {
  const widerOf = createWiderPlaces(gazetteer);
  // A town that is not known is found by its name; a state that is called like its town would be two rows of one name.
  const nameOf = (place: Place) => (place.level === 'city' ? locationOf : searchableLocation)(place, gazetteer);
  return {
    ...createWordPublisher({ redis, logger, now, keys: () => sources().filter(isWholeBoard).map(boardKey) }),
    count: (jobs) => countWords(jobs, { nameOf, widerOf, now: now().getTime() }),
  };
}
