import { say } from '../../shared/messages/messages.js';
import { keep, readKeptJson } from '../lib/kept.js';
import { type Answer, isProblem } from '../search/answer.js';
import { readAnswerBody } from '../search/api-client.js';
import { readAddress } from '../search/query.js';
import type { SavedSearch } from './my-jobs-file.js';

const key = 'recent-searches';

/** As many are kept, in this browser alone. */
const most = 8;

/** A search that was made here: its address (`?keyword=…`) and its name. */
type RecentSearch = { address: string; name: string };

const none: readonly RecentSearch[] = [];

/** The searches made here, the newest first. */
export function recentSearches(): readonly RecentSearch[] {
  const stored = readKeptJson(key);
  return Array.isArray(stored) ? stored.filter(isSearch).slice(0, most) : none;
}

/** Notes a search that was answered. */
export function noteSearch({ address, name }: RecentSearch): void {
  write([{ address, name }, ...recentSearches().filter((search) => search.address !== address)].slice(0, most));
}

/** Forgets the searches made here, with the answers that are kept of them. */
export function forgetSearches(): void {
  write([]);
  keep('answers', null);
}

const write = (searches: readonly RecentSearch[]): void => void keep(key, JSON.stringify(searches));

const isSearch = (value: unknown): value is RecentSearch =>
  typeof value === 'object' &&
  value !== null &&
  'address' in value &&
  'name' in value &&
  typeof value.address === 'string' &&
  value.address.startsWith('?') &&
  typeof value.name === 'string';

/** The newest jobs of a saved search that are looked at, and the saved searches that are asked at once. */
const newest = 100;
const maxAsked = 10;

export type NewCounts = {
  /** "3 new", "nothing new"; `null` while it is not known. */
  wordsFor(address: string): string | null;
  /** Asks for the searches that were not asked yet. */
  load(searches: readonly SavedSearch[]): void;
  /** The search has been looked at. */
  forget(address: string): void;
};

/** Counts the jobs of saved searches that the service first saw after they were last looked at. Each count is a search. */
export function createNewCounts(onCount: () => void): NewCounts {
  const known = new Map<string, string | null>();

  const load = async (searches: readonly SavedSearch[]): Promise<void> => {
    for (const { address, visitedAt } of searches.slice(0, maxAsked)) {
      if (known.has(address)) continue;
      known.set(address, null);
      const words = await countNew(address, visitedAt);
      // The service is busy or away: the others are asked when the page is loaded again.
      if (words === null) return;
      known.set(address, words);
      onCount();
    }
  };

  return {
    wordsFor: (address) => known.get(address) ?? null,
    load: (searches) => void load(searches),
    forget: (address) => void known.delete(address),
  };
}

async function countNew(address: string, visitedAt: string): Promise<string | null> {
  const query = readAddress(address);
  if (query === null) return null;
  try {
    const response = await fetch('/api/jobs/search', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...query, sortBy: 'recent', limit: String(newest), page: '0' }),
    });
    const body = await readAnswerBody(response);
    if (!response.ok || isProblem(body)) return null;
    const { jobs } = body as Answer;
    const count = jobs.filter(({ firstSeenAt, match }) => firstSeenAt > visitedAt && match.near !== true).length;
    return count === 0 ? say('saved.nothingNew') : say(count === newest ? 'saved.manyNew' : 'saved.new', { n: count });
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return null;
    throw error;
  }
}
