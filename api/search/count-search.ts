import { createHash } from 'node:crypto';
import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { engineOf } from '../../shared/stats/engines.js';
import { bucketOf } from '../../shared/stats/histogram.js';
import { addNote, emptyNotes, type Notes, placeNote } from '../../shared/stats/note.js';
import { isInGazetteer, type PlaceKey } from '../../shared/stats/place-key.js';
import { writeNotes } from '../../shared/stats/write-notes.js';
import type { RequestContext } from '../context.js';
import type { ApiMetrics } from '../server/metrics.js';

/** Who asked, by the headers of the request. */
export type Asker = Pick<RequestContext, 'get'>;

/** `caller` tells callers apart, as the limiter does; it is kept of none. */
export type CountedSearch = {
  outcome: 'cached' | 'collected' | 'failed';
  place: PlaceKey;
  tookMs: number;
  caller: string;
};

/** Counts answered searches for geo-stats, gathered and written behind the answers, so that no caller waits for it. */
export type CountSearches = {
  add(request: Asker, search: CountedSearch): void;
  /** Writes what is gathered and stops. */
  close(): Promise<void>;
};

/** How long counts are gathered: a search shows in the statistics well within a second. */
const gatherMs = 150;

export function createCountSearches({ redis, logger, metrics, now }: CountSearchOptions): CountSearches {
  let notes: Notes | null = null;
  let timer: NodeJS.Timeout | undefined;

  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const gathered = notes;
    notes = null;
    if (gathered === null) return;
    try {
      // Nobody writes a batch twice, since this connection never repeats a command.
      await writeNotes(redis, '', gathered);
    } catch (error) {
      // Statistics are never worth an answer: the counts of this moment are lost, and it is said.
      metrics.writeFailed('counts');
      logger.warn({ err: error }, 'geo-stats: counts not written');
    }
  };

  return {
    add(request, search) {
      metrics.search(search.outcome);
      notes ??= emptyNotes(now().getTime());
      noteSearch(notes, search);
      noteEngine(notes, request);
      timer ??= setTimeout(() => void write(), gatherMs);
    },
    close: write,
  };
}

type CountSearchOptions = {
  redis: RedisConnection;
  logger: Logger;
  metrics: Pick<ApiMetrics, 'search' | 'writeFailed'>;
  now: () => Date;
};

function noteSearch(notes: Notes, { outcome, place, tookMs, caller }: CountedSearch): void {
  const took = bucketOf(tookMs);
  addNote(notes.sums, outcome);
  addNote(notes.sums, `took:${took}`);
  const note = placeNote(notes, place);
  note.searches += 1;
  note.took.set(took, (note.took.get(took) ?? 0) + 1);
  if (!isInGazetteer(place)) note.callers.add(createHash('sha256').update(caller).digest('base64url'));
}

function noteEngine(notes: Notes, request: Asker): void {
  const called = engineOf(request.get('User-Agent'), request.get('Referer'));
  if (called === null) return;
  addNote(notes.sums, `engine:${called.engine}:${called.kind}`);
  notes.sumsLatest.set(`engine-seen:${called.engine}`, notes.at);
}
