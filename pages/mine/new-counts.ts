import { useEffect, useState } from 'preact/hooks';
import { say } from '../../shared/messages/messages.js';
import { type Answer, isProblem } from '../search/answer.js';
import { readAnswerBody } from '../search/api-client.js';
import { readAddress } from '../search/query.js';
import type { SavedSearch } from './my-jobs-file.js';

/** Newest jobs fetched per saved search, and maximum saved searches counted. */
const newest = 100;
const mostCounted = 10;

/** Counts since the page was loaded. */
const counted = new Map<string, string>();

const keyOf = ({ address, visitedAt }: SavedSearch): string => `${visitedAt} ${address}`;

/**
 * Counts the jobs of saved searches that the service first saw after the person's last visit to them: "3 new", "nothing
 * new"; `undefined` while unknown. Each count is a search.
 */
export function useNewCounts(searches: readonly SavedSearch[]): (search: SavedSearch) => string | undefined {
  const [, drawAgain] = useState(0);
  const count = async (): Promise<void> => {
    for (const search of searches.slice(0, mostCounted)) {
      const words = counted.get(keyOf(search)) ?? (await countNew(search));
      // The service is busy or unreachable: the remaining counts wait until the page is reloaded.
      if (words === null) return;
      counted.set(keyOf(search), words);
      drawAgain(counted.size);
    }
  };
  useEffect(() => void count(), []);
  return (search) => counted.get(keyOf(search));
}

async function countNew({ address, visitedAt }: SavedSearch): Promise<string | null> {
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
