import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import type { Job } from '../../shared/search/job.js';
import type { SearchSubject } from '../../shared/search/query.js';
import type { Matcher, SearchedRef } from '../engine/engine.js';
import { againIfLost } from '../engine/segments/again-if-lost.js';
import { askCurrent } from '../export/ask-collections.js';
import type { Group } from '../match/segment/prepared-collection.js';
import { readOpeningRecord } from '../openings/record-store.js';

type Context = {
  redis: RedisConnection;
  matcher: Pick<Matcher, 'match'>;
  logger: Pick<Logger, 'warn'>;
  now: () => Date;
};

/** Jobs of the same title and employer that are looked through. */
const most = 100;

/** Words of a title that are looked for: a keyword has 50 at most. */
const mostWords = 12;

/** Searches whose answers are kept. */
const mostKept = 500;

/** The addresses of an opening, and when any board first listed it (epoch ms); 0 where one had it when it was first read. */
export type HeldOpening = { urls: readonly string[]; firstSeen: number };

type Listed = Pick<Job, 'source' | 'alsoOn' | 'firstSeenAt'>;

/** Says where an opening is listed and since when: by its own postings, and by those that searches show it together with. */
export type FirstHeld = (group: Group) => Promise<HeldOpening>;

/**
 * Creates the question for one state of the held boards (`read`), and what replaces them meanwhile. `group`: new postings of one
 * board. One search for each title of an employer, whatever the number of openings with it: a board that is new has one title
 * in many cities.
 */
export function createFirstHeld({ redis, matcher, logger, now }: Context, read: readonly SearchedRef[]): FirstHeld {
  let held = read;
  const kept = new Map<string, Promise<HeldOpening[]>>();
  const stocks = new Map<string, Promise<number>>();
  const stockOf = (source: string): Promise<number> => {
    const stock = stocks.get(source) ?? readOpeningRecord(redis, source).then((record) => record?.stockAt ?? 0);
    stocks.set(source, stock);
    return stock;
  };
  /**
   * A copy of what a board had when it was first read is known, however new it is to its own board. Of what another board
   * listed before that reading, this says nothing.
   */
  const firstSeenOf = async ({ source, alsoOn, firstSeenAt }: Listed): Promise<number> => {
    const firstSeen = Date.parse(firstSeenAt);
    if (alsoOn.length === 0) return firstSeen;
    const stock = await Promise.all([source, ...alsoOn.map((other) => other.source)].map(stockOf));
    return stock.includes(Math.floor(firstSeen / 1000)) ? 0 : firstSeen;
  };
  const search = async (keyword: string): Promise<HeldOpening[]> => {
    const question = { subject: { ...anySearch, keyword }, now: now() };
    const listing = { depth: most, records: most };
    // An opening would be new if the board that had it first were left out.
    const { found, refs } = await askCurrent(redis, held, (current) =>
      againIfLost(() => matcher.match({ ...question, refs: current }, listing), logger),
    );
    held = refs;
    return Promise.all(
      found.jobs.map(async (job) => ({
        urls: [job.url, ...job.alsoOn.map((other) => other.url)],
        firstSeen: await firstSeenOf(job),
      })),
    );
  };
  const named = (keyword: string): Promise<HeldOpening[]> => {
    const known = kept.get(keyword);
    if (known !== undefined) return known;
    if (kept.size >= mostKept) kept.clear();
    const found = search(keyword);
    kept.set(keyword, found);
    return found;
  };
  return async function firstHeld(group) {
    const { job } = group.shown;
    const urls = new Set(group.members.map((member) => member.job.url));
    const own: HeldOpening = { urls: [...urls], firstSeen: Date.parse(job.firstSeenAt) };
    const [title, company] = [phraseOf(job.title), phraseOf(job.company.name ?? '')];
    if (title === '' || company === '') return own;
    const listed = await named(`company:"${company}" title:"${title}"`);
    const same = [own, ...listed.filter((each) => each.urls.some((url) => urls.has(url)))];
    return {
      urls: [...new Set(same.flatMap((each) => each.urls))],
      firstSeen: Math.min(...same.map(({ firstSeen }) => firstSeen)),
    };
  };
}

const anySearch: SearchSubject = {
  ...{ keyword: '', location: '', dateSincePosted: '', salary: '', jobType: '' },
  ...{ remoteFilter: '', experienceLevel: '', sortBy: 'recent' },
};

const phraseOf = (text: string): string =>
  text
    .replace(/["“”„‟«»]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, mostWords)
    .join(' ');
