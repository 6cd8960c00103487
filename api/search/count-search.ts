import { createHash } from 'node:crypto';
import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { noteSearchRequests, type SearchRequestNote } from '../../shared/search/search-runs.js';
import { engineOf } from '../../shared/stats/ai-engines.js';
import { bucketOf } from '../../shared/stats/histogram.js';
import { isInGazetteer, type PlaceKey } from '../../shared/stats/keys.js';
import { addNote, emptyNotes, type Notes, placeNote, writeStatsEvent } from '../../shared/stats/write-stats.js';
import type { Tracing } from '../../shared/tracing/tracing.js';
import type { ApiMetrics } from '../server/metrics.js';

/** The headers that identify generative engines; `''` for a missing one. */
export type RequestHeaders = { get(name: 'User-Agent' | 'Referer'): string };

/** `caller` is the caller's bucket: it distinguishes callers and is never stored. `searchKey` is the key of its document. */
export type CountedSearch = {
  requestId: string;
  searchKey: string;
  outcome: 'cached' | 'collected' | 'failed';
  place: PlaceKey;
  tookMs: number;
  caller: string;
};

/**
 * Counts answered searches for geo-stats, and notes the search of each request. Both are written in batches after the
 * answers, so that no caller waits.
 */
export type CountSearches = {
  add(request: RequestHeaders, search: CountedSearch): void;
  /** Writes pending counts and stops. */
  close(): Promise<void>;
};

/** How long counts are batched: a search shows in the statistics well within a second. */
const flushMs = 150;

/** Requests noted in a batch: some 300 a second, which is all of them except under heavy load. */
const mostNoted = 50;

export function createCountSearches({ redis, logger, metrics, tracing, now }: CountSearchOptions): CountSearches {
  let pending: Notes | null = null;
  let requests: SearchRequestNote[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const notes = pending;
    pending = null;
    if (notes === null) return;
    const noted = requests;
    requests = [];
    noteSearchRequests(redis, noted, now()).catch((err: unknown) => logger.debug({ err }, 'requests not noted'));
    try {
      // Needs no batch id against double counting: this connection never repeats a command.
      await writeStatsEvent(redis, '', notes);
    } catch (error) {
      // Statistics never fail an answer: this batch is lost, and logged.
      metrics.writeFailed('counts');
      logger.warn({ err: error }, 'geo-stats counts not written');
    }
  };

  const noteOf = ({ requestId, searchKey, outcome, tookMs }: CountedSearch): SearchRequestNote => ({
    requestId,
    traceId: tracing.traceId() ?? null,
    search: searchKey,
    outcome,
    at: now().getTime(),
    tookMs: Math.round(tookMs),
  });

  return {
    add(request, search) {
      metrics.search(search.outcome);
      pending ??= emptyNotes(now().getTime());
      noteSearch(pending, search);
      noteEngine(pending, request);
      if (requests.length < mostNoted) requests.push(noteOf(search));
      timer ??= setTimeout(() => void flush(), flushMs);
    },
    close: flush,
  };
}

type CountSearchOptions = {
  redis: RedisConnection;
  logger: Logger;
  metrics: Pick<ApiMetrics, 'search' | 'writeFailed'>;
  tracing: Pick<Tracing, 'traceId'>;
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

function noteEngine(notes: Notes, request: RequestHeaders): void {
  const called = engineOf(request.get('User-Agent'), request.get('Referer'));
  if (called === null) return;
  addNote(notes.sums, `engine:${called.engine}:${called.kind}`);
  notes.sumsLatest.set(`engine-seen:${called.engine}`, notes.at);
}
