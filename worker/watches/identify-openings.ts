/** Determines which postings may be new to watches, since when their opening is listed, and what identifies it. */
import { hash } from 'node:crypto';
import type { RedisConnection } from '../../shared/redis/redis.js';
import type { HeldJob } from '../../shared/search/job.js';
import type { ToldOpening } from '../../shared/watches/deliveries.js';
import type { Engine, Lacking } from '../engine/engine.js';
import { recordOf } from '../match/rank/opening-records.js';
import type { Group } from '../match/segment/open-segment.js';
import { openingKeys } from '../openings/find-reposts.js';
import { readOpeningRecord } from '../openings/opening-record.js';

/** Openings first seen up to this long before the last examined version are examined again; a watch is not sent an opening twice. */
const overlapMs = 60_000;

/** The versions of a board by collection time (epoch ms): `known`: examined last, `head`: examined now. */
export type Versions = { known: { collectedAt: number } | null; head: { collectedAt: number } };

/**
 * Creates the test whether a posting first seen in a second (epoch seconds) may be new to a board's watches. `since`:
 * when the oldest of them begins, epoch ms. The clocks of workers differ: postings first seen shortly before the known
 * version was collected may be missing from it. Those first seen by its collection are in it, since they have the
 * second of that; otherwise the second version of a board of thousands would have all of them examined again.
 */
export function createNewSince({ known, head }: Versions, since: number): (seconds: number) => boolean {
  const from = Math.max(since, (known?.collectedAt ?? 0) - overlapMs);
  const [knownSecond, headSecond] = [secondOf(known?.collectedAt ?? 0), secondOf(head.collectedAt)];
  return (seconds) => seconds * 1000 > from - 1000 && (seconds !== knownSecond || knownSecond === headSecond);
}

const secondOf = (ms: number): number => Math.floor(ms / 1000);

/**
 * Identifies an opening wherever it is posted: by the ids of its postings, all their addresses (`urls`), and its
 * employer and title with the same words, whatever the city. Another source with the same employer, title and place, or
 * number of the opening, also lists it.
 */
export function toldOpening(
  group: Group,
  { jobs, urls, now }: { jobs: ReadonlyMap<string, HeldJob>; urls: readonly string[]; now: Date },
): ToldOpening {
  const postings = group.members.flatMap(({ id }) => jobs.get(id) ?? []);
  // Its board has just listed it.
  const at = now.getTime();
  const { match: _match, ...record } = recordOf(group, { score: 0, why: [] }, { now: at, readAt: () => at });
  return {
    record: JSON.stringify(record),
    source: record.source,
    same: [...new Set([...postings.flatMap((job) => [job.id, ...textKey(job)]), ...urls.map(urlKey)])],
    alike: [...new Set(postings.flatMap(openingKeys))],
  };
}

const urlKey = (url: string): string => `url:${hash('md5', url, 'base64url')}`;

/** Employer, title and text without marks and case; none without a text. */
function textKey({ company, title, description }: HeldJob): string[] {
  const words = description.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0 || company.name === null) return [];
  const name = `${company.name}\n${title}`.toLowerCase();
  return [`text:${hash('md5', `${name}\n${words.join(' ')}`, 'base64url')}`];
}

/** The addresses of an opening, and when any board first listed it (epoch ms); 0 = at its first reading. */
export type HeldOpening = { urls: readonly string[]; firstSeen: number };

/** Finds where an opening is listed and since when: from its own postings, and those merged with it in searches. */
export type FirstHeld = (group: Group) => Promise<HeldOpening>;

/**
 * Creates the lookup for one pass over the boards. `group`: new postings of one board. Each opening is looked up by its
 * posting's id: a search for its title would end before the last of hundreds of cities.
 */
export function createFirstHeld({
  redis,
  engine,
}: {
  redis: RedisConnection;
  engine: Pick<Engine, 'copies'>;
}): FirstHeld {
  const stocks = new Map<string, Promise<number>>();
  /** Until when a board's openings count as older than its first reading, in epoch seconds. */
  const stockOf = (source: string): Promise<number> => {
    const stock = stocks.get(source) ?? readOpeningRecord(redis, source).then((record) => record?.stockAt ?? 0);
    stocks.set(source, stock);
    return stock;
  };
  return async function firstHeld(group) {
    const ownListings = group.members.map(({ job: { source, url, firstSeenAt } }) => ({ source, url, firstSeenAt }));
    const { id, source } = group.shown.entry;
    const held = await wholeAnswer(() => engine.copies([], { id, source, now: new Date() }));
    const listings = [...ownListings, ...held.listings];
    const firstSeen = Math.min(...listings.map(({ firstSeenAt }) => Date.parse(firstSeenAt)));
    // Postings at a board's first reading are not new, unless another board listed them earlier.
    const first = listings.filter(({ firstSeenAt }) => Date.parse(firstSeenAt) === firstSeen);
    const until = await Promise.all(first.map(({ source }) => stockOf(source)));
    const isKnown = until.every((stockAt) => firstSeen <= stockAt * 1000);
    return { urls: [...new Set(listings.map(({ url }) => url))], firstSeen: isKnown ? 0 : firstSeen };
  };
}

/** How often a question is repeated because a board was replaced during the search for copies. */
const mostTries = 5;

/** An answer that lacks a board may lack the one that had the opening first: the question is repeated. */
async function wholeAnswer<Answer extends Lacking>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await ask();
    if ((answer.missing.length === 0 && answer.silent === 0) || tries === mostTries) return answer;
  }
}
